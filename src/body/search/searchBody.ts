import { compileQuery, type SearchQuery } from '../../base/text/searchQuery.ts';
import type { HiddenParts } from '../lines/hiddenParts.ts';
import { GrowingInts } from '../growingInts.ts';
import { needleOf, type Needle } from './needle.ts';
import { LineWriter } from '../lines/lineWriter.ts';
import type { LineBlocks } from '../lines/lineBlocks.ts';
import type { TextLines } from '../lines/textLines.ts';

/** A match; offsets in UTF-16 units of its line. */
interface Match {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Maximum matches; the search stops there. */
const mostMatches = 500_000;
/** Bytes to format at once. */
const partSize = 128 * 1024;

/** Searches the lines of a text as shown, with secrets masked, a part at a time. */
export class Search {
  readonly #lines: TextLines;
  readonly #writer: LineWriter;
  readonly #expression: RegExp;
  readonly #byLine: boolean;
  /** Parts without the needle cannot match; null if everything must be searched. */
  readonly #needle: Needle | null;
  readonly #matchLine = new GrowingInts();
  readonly #matchStart = new GrowingInts();
  readonly #matchEnd = new GrowingInts();
  /** The next line, or the next byte offset if there is a needle. */
  #next = 0;

  /** @throws {SyntaxError} if the regular expression is invalid */
  constructor(lines: TextLines, hidden: HiddenParts, query: SearchQuery) {
    const compiled = compileQuery(query);
    if (!compiled.ok) throw new SyntaxError(compiled.message);
    this.#lines = lines;
    this.#writer = new LineWriter(hidden);
    this.#expression = compiled.pattern;
    this.#byLine = query.regex;
    this.#needle = lines.blocks === null ? null : needleOf(query);
  }

  get count(): number {
    return this.#matchLine.length;
  }

  /** The search stopped at its limit; there may be more matches. */
  get isCut(): boolean {
    return this.count >= mostMatches;
  }

  get isDone(): boolean {
    return this.isCut || (this.#lines.isWhole && this.#next >= this.#end);
  }

  /** From 0 to 1. */
  get progress(): number {
    if (this.isDone) return 1;
    return (this.#needle === null ? this.#lines.progress * this.#next : this.#next) / Math.max(1, this.#end);
  }

  match(nth: number): Match {
    return { line: this.#matchLine.at(nth), start: this.#matchStart.at(nth), end: this.#matchEnd.at(nth) };
  }

  /** The number of the first match at or after a line; `count` if there is none. */
  firstFrom(line: number): number {
    return this.#matchLine.countUpTo(line - 1);
  }

  /** Up to `most` matches in a range of lines, both inclusive. */
  within(first: number, last: number, most: number): readonly Match[] {
    const found: Match[] = [];
    for (let nth = this.firstFrom(first); nth < this.count && found.length < most && this.#matchLine.at(nth) <= last; nth++)
      found.push(this.match(nth));
    return found;
  }

  /** Searches a part. Returns false if no further lines are known yet. */
  step(): boolean {
    const { blocks } = this.#lines;
    if (this.#needle !== null && blocks !== null) return this.#stepTo(this.#needle, blocks);
    const first = this.#next;
    this.#next = this.#look(first, Infinity);
    return this.#next > first;
  }

  get #end(): number {
    return this.#needle === null ? this.#lines.count : (this.#lines.blocks?.bytes.length ?? 0);
  }

  /** Searches the lines around the next needle, or skips a part without one. */
  #stepTo(needle: Needle, blocks: LineBlocks): boolean {
    const { bytes, known } = blocks;
    if (this.#next >= known) return false;
    const found = needle.next(bytes, this.#next, known);
    this.#next = needle.looked;
    if (found < 0) return true;
    const { first, last, end } = blocks.at(found);
    for (let line = first; line < last && !this.isCut; line = this.#look(line, last - line));
    this.#next = end;
    return true;
  }

  /** Searches up to `count` lines, fewer if they are long. Returns the next line. */
  #look(first: number, count: number): number {
    this.#writer.clear();
    const next = this.#lines.write(this.#writer, first, count, partSize);
    if (next === first) return next;
    const text = this.#writer.text();
    if (this.#byLine) this.#eachLine(text, first);
    else this.#all(text, first);
    return next;
  }

  #eachLine(text: string, first: number): void {
    let line = first;
    for (let start = 0; start < text.length && !this.isCut; line++) {
      const end = text.indexOf('\n', start);
      for (const found of text.slice(start, end).matchAll(this.#expression)) {
        // Empty matches cannot be shown.
        if (found[0].length > 0) this.#add(line, found.index, found[0].length);
        if (this.isCut) break;
      }
      start = end + 1;
    }
  }

  /** A plain text query contains no line break, so all lines are searched at once. */
  #all(text: string, first: number): void {
    let line = first;
    let lineStart = 0;
    let lineEnd = text.indexOf('\n');
    for (const found of text.matchAll(this.#expression)) {
      while (lineEnd >= 0 && lineEnd < found.index) {
        line++;
        lineStart = lineEnd + 1;
        lineEnd = text.indexOf('\n', lineStart);
      }
      this.#add(line, found.index - lineStart, found[0].length);
      if (this.isCut) break;
    }
  }

  #add(line: number, start: number, length: number): void {
    this.#matchLine.push(line);
    this.#matchStart.push(start);
    this.#matchEnd.push(start + length);
  }
}
