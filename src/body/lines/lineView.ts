import type { Folds } from './folds.ts';
import type { HiddenParts } from './hiddenParts.ts';
import { countChildren } from '../json/jsonNodes.ts';
import type { JsonIndex } from '../json/jsonIndex.ts';
import { LineWriter } from './lineWriter.ts';
import type { RowFold, RowsPage } from '../../protocol/bodyRows.ts';
import type { TextLines } from './textLines.ts';

/** Maximum bytes of a shown line, and of one page. */
const longestLine = 20_000;
const longestPage = 2_000_000;
const mostCounted = 10_000;

export interface Foldable {
  readonly index: JsonIndex;
  readonly folds: Folds;
}

/** Lines some of which are titles. Titles have no number. */
export interface Titled {
  isTitle(line: number): boolean;
  /** The number of a line that is no title, from 0. */
  numberOf(line: number): number;
}

/** Lines for display: secrets masked, folded lines omitted. Rows are the visible lines. */
export class LineView {
  readonly lines: TextLines;
  readonly hidden: HiddenParts;
  readonly #foldable: Foldable | null;
  readonly #titled: Titled | null;

  constructor(lines: TextLines, hidden: HiddenParts, foldable: Foldable | null = null, titled: Titled | null = null) {
    this.lines = lines;
    this.hidden = hidden;
    this.#foldable = foldable;
    this.#titled = titled;
  }

  /** Null if nothing can be folded. */
  get folds(): Folds | null {
    return this.#foldable?.folds ?? null;
  }

  /** Rows known so far. */
  get total(): number {
    return this.#foldable?.folds.rows(this.lines.count) ?? this.lines.count;
  }

  lineOf(row: number): number {
    return this.#foldable?.folds.lineOf(row) ?? row;
  }

  rowOf(line: number): number {
    return this.#foldable?.folds.rowOf(line) ?? line;
  }

  /** Unfolds ranges that hide a line. Returns whether there were any. */
  reveal(line: number): boolean {
    return this.#foldable?.folds.reveal(line) ?? false;
  }

  /** Rows as text, fewer than `count` if they are long. */
  rows(start: number, count: number): Omit<RowsPage, 'revision'> {
    const { total } = this;
    const out = new LineWriter(this.hidden, longestLine);
    const numbers: number[] = [];
    const folds: RowFold[] = [];
    const titles: number[] = [];
    for (let row = start; row < Math.min(total, start + count) && out.length < longestPage; row++) {
      const line = this.lineOf(row);
      numbers.push(this.#titled?.numberOf(line) ?? line);
      this.lines.write(out, line, 1, Infinity);
      if (this.#titled?.isTitle(line) === true) titles.push(row);
      const fold = this.#foldOf(row, line);
      if (fold !== null) folds.push(fold);
    }
    const isPlain = numbers.every((number, i) => number === start + i);
    return { start, total, lines: out.text().split('\n').slice(0, -1), numbers: isPlain ? null : numbers, folds, titles };
  }

  #foldOf(row: number, line: number): RowFold | null {
    if (this.#foldable === null) return null;
    const { folds, index } = this.#foldable;
    const fold = folds.at(line);
    if (fold === null) return null;
    if (!fold.isFolded) return { row, folded: false, tail: '', items: '' };
    const out = new LineWriter(this.hidden, longestLine);
    this.lines.write(out, fold.end, 1, Infinity);
    const count = countChildren(index, fold.container, mostCounted);
    return { row, folded: true, tail: out.text().trim(), items: count < mostCounted ? `${count}` : `${mostCounted}+` };
  }
}
