import { after } from '../../../base/async/timer.ts';
import { Clock } from '../clock.ts';
import { maxSleep } from '../maxSleep.ts';

/** Milliseconds beyond its limit that a script has to stop by itself. */
const graceMs = 400;

/** Calls `bite` if a script does not stop by itself: the engine does not check its limit inside built-in functions. */
export class Watchdog {
  #clock: Clock;
  readonly #bite: (why: 'ran' | 'slept') => void;
  readonly #longest: number;
  #timer: NodeJS.Timeout | undefined;
  #overall: NodeJS.Timeout | undefined;
  /** Total time to run and to sleep. Paused while the script waits for its host or another request. */
  #overallClock: Clock;
  /** Number of pending host calls and requests. Meanwhile only running time counts. */
  #elsewhere = 0;
  readonly #limit: number;

  /** @param limit the script's time limit in milliseconds */
  constructor(limit: number, bite: (why: 'ran' | 'slept') => void) {
    this.#bite = bite;
    this.#limit = limit + graceMs;
    this.#clock = new Clock(this.#limit);
    this.#longest = limit + graceMs + maxSleep;
    this.#overallClock = new Clock(this.#longest);
    this.#armOverall();
    this.#arm();
  }

  /** Call when the script sleeps. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#clock.pause();
  }

  resume(): void {
    this.#clock.resume();
    this.#arm();
  }

  /** Call when the script waits for its host, without a time limit. */
  hold(): void {
    this.pause();
    this.leave();
  }

  /** Call when the host has replied. */
  release(): void {
    this.comeBack();
    this.resume();
  }

  /** Call when the script starts an operation with a time limit of its own, such as another request. */
  leave(): void {
    this.#elsewhere++;
    this.#overallClock.pause();
    clearTimeout(this.#overall);
  }

  comeBack(): void {
    this.#elsewhere--;
    if (this.#elsewhere > 0) return;
    this.#overallClock.resume();
    this.#armOverall();
  }

  /** Restarts all time limits. */
  again(): void {
    this.pause();
    clearTimeout(this.#overall);
    this.#clock = new Clock(this.#limit);
    this.#overallClock = new Clock(this.#longest);
    if (this.#elsewhere > 0) this.#overallClock.pause();
    else this.#armOverall();
    this.#arm();
  }

  /** Call when the script is idle. Stops all timers until `again`. */
  rest(): void {
    this.pause();
    clearTimeout(this.#overall);
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#overall);
  }

  #armOverall(): void {
    this.#overall = after(Math.max(0, this.#overallClock.left), () => this.#bite('slept'));
  }

  #arm(): void {
    // If this thread was busy, the script's `done` message may already be queued: read it first.
    this.#timer = after(Math.max(0, this.#clock.left), () => setImmediate(() => this.#bite('ran')));
  }
}
