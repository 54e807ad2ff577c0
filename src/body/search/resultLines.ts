import { normalizedPath } from '../../base/values/nodePath.ts';
import type { LaidOutValues } from '../lines/folds.ts';
import { GrowingInts } from '../growingInts.ts';
import type { JsonIndex } from '../json/jsonIndex.ts';
import { layOut, placeOfLine } from '../json/jsonLines.ts';
import { nodeOfLine, pathOf, type JsonPlace } from '../json/jsonNodes.ts';
import type { Titled } from '../lines/lineView.ts';
import type { LineWriter } from '../lines/lineWriter.ts';
import { shownText } from '../json/nodeFacts.ts';
import type { TextLines } from '../lines/textLines.ts';

/** The lines of a query's results: for each its path, then its formatted value. */
export class ResultLines implements TextLines, LaidOutValues, Titled {
  readonly isWhole = true;
  readonly progress = 1;
  readonly blocks = null;
  readonly #index: JsonIndex;
  readonly #starts = new GrowingInts();
  readonly #ends = new GrowingInts();
  readonly #containers = new GrowingInts();
  readonly #parents = new GrowingInts();
  readonly #names = new GrowingInts();
  readonly #first = new GrowingInts();
  #lines = 0;

  constructor(index: JsonIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#first.length;
  }

  get count(): number {
    return this.#lines;
  }

  /** Returns false if no more can be added, because line numbers must fit in 31 bits. */
  add({ start, end, container, parent, name }: JsonPlace): boolean {
    this.#first.push(this.#lines);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#containers.push(container);
    this.#parents.push(parent);
    this.#names.push(name);
    this.#lines += 2 + (container < 0 ? 0 : this.#index.closeLine.at(container) - this.#index.openLine.at(container));
    return this.#lines < 1_000_000_000;
  }

  scan(): void {
    // All lines are known from the start.
  }

  isTitle(line: number): boolean {
    return this.#first.at(this.nthOf(line)) === line;
  }

  numberOf(line: number): number {
    return line - this.nthOf(line) - 1;
  }

  /** The value on a line; for a title line, the result below it. */
  placeOf(line: number): JsonPlace {
    const nth = this.nthOf(line);
    const within = line - this.#first.at(nth) - 1;
    const container = this.#containers.at(nth);
    return within <= 0 || container < 0 ? this.#place(nth) : nodeOfLine(this.#index, this.#index.openLine.at(container) + within);
  }

  nthOf(line: number): number {
    return this.#first.countUpTo(line) - 1;
  }

  containerOf(nth: number): number {
    return this.#containers.at(nth);
  }

  shiftOf(nth: number): number {
    return this.#first.at(nth) + 1 - this.#index.openLine.at(this.#containers.at(nth));
  }

  write(out: LineWriter, first: number, count: number, most: number): number {
    const last = Math.min(this.#lines, first + count);
    let line = first;
    while (line < last && (line === first || out.length < most)) {
      const nth = this.nthOf(line);
      const begin = this.#first.at(nth);
      if (line === begin) {
        out.write(normalizedPath(pathOf(this.#index, this.#place(nth), (start, end) => shownText(out.hidden, start, end))));
        out.endLine();
        line++;
      } else line = this.#writeValue(out, nth, line, last, most);
    }
    return line;
  }

  #writeValue(out: LineWriter, nth: number, line: number, last: number, most: number): number {
    const shift = this.#first.at(nth) + 1;
    const container = this.#containers.at(nth);
    const [start, end] = [this.#starts.at(nth), this.#ends.at(nth)];
    if (container < 0) {
      out.copy(start, end);
      out.endLine();
      return line + 1;
    }
    const openLine = this.#index.openLine.at(container);
    const base = placeOfLine(this.#index, openLine).depth;
    const own = openLine + line - shift;
    const from = own === openLine ? { line: openLine, offset: start, depth: base } : placeOfLine(this.#index, own);
    const stop = layOut(this.#index.bytes, from, { end, last: openLine + last - shift, most, base }, out);
    return stop.line - openLine + shift;
  }

  #place(nth: number): JsonPlace {
    return {
      start: this.#starts.at(nth),
      end: this.#ends.at(nth),
      container: this.#containers.at(nth),
      parent: this.#parents.at(nth),
      name: this.#names.at(nth),
    };
  }
}
