/** Longest delay of a Node timer in milliseconds. */
const maxDelay = 2 ** 31 - 1;

/** A completed wait. `message` is its result as JSON text; empty for a sleep. */
export interface Due {
  readonly id: number;
  readonly message: string;
}

/** Pending waits of a script: timers, `tool.send` calls, and work of the host. */
export class Waits {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #expected = new Set<number>();
  #working = 0;
  #due: Due[] = [];
  #wake: (() => void) | undefined;

  sleep(id: number, ms: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.#over({ id, message: '' });
      },
      Math.min(ms, maxDelay),
    );
    this.#timers.set(id, timer);
  }

  /** Adds a wait that a later `complete` ends. */
  expect(id: number): void {
    this.#expected.add(id);
  }

  cancelSleep(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#due = this.#due.filter((due) => due.id !== id);
  }

  /** Adds a wait whose time counts as the script's, until its promise is settled. */
  work(id: number, result: Promise<string>): void {
    this.expect(id);
    this.#working++;
    void result.then((message) => {
      this.#working--;
      this.complete(id, message);
    });
  }

  /** Whether a wait is pending whose time counts as the script's. */
  get hasWork(): boolean {
    return this.#working > 0;
  }

  /** Ends an expected wait. Ignored after `clear`. */
  complete(id: number, message: string): void {
    if (this.#expected.delete(id)) this.#over({ id, message });
  }

  /** Whether no wait is pending, and `next` has returned all completed ones. */
  get isEmpty(): boolean {
    return this.#timers.size === 0 && this.#expected.size === 0 && this.#due.length === 0;
  }

  /** Waits until at least one wait has completed, and returns all completed ones. */
  async next(): Promise<readonly Due[]> {
    if (this.#due.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const due = this.#due;
    this.#due = [];
    return due;
  }

  /** Drops all pending waits. */
  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#expected.clear();
  }

  #over(due: Due): void {
    this.#due.push(due);
    this.#wake?.();
  }
}
