/** A range of offsets in UTF-16 code units, as in VS Code and JavaScript: start inclusive, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Zero-based line and column, both in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const movedRange = (range: Range, by: number): Range => ({ start: range.start + by, end: range.end + by });

export const contains = (r: Range, offset: number): boolean => r.start <= offset && offset <= r.end;

/**
 * The line break after the first line that is not blank, else the first one of the text, so that a file with mixed line breaks gets one it
 * already uses. `\n` if there is none.
 */
export function lineBreakOf(text: string): string {
  const form = /\r\n|\n|\r/;
  const start = Math.max(0, text.search(/[^ \t\r\n\ufeff]/));
  return (form.exec(text.slice(start)) ?? form.exec(text))?.[0] ?? '\n';
}

/** Converts offsets to lines and back. LF, CRLF and CR each end a line. */
export class LineIndex {
  readonly #starts: Int32Array;

  /** @param starts the offset of each line: 0, then the offset after each line break */
  constructor(starts: readonly number[] | Int32Array) {
    this.#starts = starts instanceof Int32Array ? starts : Int32Array.from(starts);
  }

  static of(text: string): LineIndex {
    const starts = startsIn(text, 1, text.length);
    starts.unshift(0);
    return new LineIndex(starts);
  }

  /** The index of the text after one edit. Offsets before `start` are unchanged; the text from `oldEnd` on moves to `newEnd`. */
  edited(text: string, start: number, oldEnd: number, newEnd: number): LineIndex {
    const old = this.#starts;
    // Not kept: a line that starts at the edit, since the edit may have extended or split the break before it.
    const kept = Math.max(1, firstAtOrAfter(old, start));
    const after = firstAtOrAfter(old, oldEnd + 1);
    const between = startsIn(text, Math.max(1, start), newEnd);
    const starts = new Int32Array(kept + between.length + old.length - after);
    starts.set(old.subarray(0, kept));
    starts.set(between, kept);
    starts.set(old.subarray(after), kept + between.length);
    const by = newEnd - oldEnd;
    if (by !== 0) for (let i = kept + between.length; i < starts.length; i++) starts[i] = (starts[i] as number) + by;
    return new LineIndex(starts);
  }

  /** The offsets of the lines. */
  starts(): Int32Array {
    return this.#starts;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** The offset of a zero-based line, clamped to the text. */
  startOf(line: number): number {
    return this.#starts[Math.max(0, Math.min(line, this.#starts.length - 1))] as number;
  }

  /** The offset of a zero-based line and column. The column is not limited to the line. */
  offsetAt(line: number, column: number): number {
    return this.startOf(line) + column;
  }

  positionAt(offset: number): Position {
    const line = Math.max(0, firstAtOrAfter(this.#starts, offset + 1) - 1);
    return { line, column: offset - (this.#starts[line] as number) };
  }
}

/** Binary search for the index of the first number >= `least`. */
function firstAtOrAfter(sorted: Int32Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Line starts between two offsets, both inclusive. */
function startsIn(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let i = from; i <= to; i++) {
    const before = text.charCodeAt(i - 1);
    if (before === 10 || (before === 13 && text.charCodeAt(i) !== 10)) starts.push(i);
  }
  return starts;
}
