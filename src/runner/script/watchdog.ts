import { Clock } from './clock.ts';

/** How much longer than its limit a script may take to stop by itself, in milliseconds. */
const patience = 400;
/** How long a script may sleep in all, in milliseconds. */
export const maxSleep = 60_000;

/** Bites when a script does not stop by itself: the engine's own limit is not looked at inside its built-in functions. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #overall: NodeJS.Timeout;
  readonly #bite: (why: 'ran' | 'slept') => void;
  #timer: NodeJS.Timeout | undefined;

  /** @param limit the script's own, in milliseconds */
  constructor(limit: number, bite: (why: 'ran' | 'slept') => void) {
    this.#bite = bite;
    this.#clock = new Clock(limit + patience);
    this.#overall = setTimeout(() => this.#bite('slept'), limit + patience + maxSleep);
    this.#arm();
  }

  /** The script sleeps. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#clock.pause();
  }

  resume(): void {
    this.#clock.resume();
    this.#arm();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#overall);
  }

  #arm(): void {
    // Where this thread was busy, the script's end may be waiting to be read: read it first.
    this.#timer = setTimeout(() => setImmediate(() => this.#bite('ran')), Math.max(0, this.#clock.left));
  }
}
