import { type QuickJSHandle, Scope } from 'quickjs-emscripten-core';
import { Clock } from '../clock.ts';
import type { Machine } from '../engine/machine.ts';

/** Milliseconds beyond the script's limit for describing its failure. */
const describeTimeMs = 200;
/** Promise jobs between two checks of the clock: a chain of short jobs never reaches the interrupt handler. */
const jobsAtOnce = 100;
const outOfMemory = 'InternalError: out of memory';
/** Descriptions of an error when there is no memory to create or describe it. */
const withoutMemory: readonly string[] = [
  'the script threw null',
  'the script threw a value that cannot be shown',
  'the script threw [an object that cannot be shown]',
  'Error',
];

type Limit = 'time' | 'memory' | 'stack';

/** Code reached a limit. */
export class LimitReached extends Error {
  readonly limit: Limit;
  constructor(limit: Limit) {
    super(limit);
    this.limit = limit;
  }
}

/** Interrupts a script when its time is over, and recognizes errors of the engine that stand for a reached limit. */
export class ExecutionLimits {
  readonly #machine: Machine;
  readonly #timeMs: number;
  #clock: Clock;
  /** Milliseconds allowed beyond the limit. */
  #timeBeyond = 0;
  #interrupted = false;

  constructor(machine: Machine, timeMs: number) {
    this.#machine = machine;
    this.#timeMs = timeMs;
    this.#clock = new Clock(timeMs);
    machine.runtime.setInterruptHandler(() => {
      if (this.#clock.left > -this.#timeBeyond) return false;
      this.#interrupted = true;
      return true;
    });
  }

  get clock(): Clock {
    return this.#clock;
  }

  /** Resets the clock to the whole time limit. */
  restart(): void {
    this.#clock = new Clock(this.#timeMs);
  }

  /**
   * Runs all pending promise jobs.
   * @param onError receives errors of jobs that reject no promise: of callbacks of a FinalizationRegistry
   * @throws {LimitReached}
   */
  runJobs(onError: (error: QuickJSHandle) => void): void {
    const { runtime } = this.#machine;
    while (!this.#interrupted && runtime.hasPendingJob()) {
      if (this.#clock.left <= 0) throw new LimitReached('time');
      const ran = runtime.executePendingJobs(jobsAtOnce);
      if (ran.error === undefined) continue;
      const cause = this.errorOf(ran.error);
      if (cause instanceof LimitReached) throw cause;
      onError(ran.error);
    }
    // An interrupted async function only rejects its promise, which the script may have caught.
    if (this.#interrupted) throw new LimitReached('time');
  }

  /** Propagates the interruption to the function that awaits the script, so that its error can be described. */
  propagateInterruption(): void {
    this.#timeBeyond = describeTimeMs - Math.min(0, this.#clock.left);
    this.#machine.runtime.executePendingJobs(jobsAtOnce).dispose();
  }

  /** Converts an error of QuickJS or of the API: the limit that caused it, or a defect. */
  errorOf(error: QuickJSHandle): Error {
    const { context } = this.#machine;
    if (this.#interrupted) return new LimitReached('time');
    if (context.sameValue(error, context.null)) return new LimitReached('memory');
    const text = Scope.withScope((scope) => context.getString(scope.manage(context.getProp(error, 'message'))));
    if (text === 'out of memory') return new LimitReached('memory');
    if (text === 'stack overflow') return new LimitReached('stack');
    return new Error(`the API of scripts failed: ${text}`);
  }

  /**
   * Checks the description of a value that a script threw.
   * @throws {LimitReached} if the script threw for lack of memory; without memory for an error object, QuickJS throws null
   */
  checkThrown(text: string): void {
    if (text === outOfMemory || (withoutMemory.includes(text) && this.#machine.full())) throw new LimitReached('memory');
  }
}
