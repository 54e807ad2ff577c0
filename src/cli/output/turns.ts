import { onAbort } from '../../base/async/onAbort.ts';
import type { Output } from './output.ts';
import type { Following } from './slowReader.ts';

/** Milliseconds of work before other tasks may run. */
const mostAtOnce = 10;

/** Start of the work of this turn of the event loop; several works may run in one turn. */
let turnSince: number | undefined;

/** Whether this turn has used its time for work. */
function isTurnOver(): boolean {
  const now = performance.now();
  if (turnSince === undefined) {
    turnSince = now;
    setImmediate(() => (turnSince = undefined));
  }
  return now - turnSince >= mostAtOnce;
}

/** Maximum size in UTF-16 units of work waiting behind the started work. */
const waitingLimit = 4 * 1024 * 1024;

/** Larger work (in UTF-16 units) is dropped by `drop`. */
const small = 64 * 1024;

interface Work {
  readonly steps: Iterator<unknown>;
  readonly size: number;
}

/** Runs work in order and in small steps, so that signals are handled between them. */
export class Turns {
  readonly #works: Work[] = [];
  /** Total size of all works except the first. */
  #behind = 0;
  #isScheduled = false;
  readonly #resolves: (() => void)[] = [];

  /** Starts at once if no other work waits. If too much waits, all of it is completed first. @param size in UTF-16 units */
  add(steps: Iterable<unknown>, size: number): void {
    if (this.#works.length > 0 && this.#behind + size > waitingLimit) this.#complete();
    if (this.#works.length > 0) this.#behind += size;
    this.#works.push({ steps: steps[Symbol.iterator](), size });
    if (!this.#isScheduled) this.#turn();
  }

  /** Runs at once if no other work waits. @param size in UTF-16 units */
  after(work: () => void, size: number): void {
    if (this.#works.length === 0) work();
    else this.add(once(work), size);
  }

  /** Resolves when no work waits, or the signal aborts. */
  idle(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (this.#works.length === 0 || signal?.aborted === true) return resolve();
      const stop = signal && onAbort(signal, resolve);
      this.#resolves.push(() => {
        stop?.();
        resolve();
      });
    });
  }

  /** Completes small work and drops the rest. Returns whether any was dropped. */
  drop(): boolean {
    const kept = this.#works.filter(({ size }) => size <= small);
    const isCut = kept.length < this.#works.length;
    this.#works.splice(0, this.#works.length, ...kept);
    this.#complete();
    return isCut;
  }

  #turn(): void {
    // The first step counts too.
    isTurnOver();
    do this.#step();
    while (this.#works.length > 0 && !isTurnOver());
    if (this.#works.length === 0) return this.#end();
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#turn();
    });
  }

  #step(): void {
    const [work] = this.#works;
    if (work?.steps.next().done !== true) return;
    this.#works.shift();
    this.#behind -= this.#works[0]?.size ?? 0;
  }

  #complete(): void {
    while (this.#works.length > 0) this.#step();
    this.#end();
  }

  #end(): void {
    this.#behind = 0;
    for (const resolve of this.#resolves.splice(0)) resolve();
  }
}

/** If this turn has used its time for work, a promise that resolves after other tasks have run; else undefined. */
export const otherTasks = (): Promise<void> | undefined => (isTurnOver() ? new Promise((resolve) => setImmediate(resolve)) : undefined);

function* once(work: () => void): Generator<void> {
  work();
  yield;
}

/** Output that neither blocks on a slow reader nor keeps signals waiting. Both streams stay in order. */
export function outputBehind(following: { readonly out: Following; readonly err: Following }, turns: Turns, { out, err }: Output): Output {
  const sink = out.to((data) => following.out.write(data));
  const errors = err.to((data) => following.err.write(data));
  /** Both may be the same terminal. */
  const writeError = (work: () => void): void => {
    following.out.flush();
    work();
    following.err.flush();
  };
  return {
    out: {
      ...sink,
      write: (text) => turns.after(() => sink.write(text), text.length),
      command: (text) => turns.after(() => sink.command(text), text.length),
      raw: (data) => turns.after(() => sink.raw(data), data.length),
      inTurns(texts, size, how = 'write') {
        if (size > small) turns.add(written(texts, sink[how]), size);
        else turns.after(() => sink.inTurns(texts, size, how), size);
      },
    },
    err: {
      ...errors,
      write: (text) => turns.after(() => writeError(() => errors.write(text)), text.length),
      raw: (data) => turns.after(() => writeError(() => errors.raw(data)), data.length),
    },
  };
}

function* written(texts: Iterable<string>, write: (text: string) => void): Generator<void> {
  for (const text of texts) {
    write(text);
    yield;
  }
}
