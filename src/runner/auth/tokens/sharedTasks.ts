import { ReqError } from '../../../base/reqError.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';

interface Task<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Runs a task once for all concurrent callers. Aborts it when the last caller has left. */
export class SharedTasks<T> {
  readonly #tasks = new Map<string, Task<T>>();

  /** Joins the running task of a key, or starts it. @throws {ReqError} `cancelled` if the signal aborts; other callers keep waiting */
  async join(key: string, begin: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    let task = this.#tasks.get(key);
    if (task === undefined) {
      const stop = new AbortController();
      const result = begin(stop.signal).finally(() => this.#tasks.get(key)?.stop === stop && this.#tasks.delete(key));
      // Callers get the error by joining; this prevents an unhandled rejection when none is left.
      result.catch(() => undefined);
      this.#tasks.set(key, (task = { result, stop, waiting: 0 }));
    }
    task.waiting++;
    try {
      return await raceAbort(task.result, signal);
    } finally {
      if (--task.waiting === 0) {
        task.stop.abort();
        if (this.#tasks.get(key) === task) this.#tasks.delete(key);
      }
    }
  }
}
