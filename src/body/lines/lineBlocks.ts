import type { GrowingInts } from '../growingInts.ts';

interface Block {
  readonly first: number;
  /** The line after the last one. */
  readonly last: number;
  /** The offset of the next block. */
  readonly end: number;
}

interface KnownLines {
  readonly count: number;
  readonly isWhole: boolean;
}

/** Finds the block of lines that contains an offset, for texts whose lines are in byte order. */
export class LineBlocks {
  readonly bytes: Uint8Array;
  readonly #marks: GrowingInts;
  readonly #size: number;
  readonly #lines: KnownLines;

  /**
   * @param marks offsets of the known blocks
   * @param size lines per block
   */
  constructor(bytes: Uint8Array, marks: GrowingInts, size: number, lines: KnownLines) {
    this.bytes = bytes;
    this.#marks = marks;
    this.#size = size;
    this.#lines = lines;
  }

  /** The offset after the complete blocks. */
  get known(): number {
    if (this.#lines.isWhole) return this.bytes.length;
    return this.#marks.length === 0 ? 0 : this.#marks.at(this.#marks.length - 1);
  }

  /** The block around an offset; the offset must be known. */
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
