/** Longest delay a Node timer takes. */
const maxDelay = 2 ** 31 - 1;

/** A wait that is over; `message` is what it brought, as JSON text, empty for a sleep. */
export interface Due {
  readonly id: number;
  readonly message: string;
}

/** What a script waits for: its `tool.sleep` calls, and what others will bring. */
export class Waits {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #expected = new Set<number>();
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

  /** Somebody will bring what is waited for. */
  expect(id: number): void {
    this.#expected.add(id);
  }

  bring(id: number, message: string): void {
    if (this.#expected.delete(id)) this.#over({ id, message });
  }

  /** Whether any wait is under way, or is over and has not been told. */
  get any(): boolean {
    return this.#timers.size > 0 || this.#expected.size > 0 || this.#due.length > 0;
  }

  /** Waits until one is over; all that are. */
  async next(): Promise<readonly Due[]> {
    if (this.#due.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const due = this.#due;
    this.#due = [];
    return due;
  }

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
