/** Counts down a script's time in milliseconds. Paused while the script sleeps. */
export class Clock {
  #left: number;
  #since: number | undefined;

  constructor(limit: number) {
    this.#left = limit;
    this.#since = performance.now();
  }

  /** Remaining milliseconds; negative when the time is over. */
  get left(): number {
    return this.#since === undefined ? this.#left : this.#left - (performance.now() - this.#since);
  }

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
