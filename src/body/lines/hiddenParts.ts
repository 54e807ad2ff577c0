import { createFinder } from '../../base/masks/mask.ts';
import { findInBytes } from '../../base/masks/byteRanges.ts';
import type { Range } from '../../base/text/text.ts';

/** Bytes to search at once. */
const windowSize = 256 * 1024;

/** The ranges of secrets in a text's bytes. Searched lazily by window, and cached. */
export class HiddenParts {
  readonly bytes: Uint8Array;
  readonly #find: ((text: string) => readonly Range[]) | undefined;
  /** Bytes that an encoded secret may extend beyond a window. */
  readonly #around: number;
  readonly #found = new Map<number, readonly Range[]>();

  constructor(bytes: Uint8Array, secrets: readonly string[]) {
    this.bytes = bytes;
    this.#find = secrets.length === 0 ? undefined : createFinder(secrets);
    this.#around = 64 + 8 * secrets.reduce((longest, secret) => Math.max(longest, secret.length), 0);
  }

  /** Secret ranges that overlap a range, sorted; null if there are none. */
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
