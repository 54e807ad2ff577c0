/** How much of its time a script has left; stands still while the script sleeps. Milliseconds. */
export class Clock {
  #left: number;
  #since: number | undefined;

  /** Runs from the start. */
  constructor(limit: number) {
    this.#left = limit;
    this.#since = performance.now();
  }

  /** What is left; negative when it is over. */
  get left(): number {
    return this.#since === undefined ? this.#left : this.#left - (performance.now() - this.#since);
  }

  /** Gives back time in which the script could do nothing. */
  grant(ms: number): void {
    this.#left += ms;
  }

  pause(): void {
    this.#left = this.left;
    this.#since = undefined;
  }

  resume(): void {
    this.#since ??= performance.now();
  }
}
