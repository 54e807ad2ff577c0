import { createFinder } from '../base/mask.ts';
import { findInBytes } from '../base/byteRanges.ts';
import type { Range } from '../base/text.ts';

/** Bytes that are looked at together. */
const windowSize = 256 * 1024;

/** Where secrets stand in a text's bytes. It is looked for where somebody looks, once. */
export class HiddenParts {
  readonly bytes: Uint8Array;
  readonly #find: ((text: string) => readonly Range[]) | undefined;
  /** How far a secret may reach over the edge of a window, escaped as it may be. */
  readonly #around: number;
  readonly #found = new Map<number, readonly Range[]>();

  constructor(bytes: Uint8Array, secrets: readonly string[]) {
    this.bytes = bytes;
    this.#find = secrets.length === 0 ? undefined : createFinder(secrets);
    this.#around = 64 + 8 * secrets.reduce((longest, secret) => Math.max(longest, secret.length), 0);
  }

  /** The parts that lie in a range or reach into it, in their order; null where there are none. */
  within(start: number, end: number): readonly Range[] | null {
    if (this.#find === undefined || start >= end) return null;
    const first = Math.floor(start / windowSize);
    const last = Math.floor((end - 1) / windowSize);
    if (first === last) {
      const all = this.#window(first, this.#find);
      if (all.length === 0) return null;
      const found = all.filter((part) => part.start < end && part.end > start);
      return found.length === 0 ? null : found;
    }
    const found: Range[] = [];
    for (let window = first; window <= last; window++)
      for (const part of this.#window(window, this.#find))
        if (part.start < end && part.end > start && part.start !== found.at(-1)?.start) found.push(part);
    return found.length === 0 ? null : found;
  }

  #window(window: number, find: (text: string) => readonly Range[]): readonly Range[] {
    const known = this.#found.get(window);
    if (known !== undefined) return known;
    const from = Math.max(0, window * windowSize - this.#around);
    const part = this.bytes.subarray(from, (window + 1) * windowSize + this.#around);
    const found = findInBytes(part, find).map(({ start, end }) => ({ start: start + from, end: end + from }));
    this.#found.set(window, found);
    return found;
  }
}
