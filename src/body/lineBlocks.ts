import type { GrowingInts } from './growingInts.ts';

/** Lines that stand together. */
interface Block {
  readonly first: number;
  /** Number behind the last line. */
  readonly last: number;
  /** Offset where the next block begins. */
  readonly end: number;
}

/** What of a text's lines is known. */
interface KnownLines {
  readonly count: number;
  readonly isWhole: boolean;
}

/** The lines of a text whose bytes stand in their order, so many together: found by a byte that is in them. */
export class LineBlocks {
  readonly bytes: Uint8Array;
  readonly #marks: GrowingInts;
  readonly #size: number;
  readonly #lines: KnownLines;

  /** @param marks where each block begins, as far as it is known; `size` lines to a block */
  constructor(bytes: Uint8Array, marks: GrowingInts, size: number, lines: KnownLines) {
    this.bytes = bytes;
    this.#marks = marks;
    this.#size = size;
    this.#lines = lines;
  }

  /** Offset behind the blocks that are known whole. */
  get known(): number {
    if (this.#lines.isWhole) return this.bytes.length;
    return this.#marks.length === 0 ? 0 : this.#marks.at(this.#marks.length - 1);
  }

  /** The block around an offset that is known. */
  at(offset: number): Block {
    const nth = Math.max(0, this.#marks.countUpTo(offset) - 1);
    const isLast = nth + 1 >= this.#marks.length;
    return {
      first: nth * this.#size,
      last: isLast ? this.#lines.count : (nth + 1) * this.#size,
      end: isLast ? this.bytes.length : this.#marks.at(nth + 1),
    };
  }
}
