import { after } from '../../base/timer.ts';
import { Clock } from './clock.ts';
import { maxSleep } from './maxSleep.ts';

/** How much longer than its limit a script may take to stop by itself, in milliseconds. */
const patience = 400;

/** Bites when a script does not stop by itself: the engine's own limit is not looked at inside its built-in functions. */
export class Watchdog {
  #clock: Clock;
  readonly #bite: (why: 'ran' | 'slept') => void;
  readonly #longest: number;
  #timer: NodeJS.Timeout | undefined;
  #overall: NodeJS.Timeout | undefined;
  /** Time to run and to sleep in; stands still while the script waits for what is not its own. */
  #overallClock: Clock;
  /** What the script waits for that is not its own: only the time in which it runs counts meanwhile. */
  #elsewhere = 0;
  readonly #limit: number;

  /** @param limit the script's own, in milliseconds */
  constructor(limit: number, bite: (why: 'ran' | 'slept') => void) {
    this.#bite = bite;
    this.#limit = limit + patience;
    this.#clock = new Clock(this.#limit);
    this.#longest = limit + patience + maxSleep;
    this.#overallClock = new Clock(this.#longest);
    this.#armOverall();
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

  /** The script waits for its host, which may take any time. */
  hold(): void {
    this.pause();
    this.leave();
  }

  /** The host has answered. */
  release(): void {
    this.comeBack();
    this.resume();
  }

  /** Something began that takes its own time, such as another request. */
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

  /** All time counts anew, from now. */
  again(): void {
    this.pause();
    clearTimeout(this.#overall);
    this.#clock = new Clock(this.#limit);
    this.#overallClock = new Clock(this.#longest);
    if (this.#elsewhere > 0) this.#overallClock.pause();
    else this.#armOverall();
    this.#arm();
  }

  /** The script does nothing, and may do so for any time. */
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
    // Where this thread was busy, the script's end may be waiting to be read: read it first.
    this.#timer = after(Math.max(0, this.#clock.left), () => setImmediate(() => this.#bite('ran')));
  }
}
