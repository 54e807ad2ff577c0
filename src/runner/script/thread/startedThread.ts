import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Answerer, type CallLine } from './callLine.ts';
import { loadEngine, type Engine } from '../engine/engine.ts';
import type { ToWorker } from './workerMessages.ts';

/** The worker's stack in MB: large enough that QuickJS reaches its own limit first. */
const stackSizeMb = 4;

/** Limit of the worker's young generation in MB. V8 lets it grow to 48, although a script's objects are garbage at its end. */
const maxYoungGenerationSizeMb = 4;

/** A script worker that was started in advance. */
export interface StartedThread {
  readonly worker: Worker;
  readonly answerer: Answerer;
  readonly engine: Promise<Engine>;
}

/**
 * @param workerFile bundle of scriptWorker.ts, with `quickjs.wasm.br` and `quickjs.image.br` beside it
 * @param engine the engine, if it was loaded before
 */
export function startThread(workerFile: string, engine = loadEngine(path.dirname(workerFile))): StartedThread {
  const answerer = new Answerer();
  const { line } = answerer;
  const worker = new Worker(workerFile, {
    workerData: line satisfies CallLine,
    transferList: [line.replies],
    resourceLimits: { stackSizeMb, maxYoungGenerationSizeMb },
    env: {},
    argv: [],
    execArgv: [],
    // Not inherited: the engine prints assertion failures, which are reported as a failure of the script instead.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  // Prevents uncaught errors before first use. `ScriptThread` reports them.
  worker.on('error', () => undefined);
  engine.then(
    (loaded) => worker.postMessage({ type: 'load', engine: loaded } satisfies ToWorker),
    () => undefined,
  );
  return { worker, answerer, engine };
}
