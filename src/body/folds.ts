import { GrowingInts } from './growingInts.ts';
import type { JsonIndex } from './jsonIndex.ts';

/** Which objects and arrays are folded: rows are the lines that can be seen then. */
export class Folds {
  readonly #index: JsonIndex;
  #folded = new Uint8Array();
  #isAny = false;
  /** Of the outermost folded ones: their first lines, and the lines hidden by each and all before it. */
  #first = new GrowingInts();
  #hidden = new GrowingInts();

  constructor(index: JsonIndex) {
    this.#index = index;
  }

  /** Rows of so many lines. */
  rows(lines: number): number {
    return lines - this.#hiddenBefore(this.#first.length);
  }

  lineOf(row: number): number {
    if (!this.#isAny) return row;
    // The folded parts whose first row is before this one.
    let low = 0;
    let high = this.#first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#first.at(middle) - this.#hiddenBefore(middle) < row) low = middle + 1;
      else high = middle;
    }
    return row + this.#hiddenBefore(low);
  }

  /** The row of a line, or of the folded part that hides it. */
  rowOf(line: number): number {
    if (!this.#isAny) return line;
    const before = this.#first.countUpTo(line - 1);
    if (before === 0) return line;
    const first = this.#first.at(before - 1);
    const hides = this.#hidden.at(before - 1) - this.#hiddenBefore(before - 1);
    return line <= first + hides ? first - this.#hiddenBefore(before - 1) : line - this.#hidden.at(before - 1);
  }

  /** The one that begins on a line and can be folded, or -1. */
  foldable(line: number): number {
    const { openLine, closeLine } = this.#index;
    for (let found = openLine.countUpTo(line) - 1; found >= 0 && openLine.at(found) === line; found--)
      if (closeLine.at(found) > line) return found;
    return -1;
  }

  isFolded(container: number): boolean {
    return this.#folded[container] === 1;
  }

  set(container: number, folded: boolean): void {
    this.#grow();
    this.#folded[container] = folded ? 1 : 0;
    this.#measure();
  }

  /** Folds all from a level on, counted from 1; null unfolds all. */
  toLevel(level: number | null): void {
    this.#grow();
    const { parent } = this.#index;
    const depths = new Uint16Array(parent.length);
    for (let i = 0; i < parent.length; i++) {
      const above = parent.at(i);
      const depth = above < 0 ? 1 : Math.min(65_535, (depths[above] as number) + 1);
      depths[i] = depth;
      this.#folded[i] = level !== null && depth >= level ? 1 : 0;
    }
    this.#measure();
  }

  /** Unfolds all that hide a line. Whether there were any. */
  reveal(line: number): boolean {
    const { open, openLine, closeLine, parent } = this.#index;
    if (!this.#isAny) return false;
    let isOther = false;
    let found = Math.min(open.length, openLine.countUpTo(line)) - 1;
    for (; found >= 0; found = parent.at(found)) {
      if (this.#folded[found] !== 1 || openLine.at(found) >= line || closeLine.at(found) < line) continue;
      this.#folded[found] = 0;
      isOther = true;
    }
    if (isOther) this.#measure();
    return isOther;
  }

  /** Folds those that begin on some lines. */
  foldLines(lines: readonly number[]): void {
    this.#grow();
    for (const line of lines) {
      const found = this.foldable(line);
      if (found >= 0) this.#folded[found] = 1;
    }
    this.#measure();
  }

  /** The lines on which folded ones begin. */
  lines(): readonly number[] {
    const lines: number[] = [];
    for (let i = 0; i < this.#folded.length; i++) if (this.#folded[i] === 1) lines.push(this.#index.openLine.at(i));
    return lines;
  }

  #grow(): void {
    if (this.#folded.length >= this.#index.open.length) return;
    const larger = new Uint8Array(this.#index.open.length);
    larger.set(this.#folded);
    this.#folded = larger;
  }

  #hiddenBefore(nth: number): number {
    return nth === 0 ? 0 : this.#hidden.at(nth - 1);
  }

  #measure(): void {
    const { openLine, closeLine, next } = this.#index;
    const first = new GrowingInts();
    const hidden = new GrowingInts();
    let sum = 0;
    for (let i = 0; i < this.#folded.length;) {
      if (this.#folded[i] !== 1 || closeLine.at(i) <= openLine.at(i)) {
        i++;
        continue;
      }
      first.push(openLine.at(i));
      hidden.push((sum += closeLine.at(i) - openLine.at(i)));
      i = next.at(i);
    }
    this.#first = first;
    this.#hidden = hidden;
    this.#isAny = first.length > 0;
  }
}
