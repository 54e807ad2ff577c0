import { GrowingInts } from '../growingInts.ts';
import type { JsonIndex } from '../json/jsonIndex.ts';

/** Values of a JSON text, shown one below the other. */
export interface LaidOutValues {
  /** Number of values. */
  readonly size: number;
  /** The value that has a line, from 0. */
  nthOf(line: number): number;
  /** Index of a value among the objects and arrays of the text; -1 for a scalar. */
  containerOf(nth: number): number;
  /** Difference between the line of a value here and in the whole formatted text. */
  shiftOf(nth: number): number;
}

/** An object or array that starts on a line and ends on a later one. */
export interface Fold {
  readonly container: number;
  /** The line of its closing bracket. */
  readonly end: number;
  readonly isFolded: boolean;
}

/**
 * Which values are folded: all from a level on (counted from 1) that end before a line, with the lines in `others`
 * inverted. Without a level, only the values starting on `others`.
 */
export interface FoldState {
  readonly level: number | null;
  readonly before: number;
  readonly others: readonly number[];
}

/** The whole text as a single value. */
const wholeOf = ({ open }: JsonIndex): LaidOutValues => ({
  size: 1,
  nthOf: () => 0,
  containerOf: () => (open.length > 0 ? 0 : -1),
  shiftOf: () => 0,
});

/** The folded objects and arrays; rows are the lines that remain visible. */
export class Folds {
  readonly #index: JsonIndex;
  readonly #values: LaidOutValues;
  #level: number | null = null;
  #before = 0;
  #others = new Set<number>();
  /** For the outermost folded ranges: their first lines, and the cumulative number of hidden lines. */
  #first = new GrowingInts();
  #hidden = new GrowingInts();

  /** @param values the whole text by default */
  constructor(index: JsonIndex, values: LaidOutValues = wholeOf(index)) {
    this.#index = index;
    this.#values = values;
  }

  rows(lines: number): number {
    return lines - this.#hiddenBefore(this.#first.length);
  }

  lineOf(row: number): number {
    if (!this.#isAny) return row;
    // Number of folded ranges that start in an earlier row.
    let low = 0;
    let high = this.#first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#first.at(middle) - this.#hiddenBefore(middle) < row) low = middle + 1;
      else high = middle;
    }
    return row + this.#hiddenBefore(low);
  }

  /** The row of a line, or of the folded range that hides it. */
  rowOf(line: number): number {
    if (!this.#isAny) return line;
    const before = this.#first.countUpTo(line - 1);
    if (before === 0) return line;
    const first = this.#first.at(before - 1);
    const hides = this.#hidden.at(before - 1) - this.#hiddenBefore(before - 1);
    return line <= first + hides ? first - this.#hiddenBefore(before - 1) : line - this.#hidden.at(before - 1);
  }

  at(line: number): Fold | null {
    const { openLine, closeLine } = this.#index;
    const nth = this.#values.nthOf(line);
    const root = this.#values.containerOf(nth);
    const shift = this.#values.shiftOf(nth);
    const own = line - shift;
    if (root < 0 || own < openLine.at(root)) return null;
    for (let found = openLine.countUpTo(own) - 1; found >= root && openLine.at(found) === own; found--)
      if (closeLine.at(found) > own)
        return { container: found, end: closeLine.at(found) + shift, isFolded: this.#isFolded(found, root, shift) };
    return null;
  }

  set(line: number, folded: boolean): void {
    const fold = this.at(line);
    if (fold === null || fold.isFolded === folded) return;
    this.#toggle(line);
    this.#measure();
  }

  /** Folds everything scanned so far from a level on, counted from 1; null unfolds all. */
  toLevel(level: number | null): void {
    this.restore({ level, before: this.#index.lines, others: [] });
  }

  /** Unfolds all ranges that hide a line. Returns whether there were any. */
  reveal(line: number): boolean {
    if (!this.#isAny) return false;
    const { openLine, closeLine, parent } = this.#index;
    const nth = this.#values.nthOf(line);
    const root = this.#values.containerOf(nth);
    const shift = this.#values.shiftOf(nth);
    const own = line - shift;
    if (root < 0) return false;
    let isOther = false;
    for (let found = openLine.countUpTo(own) - 1; found >= root; found = parent.at(found)) {
      if (openLine.at(found) >= own || closeLine.at(found) < own || !this.#isFolded(found, root, shift)) continue;
      this.#toggle(openLine.at(found) + shift);
      isOther = true;
    }
    if (isOther) this.#measure();
    return isOther;
  }

  get state(): FoldState {
    return { level: this.#level, before: this.#before, others: [...this.#others] };
  }

  restore({ level, before, others }: FoldState): void {
    this.#level = level;
    this.#before = before;
    this.#others = new Set(others);
    this.#measure();
  }

  get #isAny(): boolean {
    return this.#first.length > 0;
  }

  #toggle(line: number): void {
    if (!this.#others.delete(line)) this.#others.add(line);
  }

  #isFolded(container: number, root: number, shift: number): boolean {
    let depth = 1;
    for (let above = container; above !== root; above = this.#index.parent.at(above)) depth++;
    return this.#isFoldedAt(container, depth, shift);
  }

  #isFoldedAt(container: number, depth: number, shift: number): boolean {
    const { openLine, closeLine } = this.#index;
    const close = closeLine.at(container);
    const isDeep = this.#level !== null && depth >= this.#level && close >= 0 && close < this.#before;
    return isDeep !== this.#others.has(openLine.at(container) + shift);
  }

  #hiddenBefore(nth: number): number {
    return nth === 0 ? 0 : this.#hidden.at(nth - 1);
  }

  #measure(): void {
    this.#first = new GrowingInts();
    this.#hidden = new GrowingInts();
    if (this.#level === null) this.#measureOthers();
    else for (let nth = 0; nth < this.#values.size; nth++) this.#measureValue(nth);
  }

  #measureOthers(): void {
    let end = -1;
    for (const line of [...this.#others].toSorted((a, b) => a - b)) {
      const fold = line > end ? this.at(line) : null;
      if (fold === null) continue;
      end = fold.end;
      this.#hide(line, fold.end);
    }
  }

  #measureValue(nth: number): void {
    const { open, openLine, closeLine, next } = this.#index;
    const root = this.#values.containerOf(nth);
    if (root < 0) return;
    const shift = this.#values.shiftOf(nth);
    // An unclosed container has no successor yet.
    const behind = (container: number): number => (next.at(container) < 0 ? open.length : next.at(container));
    const stop = behind(root);
    /** Successors of the open containers, outermost first. */
    const after: number[] = [];
    for (let i = root; i < stop;) {
      while (after.length > 0 && (after.at(-1) as number) <= i) after.pop();
      const isMany = closeLine.at(i) > openLine.at(i);
      if (isMany && this.#isFoldedAt(i, after.length + 1, shift)) {
        this.#hide(openLine.at(i) + shift, closeLine.at(i) + shift);
        i = behind(i);
      } else after.push(behind(i++));
    }
  }

  #hide(first: number, last: number): void {
    this.#hidden.push(this.#hiddenBefore(this.#first.length) + last - first);
    this.#first.push(first);
  }
}
