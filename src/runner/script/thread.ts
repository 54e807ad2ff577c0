import { Worker } from 'node:worker_threads';
import { Answerer, type CallLine } from './callLine.ts';
import type { Engine } from './engine.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import { RunningScript } from './runningScript.ts';
import type { ScriptHost, ScriptJob, ScriptResult } from './types.ts';

/** The worker's own stack, in MB: QuickJS must meet its limit first. */
const stackSizeMb = 4;

/** One worker that runs one script after another, until it is stopped. */
export class ScriptThread {
  readonly #worker: Worker;
  readonly #answerer = new Answerer();
  #usable = true;
  #running: RunningScript | undefined;

  /**
   * @param workerFile bundle of scriptWorker.ts
   * @param engine what it runs scripts with
   */
  constructor(workerFile: string, engine: Promise<Engine>) {
    const { line } = this.#answerer;
    this.#worker = new Worker(workerFile, {
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
    this.#worker.on('message', (message: FromWorker) => this.#running?.receive(message));
    this.#worker.on('error', (e) => this.#die(e));
    this.#worker.on('exit', () => this.#die(new Error('the script worker ended')));
    this.#worker.unref();
    engine.then(
      (loaded) => this.#worker.postMessage({ type: 'load', engine: loaded } satisfies ToWorker),
      (e: unknown) => {
        this.#die(e);
        void this.stop();
      },
    );
  }

  /** Whether it may run another script. */
  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Runs one script; never two at a time. Rejects on defects only.
   * @param over called once, when the thread has nothing more to do for the script: where it listens, later than the result
   */
  run(job: ScriptJob, host: ScriptHost, signal: AbortSignal, over: () => void): Promise<ScriptResult> {
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#running = new RunningScript(job, host, signal, {
        post: (message) => this.#worker.postMessage(message satisfies ToWorker),
        reply: (id, answered) => {
          if (this.#usable) this.#answerer.reply(id, answered);
        },
        stop: () => void this.stop(),
        resolve,
        reject,
        over: () => {
          this.#running = undefined;
          this.#worker.unref();
          over();
        },
      });
      this.#running.start();
    });
  }

  /** Stops the worker at once, whatever it does. */
  async stop(): Promise<void> {
    this.#usable = false;
    this.#answerer.close();
    await this.#worker.terminate();
  }

  #die(why: unknown): void {
    this.#usable = false;
    this.#running?.die(why);
  }
}
