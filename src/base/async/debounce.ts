/**
 * The pause is at least this multiple of the last work's duration, so work on a long text never takes most of the time.
 */
const restForCost = 4;

interface Work<K> {
  /**
   * Resolves with its own duration in milliseconds, without waiting times; undefined if nothing was done. Never
   * rejects.
   */
  readonly work: (key: K) => Promise<number | undefined>;
  /** Minimum pause in milliseconds. */
  readonly rest: number;
}

export class Debounce<K> {
  readonly #work: Work<K>['work'];
  readonly #rest: number;
  readonly #waiting = new Map<K, NodeJS.Timeout>();
  readonly #costs = new Map<K, number>();

  constructor({ work, rest }: Work<K>) {
    this.#work = work;
    this.#rest = rest;
  }

  /** Schedules the work after the pause, or after `delay` milliseconds. Calling it again restarts the pause. */
  soon(key: K, delay = Math.max(this.#rest, restForCost * (this.#costs.get(key) ?? 0))): void {
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => void this.#do(key), delay),
    );
  }

  forget(key: K): void {
    clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
    this.#costs.delete(key);
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
  }

  async #do(key: K): Promise<void> {
    this.#waiting.delete(key);
    const cost = await this.#work(key);
    if (cost !== undefined) this.#costs.set(key, cost);
  }
}
