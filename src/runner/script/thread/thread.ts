import type { Worker } from 'node:worker_threads';
import type { Answerer } from './callLine.ts';
import type { FromWorker, ToWorker } from './workerMessages.ts';
import { RunningScript } from './runningScript.ts';
import type { StartedThread } from './startedThread.ts';
import type { ScriptHost, ScriptJob, ScriptResult } from '../scriptTypes.ts';

/** A worker that runs one script after another until it is stopped. */
export class ScriptThread {
  readonly #worker: Worker;
  readonly #answerer: Answerer;
  #usable: boolean;
  #running: RunningScript | undefined;

  constructor({ worker, answerer, engine }: StartedThread) {
    this.#worker = worker;
    this.#answerer = answerer;
    // The id is -1 if the worker exited before these listeners were added.
    this.#usable = worker.threadId !== -1;
    worker.on('message', (message: FromWorker) => this.#running?.receive(message));
    worker.on('error', (e) => this.#die(e));
    worker.on('exit', () => this.#die(new Error('the script worker ended')));
    engine.catch((e: unknown) => {
      this.#die(e);
      void this.stop();
    });
  }

  get usable(): boolean {
    return this.#usable;
  }

  /**
   * Runs one script. The caller must not run two at a time. Rejects only on defects.
   * @param over called once, when the thread has finished the script; if the script listens to a stream, after the result
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
