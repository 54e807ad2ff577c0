import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Answerer, type CallLine } from './callLine.ts';
import { loadEngine, type Engine } from './engine.ts';

/** The worker's own stack, in MB: QuickJS must meet its limit first. */
const stackSizeMb = 4;

/** A worker for scripts on its way, before there is one to run. */
export interface StartedThread {
  readonly worker: Worker;
  readonly answerer: Answerer;
  readonly engine: Promise<Engine>;
}

/**
 * @param workerFile bundle of scriptWorker.ts, with `quickjs.wasm.br` and `quickjs.image.br` beside it
 * @param engine what it runs scripts with, where that is there already
 */
export function startThread(workerFile: string, engine = loadEngine(path.dirname(workerFile))): StartedThread {
  const answerer = new Answerer();
  const { line } = answerer;
  const worker = new Worker(workerFile, {
    workerData: line satisfies CallLine,
    transferList: [line.replies],
    resourceLimits: { stackSizeMb },
    env: {},
    argv: [],
    execArgv: [],
    // The engine prints its assertions: they come as a failure of the script instead.
    stdout: true,
    stderr: true,
  });
  worker.unref();
  // Whoever uses it is told of what goes wrong.
  worker.on('error', () => undefined);
  engine.catch(() => undefined);
  return { worker, answerer, engine };
}
