import { carriageReturn, lineFeed } from '../ascii.ts';
import { GrowingInts } from '../growingInts.ts';
import { LineBlocks } from './lineBlocks.ts';
import type { LineWriter } from './lineWriter.ts';
import type { TextLines } from './textLines.ts';

const markLines = 128;

/** The lines of a text as received (UTF-8); LF, CRLF and CR end a line. */
export class RawLines implements TextLines {
  readonly blocks: LineBlocks;
  readonly #bytes: Uint8Array;
  readonly #marks = new GrowingInts();
  readonly #hasReturns: boolean;
  #at: number;
  #breaks = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#hasReturns = bytes.includes(carriageReturn);
    this.#marks.push(this.#at);
    this.blocks = new LineBlocks(bytes, this.#marks, markLines, this);
  }

  get isWhole(): boolean {
    return this.#at >= this.#bytes.length;
  }

  get count(): number {
    return this.isWhole ? this.#breaks + 1 : this.#breaks;
  }

  get progress(): number {
    return this.#bytes.length === 0 ? 1 : this.#at / this.#bytes.length;
  }

  scan(most: number): void {
    const stop = Math.min(this.#bytes.length, this.#at + most);
    let at = this.#at;
    while (at < stop) {
      at = this.#nextLine(at);
      if (at < 0) {
        this.#at = this.#bytes.length;
        return;
      }
      this.#breaks++;
      if (this.#breaks % markLines === 0) this.#marks.push(at);
    }
    this.#at = at;
  }

  write(out: LineWriter, first: number, count: number, most: number): number {
    const last = Math.min(this.count, first + count);
    if (first >= last) return first;
    const mark = Math.floor(first / markLines);
    let at = this.#marks.at(mark);
    for (let line = mark * markLines; line < first; line++) at = this.#nextLine(at);
    let line = first;
    for (; line < last && (line === first || out.length < most); line++) {
      const next = this.#nextLine(at);
      const end = next < 0 ? this.#bytes.length : this.#lineEnd(at, next);
      out.copy(at, end);
      out.endLine();
      at = next;
    }
    return line;
  }

  /** The offset of the line after the one at `at`, or -1. */
  #nextLine(at: number): number {
    const feed = this.#bytes.indexOf(lineFeed, at);
    if (!this.#hasReturns) return feed < 0 ? -1 : feed + 1;
    const back = this.#bytes.subarray(at, feed < 0 ? this.#bytes.length : feed).indexOf(carriageReturn);
    if (back < 0) return feed < 0 ? -1 : feed + 1;
    return at + back + 1 === feed ? feed + 1 : at + back + 1;
  }

  #lineEnd(at: number, next: number): number {
    if (this.#bytes[next - 1] === carriageReturn) return next - 1;
    return next - 2 >= at && this.#bytes[next - 2] === carriageReturn ? next - 2 : next - 1;
  }
}
