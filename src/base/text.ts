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

export const contains = (r: Range, offset: number): boolean => r.start <= offset && offset <= r.end;

/** Offsets ↔ lines. LF, CRLF and CR each end a line. */
export class LineIndex {
  readonly #starts: readonly number[];

  constructor(starts: readonly number[]) {
    this.#starts = starts;
  }

  static of(text: string): LineIndex {
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 13) {
        if (text.charCodeAt(i + 1) === 10) i++;
        starts.push(i + 1);
      } else if (c === 10) starts.push(i + 1);
    }
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
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, column: offset - (this.#starts[low] as number) };
  }
}
