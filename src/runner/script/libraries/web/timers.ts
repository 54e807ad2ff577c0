import { maxSleep } from '../../maxSleep.ts';
import { kit } from '../kit.ts';

const active = new Map<number, Timer>();
let count = 0;

class Timer {
  readonly #call: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  readonly #number = ++count;
  #waits: number | undefined;

  constructor(call: () => void, ms: number, repeats: boolean) {
    this.#call = call;
    this.#ms = ms;
    this.#repeats = repeats;
    this.refresh();
  }
  refresh(): this {
    this.close();
    active.set(this.#number, this);
    this.#waits = kit().wait(
      (id) => void kit().ask({ op: 'sleep', id, ms: this.#ms }),
      () => this.#over(),
    );
    return this;
  }
  #over(): void {
    this.#waits = undefined;
    active.delete(this.#number);
    try {
      if (this.#repeats) this.refresh();
      this.#call();
    } catch (e) {
      this.close();
      kit().fail(e);
    }
  }
  close(): this {
    if (this.#waits !== undefined) kit().cancel(this.#waits);
    this.#waits = undefined;
    active.delete(this.#number);
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.toPrimitive](): number {
    return this.#number;
  }
}

/** Timers of Node.js. They count as sleep: a script waits at most `maxSleep` milliseconds in total. */
export function createTimers(): Readonly<Record<string, unknown>> {
  const timer =
    (name: string, repeats: boolean) =>
    (call: unknown, ms: unknown = 1, ...args: unknown[]): Timer => {
      if (typeof call !== 'function') throw new TypeError(`${name}(fn, ms): fn must be a function`);
      const delay = Number(ms);
      if (delay > maxSleep) throw new RangeError(`${name} waits at most ${maxSleep} ms, the limit for a whole script`);
      return new Timer(() => void (call as (...given: unknown[]) => unknown)(...args), delay >= 1 ? Math.trunc(delay) : 1, repeats);
    };
  const clear = (given: unknown): void => {
    const found = given instanceof Timer ? given : active.get(Number(given));
    found?.close();
  };
  const later = timer('setImmediate', false);
  return {
    setTimeout: timer('setTimeout', false),
    setInterval: timer('setInterval', true),
    setImmediate: (call: unknown, ...args: unknown[]) => later(call, 1, ...args),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    queueMicrotask: (call: unknown) => {
      if (typeof call !== 'function') throw new TypeError('queueMicrotask(fn): fn must be a function');
      void Promise.resolve().then(() => {
        try {
          (call as () => unknown)();
        } catch (e) {
          kit().fail(e);
        }
      });
    },
  };
}
