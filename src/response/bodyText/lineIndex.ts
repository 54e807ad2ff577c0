import type { BodyReader } from '../../runner/index.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Lines, and bytes, between two marks. */
const markLines = 4096;
const markBytes = 256 * 1024;

/** One line of a body, cut at the requested length. */
export interface FoundLine {
  readonly bytes: Uint8Array;
  /** Bytes that were cut. */
  readonly more: number;
}

/** Finds lines of a body by number. Marks some line starts while the bytes arrive. LF and CRLF end a line. */
export class LineIndex {
  readonly #lines: number[] = [0];
  readonly #starts: number[] = [0];
  #feeds = 0;
  #size = 0;

  /** The number of lines; an unterminated last line counts. */
  get count(): number {
    return this.#feeds + 1;
  }

  push(bytes: Uint8Array): void {
    let line = this.#lines.at(-1) ?? 0;
    let start = this.#starts.at(-1) ?? 0;
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
      this.#feeds++;
      const next = this.#size + at + 1;
      if (this.#feeds - line < markLines && next - start < markBytes) continue;
      this.#lines.push((line = this.#feeds));
      this.#starts.push((start = next));
    }
    this.#size += bytes.length;
  }

  /**
   * Lines from `start` on, up to `count`.
   * @param most bytes to read of each line
   */
  read(body: BodyReader, start: number, count: number, most: number): FoundLine[] {
    const found: FoundLine[] = [];
    for (let mark = this.#markBefore(start); found.length < count && mark < this.#lines.length; mark++) {
      const from = this.#starts[mark] ?? 0;
      const nextStart = this.#starts[mark + 1];
      const to = nextStart ?? body.size;
      const nextLine = this.#lines[mark + 1] ?? this.count;
      // All lines but the last before a mark end within `markBytes`; of the last, only `most` bytes are needed.
      const bytes = body.read(from, Math.min(to, from + markBytes + most));
      let at = 0;
      for (let line = this.#lines[mark] ?? 0; line < nextLine && found.length < count; line++) {
        const feed = bytes.indexOf(lineFeed, at);
        const end = feed >= 0 ? feed : nextStart === undefined ? to - from : to - from - 1;
        if (line >= start) found.push(lineOf(bytes, at, end, most));
        at = end + 1;
      }
    }
    return found;
  }

  #markBefore(line: number): number {
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#lines[middle] ?? 0) <= line) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** A line between two offsets; `end` may be after the bytes that were read. */
function lineOf(bytes: Uint8Array, start: number, end: number, most: number): FoundLine {
  const isRead = end <= bytes.length;
  const length = isRead && end > start && bytes[end - 1] === carriageReturn ? end - 1 - start : end - start;
  const part = bytes.subarray(start, start + Math.min(length, most));
  return { bytes: part, more: length - part.length };
}
