/** Longest delay a Node timer takes. */
const maxDelay = 2 ** 31 - 1;

/** The `tool.sleep` calls that are still to end. */
export class Sleepers {
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #due: number[] = [];
  #wake: (() => void) | undefined;

  add(id: number, ms: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.#due.push(id);
        this.#wake?.();
      },
      Math.min(ms, maxDelay),
    );
    this.#timers.set(id, timer);
  }

  /** Whether any sleeps, or has awoken and not been told. */
  get any(): boolean {
    return this.#timers.size > 0 || this.#due.length > 0;
  }

  /** Waits for the next to awake; the ids of all that have. */
  async next(): Promise<readonly number[]> {
    if (this.#due.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const due = this.#due;
    this.#due = [];
    return due;
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
