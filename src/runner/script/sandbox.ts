import { cancelled } from './failures.ts';
import { ScriptThread } from './thread.ts';
import type { Sandbox, ScriptHost, ScriptJob, ScriptResult } from './types.ts';

/**
 * The one choke point for every script: QuickJS in a worker that can be stopped whatever it does. Scripts run one after
 * another, each in an engine of its own; after one that had to be stopped from outside comes a new worker.
 */
export function createSandbox(options: {
  /** Bundle of scriptWorker.ts, with `quickjs.wasm` and `scriptApi.js` beside it. */
  readonly workerFile: string;
}): Sandbox {
  let thread: ScriptThread | undefined;
  let disposed = false;
  /** Settles when the last script asked for is over; never rejects. */
  let turn: Promise<unknown> = Promise.resolve();

  function ready(): ScriptThread {
    if (thread === undefined || !thread.usable) thread = new ScriptThread(options.workerFile);
    return thread;
  }

  async function runNow(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    if (signal.aborted || disposed) return stopped(job);
    return ready().run(job, host, signal);
  }

  return {
    warm: () => {
      if (!disposed) ready();
    },
    run: (job, host, signal) => {
      const mine = turn.then(() => runNow(job, host, signal));
      turn = mine.catch(() => undefined);
      return orAborted(mine, stopped(job), signal);
    },
    dispose: async () => {
      disposed = true;
      await thread?.stop();
    },
  };
}

const stopped = (job: ScriptJob): ScriptResult => ({ failure: cancelled(), request: job.request, skipped: undefined });

/** A script that waits for its turn is cancelled without waiting for it. */
function orAborted(running: Promise<ScriptResult>, aborted: ScriptResult, signal: AbortSignal): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(aborted);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
