import { onAbort } from '../../base/async/onAbort.ts';
import { cancelled } from './scriptFailures.ts';
import { startThread, type StartedThread } from './thread/startedThread.ts';
import { ScriptThread } from './thread/thread.ts';
import type { Sandbox, ScriptHost, ScriptJob, ScriptResult } from './scriptTypes.ts';

/**
 * Limit of concurrent scripts; further ones wait. Not counted: scripts that another script waits for, and those that only listen to a
 * stream.
 */
const turns = 8;
const spares = 2;

/**
 * Runs every script: QuickJS in a worker that can be killed. A worker runs one script at a time, each in a machine without any state
 * of earlier scripts. A worker that had to be killed is replaced.
 */
export function createSandbox(options: {
  /** Bundle of scriptWorker.ts, with `quickjs.wasm.br` and `quickjs.image.br` beside it. */
  readonly workerFile: string;
  readonly started?: StartedThread | undefined;
}): Sandbox {
  const threads = new Set<ScriptThread>();
  const spare: ScriptThread[] = [];
  const waiting: (() => void)[] = [];
  let engine = options.started?.engine;
  let taken = 0;
  let disposed = false;

  function begin(started = startThread(options.workerFile, engine)): ScriptThread {
    ({ engine } = started);
    const thread = new ScriptThread(started);
    threads.add(thread);
    return thread;
  }

  if (options.started !== undefined) spare.push(begin(options.started));

  function ready(): ScriptThread {
    for (let thread = spare.pop(); thread !== undefined; thread = spare.pop()) {
      if (thread.usable) return thread;
      threads.delete(thread);
    }
    return begin();
  }

  function release(thread: ScriptThread): void {
    if (thread.usable && spare.length < spares && !disposed) return void spare.push(thread);
    threads.delete(thread);
    void thread.stop();
  }

  function runNow(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    if (signal.aborted || disposed) return Promise.resolve(stopped(job));
    const thread = ready();
    return thread.run(job, host, signal, () => release(thread));
  }

  async function inTurn(job: ScriptJob, host: ScriptHost, signal: AbortSignal): Promise<ScriptResult> {
    if (taken >= turns) await new Promise<void>((resolve) => waiting.push(resolve));
    else taken++;
    try {
      return await runNow(job, host, signal);
    } finally {
      // Pass the turn on to the next waiting script.
      const next = waiting.shift();
      if (next === undefined) taken--;
      else next();
    }
  }

  return {
    warm: () => {
      if (!disposed && spare.length === 0) spare.push(begin());
    },
    run: (job, host, signal) => (job.nested ? runNow(job, host, signal) : orAborted(inTurn(job, host, signal), stopped(job), signal)),
    dispose: async () => {
      disposed = true;
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

const stopped = (job: ScriptJob): ScriptResult => ({ failure: cancelled(), request: job.request, skipped: undefined });

/** Resolves with `aborted` on abort, even while the script still waits for its turn. */
function orAborted(running: Promise<ScriptResult>, aborted: ScriptResult, signal: AbortSignal): Promise<ScriptResult> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(aborted);
    if (signal.aborted) abort();
    const stopWaiting = onAbort(signal, abort);
    running.then(resolve, reject).finally(stopWaiting);
  });
}
