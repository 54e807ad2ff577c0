import { backslash, closeBrace, closeBracket, colon, comma, minus, openBrace, openBracket, quote, space, tab } from '../ascii.ts';
import { GrowingInts } from '../growingInts.ts';

/** Lines between two marks. */
export const markLines = 128;
/** Maximum objects and arrays in a text; each takes 28 bytes. */
const mostContainers = 12_000_000;

/** The expected next token. Numbers for speed, because it is compared for each token. */
const expectValue = 0;
const expectValueOrClose = 1;
const expectKey = 2;
const expectKeyOrClose = 3;
const expectColon = 4;
const expectCommaOrClose = 5;
const expectNothing = 6;

/** Where a line of the formatted text starts: a token's offset and its nesting depth. */
export interface LinePlace {
  readonly line: number;
  readonly offset: number;
  readonly depth: number;
}

/**
 * An index of a JSON text (RFC 8259, UTF-8) to find, fold and get the path of any line of its formatted form. It has
 * marks at regular lines and the positions of objects and arrays. Built in one pass over the bytes, a part at a time,
 * without creating values. The lines are those of `formatJson`.
 */
export class JsonIndex {
  readonly bytes: Uint8Array;
  /** Objects and arrays in order of their opening brackets: offsets and lines of both brackets; -1 until closed. */
  readonly open = new GrowingInts();
  readonly close = new GrowingInts();
  readonly openLine = new GrowingInts();
  readonly closeLine = new GrowingInts();
  /**
   * For each: the first container after it, its parent, and the offset of its key, or in an array the bitwise
   * complement of its index.
   */
  readonly next = new GrowingInts();
  readonly parent = new GrowingInts();
  readonly name = new GrowingInts();
  /** The offset of every `markLines`-th line. */
  readonly markOffsets = new GrowingInts();
  readonly #markDepths = new GrowingInts();
  /** The next item index of each open array, innermost last. */
  #items: number[] = [];
  #at: number;
  #expect: number = expectValue;
  #line = 0;
  #depth = 0;
  #current = -1;
  #key = -1;
  /** Whether the next line gets a mark. */
  #mark = true;
  #state: 'scanning' | 'whole' | 'invalid' = 'scanning';

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  }

  /** `invalid`: the text is not JSON, and has no lines. */
  get state(): 'scanning' | 'whole' | 'invalid' {
    return this.#state;
  }

  /** Bytes scanned so far. */
  get scanned(): number {
    return this.#at;
  }

  /** Complete lines so far. */
  get lines(): number {
    return this.#state === 'whole' ? this.#line + 1 : this.#line;
  }

  /** The last mark at or before a line. */
  markBefore(line: number): LinePlace {
    const mark = Math.max(0, Math.min(Math.floor(line / markLines), this.markOffsets.length - 1));
    return { line: mark * markLines, offset: this.markOffsets.at(mark), depth: this.#markDepths.at(mark) };
  }

  markBeforeOffset(offset: number): LinePlace {
    return this.markBefore((this.markOffsets.countUpTo(offset) - 1) * markLines);
  }

  isObject(container: number): boolean {
    return this.bytes[this.open.at(container)] === openBrace;
  }

  /** The innermost object or array around an offset, including its brackets; -1 if there is none. */
  containerAt(offset: number): number {
    let found = this.open.countUpTo(offset) - 1;
    while (found >= 0 && this.close.at(found) !== -1 && this.close.at(found) < offset) found = this.parent.at(found);
    return found;
  }

  /** Scans at least `most` more bytes, up to the end of a token. */
  scan(most: number): void {
    if (this.#state !== 'scanning') return;
    const { bytes } = this;
    const { length } = bytes;
    const stop = Math.min(length, this.#at + most);
    let at = this.#at;
    while (at < stop) {
      const c = bytes[at] as number;
      if (c === space || c === 10 || c === 13 || c === tab) {
        at++;
        continue;
      }
      switch (this.#expect) {
        case expectKeyOrClose:
        case expectValueOrClose: {
          if (c === (this.#expect === expectKeyOrClose ? closeBrace : closeBracket)) {
            this.#closeAt(at++);
            continue;
          }
          this.#newLine();
          this.#expect = this.#expect === expectKeyOrClose ? expectKey : expectValue;
          continue;
        }
        case expectKey: {
          const end = c === quote ? stringEnd(bytes, at) : -1;
          if (end < 0) return this.#fail(at);
          if (this.#mark) this.#setMark(at);
          this.#key = at;
          at = end;
          this.#expect = expectColon;
          break;
        }
        case expectColon:
          if (c !== colon) return this.#fail(at);
          at++;
          this.#expect = expectValue;
          break;
        case expectValue: {
          if (this.#mark) this.#setMark(at);
          const name = this.#key >= 0 ? this.#key : this.#nextItem();
          this.#key = -1;
          if (c === openBrace || c === openBracket) {
            if (this.open.length >= mostContainers) return this.#fail(at);
            this.#openAt(at++, name);
            this.#expect = c === openBrace ? expectKeyOrClose : expectValueOrClose;
            break;
          }
          const end =
            c === quote ? stringEnd(bytes, at) : c === minus || (c >= 48 && c <= 57) ? numberEnd(bytes, at) : literalEnd(bytes, at);
          if (end < 0) return this.#fail(at);
          at = end;
          this.#expect = this.#depth === 0 ? expectNothing : expectCommaOrClose;
          break;
        }
        case expectCommaOrClose: {
          const inObject = this.isObject(this.#current);
          if (c === comma) {
            this.#newLine();
            this.#expect = inObject ? expectKey : expectValue;
          } else if (c === (inObject ? closeBrace : closeBracket)) {
            this.#newLine();
            this.#closeAt(at);
          } else return this.#fail(at);
          at++;
          break;
        }
        case expectNothing:
          return this.#fail(at);
      }
    }
    this.#at = at;
    if (at < length) return;
    if (this.#expect === expectNothing) this.#state = 'whole';
    else this.#fail(at);
  }

  #fail(at: number): void {
    this.#at = at;
    this.#state = 'invalid';
  }

  #newLine(): void {
    this.#line++;
    if (this.#line % markLines === 0) this.#mark = true;
  }

  #setMark(at: number): void {
    this.#mark = false;
    this.markOffsets.push(at);
    this.#markDepths.push(this.#depth);
  }

  /** The complement of the next item's index; 0 at the top level. */
  #nextItem(): number {
    if (this.#depth === 0) return 0;
    const index = this.#items[this.#depth - 1] ?? 0;
    this.#items[this.#depth - 1] = index + 1;
    return ~index;
  }

  #openAt(at: number, name: number): void {
    this.parent.push(this.#current);
    this.#current = this.open.length;
    this.open.push(at);
    this.close.push(-1);
    this.openLine.push(this.#line);
    this.closeLine.push(-1);
    this.next.push(-1);
    this.name.push(name);
    this.#items[this.#depth++] = 0;
  }

  #closeAt(at: number): void {
    const container = this.#current;
    this.#depth--;
    if (this.#mark) this.#setMark(at);
    this.close.values[container] = at;
    this.closeLine.values[container] = this.#line;
    this.next.values[container] = this.open.length;
    this.#current = this.parent.at(container);
    this.#expect = this.#depth === 0 ? expectNothing : expectCommaOrClose;
  }
}

const isHex = (c: number | undefined): boolean =>
  c !== undefined && ((c >= 48 && c <= 57) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102));

/** The offset after the string at `start`, or -1. */
function stringEnd(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  for (let at = start + 1; at < length; at++) {
    const c = bytes[at] as number;
    if (c === quote) return at + 1;
    if (c < space) return -1;
    if (c !== backslash) continue;
    const escaped = bytes[++at];
    if (escaped === 117) {
      if (!isHex(bytes[at + 1]) || !isHex(bytes[at + 2]) || !isHex(bytes[at + 3]) || !isHex(bytes[at + 4])) return -1;
      at += 4;
    } else if (!escapes.has(escaped ?? 0)) return -1;
  }
  return -1;
}

const escapes = new Set(Array.from('"\\/bfnrt', (c) => c.charCodeAt(0)));

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let c = bytes[at]; c !== undefined && c >= 48 && c <= 57; c = bytes[at]) at++;
  return at;
}

function numberEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start;
  let at = bytes[first] === 48 ? first + 1 : digitsEnd(bytes, first);
  if (at === first) return -1;
  if (bytes[at] === 46) {
    const end = digitsEnd(bytes, at + 1);
    if (end > at + 1) at = end;
  }
  if (bytes[at] === 101 || bytes[at] === 69) {
    const sign = bytes[at + 1] === 43 || bytes[at + 1] === minus ? at + 2 : at + 1;
    const end = digitsEnd(bytes, sign);
    if (end > sign) at = end;
  }
  return at;
}

const literals = ['true', 'false', 'null'].map((word) => Array.from(word, (c) => c.charCodeAt(0)));

function literalEnd(bytes: Uint8Array, start: number): number {
  for (const word of literals) if (word.every((c, i) => bytes[start + i] === c)) return start + word.length;
  return -1;
}
