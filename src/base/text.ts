/** A range of offsets in UTF-16 code units, as VS Code and JavaScript count: start included, end excluded. */
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

/** How the first line that is not empty ends: of a mixture, a line break that is there. `\n` where there is none. */
export function lineBreakOf(text: string): string {
  const form = /\r\n|\n|\r/g;
  form.lastIndex = Math.max(0, text.search(/[^ \t\r\n\ufeff]/));
  return form.exec(text)?.[0] ?? '\n';
}

/** Offsets ↔ lines. LF, CRLF and CR each end a line. */
export class LineIndex {
  readonly #starts: Int32Array;

  /** Where each line begins: 0, then what follows each break. */
  constructor(starts: readonly number[] | Int32Array) {
    this.#starts = starts instanceof Int32Array ? starts : Int32Array.from(starts);
  }

  static of(text: string): LineIndex {
    const starts = startsIn(text, 1, text.length);
    starts.unshift(0);
    return new LineIndex(starts);
  }

  /** The index of a text that is the same as before up to `start`, and from `oldEnd` on, which stands at `newEnd` now. */
  edited(text: string, start: number, oldEnd: number, newEnd: number): LineIndex {
    const old = this.#starts;
    // A line that begins right at the change: a break before it may have been made longer, or cut in two.
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

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Where a zero-based line begins. */
  startOf(line: number): number {
    return this.#starts[Math.max(0, Math.min(line, this.#starts.length - 1))] as number;
  }

  positionAt(offset: number): Position {
    const line = Math.max(0, firstAtOrAfter(this.#starts, offset + 1) - 1);
    return { line, column: offset - (this.#starts[line] as number) };
  }
}

/** The index of the first number that is at least `least`, in a list that grows. */
function firstAtOrAfter(sorted: Int32Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where lines begin between two offsets, both included. */
function startsIn(text: string, from: number, to: number): number[] {
  const starts: number[] = [];
  for (let i = from; i <= to; i++) {
    const before = text.charCodeAt(i - 1);
    if (before === 10 || (before === 13 && text.charCodeAt(i) !== 10)) starts.push(i);
  }
  return starts;
}
