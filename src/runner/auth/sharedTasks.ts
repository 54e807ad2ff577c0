import { ReqError } from '../../base/reqError.ts';
import { raceAbort } from '../../base/raceAbort.ts';

interface Task<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several wait for is done once. It is stopped when nobody waits for it any more. */
export class SharedTasks<T> {
  readonly #tasks = new Map<string, Task<T>>();

  /** Joins the task of a key, or begins it. ReqError `cancelled` once the signal says so; others go on waiting. */
  async join(key: string, begin: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    let task = this.#tasks.get(key);
    if (task === undefined) {
      const stop = new AbortController();
      const result = begin(stop.signal).finally(() => this.#tasks.get(key)?.stop === stop && this.#tasks.delete(key));
      // Whoever joins is told; with nobody left nobody is.
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
