import { isReqError, ReqError } from '../../../base/reqError.ts';
import { after } from '../../../base/async/timer.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';

/** What a task controls of its own end. */
export interface TaskControl {
  /** Aborts when the last caller has left. */
  readonly signal: AbortSignal;
  /** From now on, the task runs to its end or to `release` although no caller is left, for at most `patienceMs`. Later callers join it. */
  hold(): void;
  release(): void;
}

interface Task<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  /** Signal of the caller that started the task. */
  readonly starter: AbortSignal;
  waiting: number;
  isHeld: boolean;
}

const patienceMs = 30_000;

/** Runs a task once for all concurrent callers. Aborts it when the last caller has left, unless the task holds itself. */
export class SharedTasks<T> {
  readonly #tasks = new Map<string, Task<T>>();

  /** Joins the running task of a key, or starts it. @throws {ReqError} `cancelled` if the signal aborts; other callers keep waiting */
  async join(key: string, begin: (control: TaskControl) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    const running = this.#tasks.get(key);
    const task = running ?? this.#start(key, begin, signal);
    task.waiting++;
    try {
      return await raceAbort(task.result, signal);
    } catch (e) {
      // What the task still had to ask, it could only ask the caller that started it.
      const isOfStarter = running !== undefined && task.starter.aborted && isReqError(e) && e.kind === 'cancelled';
      if (!isOfStarter || signal.aborted) throw e;
    } finally {
      task.waiting--;
      this.#stopUnused(key, task);
    }
    return this.join(key, begin, signal);
  }

  /** Resolves when the tasks that hold themselves have ended. */
  async held(): Promise<void> {
    await Promise.allSettled([...this.#tasks.values()].filter(({ isHeld }) => isHeld).map(({ result }) => result));
  }

  #start(key: string, begin: (control: TaskControl) => Promise<T>, starter: AbortSignal): Task<T> {
    const stop = new AbortController();
    const holding = { hold: (): void => void (task.isHeld = true), release: (): void => this.#release(key, task) };
    // Begins in a later turn, when `task` exists.
    const result = Promise.resolve()
      .then(() => begin({ signal: stop.signal, ...holding }))
      .finally(() => this.#forget(key, task));
    const task: Task<T> = { result, stop, starter, waiting: 0, isHeld: false };
    // Callers get the error by joining; this prevents an unhandled rejection when none is left.
    result.catch(() => undefined);
    this.#tasks.set(key, task);
    return task;
  }

  #release(key: string, task: Task<T>): void {
    task.isHeld = false;
    this.#stopUnused(key, task);
  }

  #stopUnused(key: string, task: Task<T>): void {
    if (task.waiting > 0 || task.stop.signal.aborted) return;
    if (task.isHeld) return void after(patienceMs, () => task.isHeld && this.#release(key, task)).unref();
    task.stop.abort();
    this.#forget(key, task);
  }

  #forget(key: string, task: Task<T>): void {
    if (this.#tasks.get(key) === task) this.#tasks.delete(key);
  }
}
