import { ReqError } from '../../base/reqError.ts';
import type { PlannedFile } from './plan.ts';

/** Maximum number of times that scripts of one pass can set the next request, so that an endless loop fails. */
export const mostJumps = 1000;

/** A place in a plan. */
export interface Position {
  /** Index of the file. */
  readonly file: number;
  /** Index of the turn in the file. */
  readonly turn: number;
}

/** The order of one pass: that of the files, unless a script sets the next request. */
export class RunOrder {
  readonly #files: readonly PlannedFile[];
  /** Whether only one file runs at a time. */
  readonly #isSequential: boolean;
  readonly #ran = new Set<string>();
  readonly #next = new Map<number, Position>();
  #jumps = 0;
  /** A script set no next request. */
  isEnded = false;

  constructor(files: readonly PlannedFile[], isSequential: boolean) {
    this.#files = files;
    this.#isSequential = isSequential;
  }

  /**
   * Records that a turn runs.
   * @returns whether it has run before in this pass
   */
  enter({ file, turn }: Position): boolean {
    const key = `${file} ${turn}`;
    const isAgain = this.#ran.has(key);
    this.#ran.add(key);
    return isAgain;
  }

  /**
   * Sets the next turn after a request of a file: the first request with the name in this file, else in the run.
   * @throws {ReqError} if there is none, or if it cannot be next
   */
  setNext(file: number, name: string | null): void {
    if (name === null) {
      this.isEnded = true;
      return;
    }
    const order = [file, ...this.#files.keys()];
    const found = order.map((at) => ({ file: at, turn: this.#turnOf(at, name) })).find(({ turn }) => turn >= 0);
    const call = `setNextRequest(${JSON.stringify(name)})`;
    if (found === undefined)
      throw new ReqError('script', `${call}: the run has no request with this title or name.`, {
        hint: 'Add the files that contain it, and remove filters that exclude it.',
      });
    if (found.file !== file && !this.#isSequential)
      throw new ReqError('script', `${call}: the request is in another file, and files run in parallel.`, {
        hint: 'Run without --parallel.',
      });
    if (++this.#jumps > mostJumps)
      throw new ReqError('script', `${call}: scripts set the next request more than ${mostJumps} times, which looks like an endless loop.`);
    this.isEnded = false;
    this.#next.set(file, found);
  }

  /** Returns the next request that a script has set, and resets it. */
  take(file: number): Position | undefined {
    const next = this.#next.get(file);
    this.#next.delete(file);
    return next;
  }

  #turnOf(file: number, name: string): number {
    return this.#files[file]?.turns.findIndex(({ request }) => request.title === name || request.name === name) ?? -1;
  }
}
