/** How many times what the last work took something rests: looking at a long text then never takes the most of the time. */
const restForCost = 4;

interface Work<K> {
  /** Gives the milliseconds that it took, without what it waited for; undefined where nothing was done. Never rejects. */
  readonly work: (key: K) => Promise<number | undefined>;
  /** Milliseconds that something rests at least. */
  readonly rest: number;
}

/** Does a work for each of several things once nothing has happened to it for a while. */
export class Debounce<K> {
  readonly #work: Work<K>['work'];
  readonly #rest: number;
  readonly #waiting = new Map<K, NodeJS.Timeout>();
  readonly #costs = new Map<K, number>();

  constructor({ work, rest }: Work<K>) {
    this.#work = work;
    this.#rest = rest;
  }

  /** Something has happened: the work is done after a rest, or after `delay` milliseconds. */
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
