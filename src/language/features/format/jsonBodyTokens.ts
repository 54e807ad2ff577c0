import type { Range } from '../../../base/text.ts';

/** The tokens of a JSON text with placeholders. One array per property, because there may be a million tokens. */
export interface JsonTokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For a token that opens an object or an array, the index of the closing token. */
  readonly partners: readonly number[];
  /** Line breaks before each token, counted from the start of the text. */
  readonly breaks: readonly number[];
}

/** Nesting limit. Formatting a deeper body would produce mostly indentation. */
const maxDepth = 500;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const quote = 34;
const comma = 44;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

const scalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const scalarPart = /[\w.+-]+/y;

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ': or end' | ', or end' | 'nothing';

/**
 * Reads a JSON text (RFC 8259) in which placeholders replace values, keys, all members of an object, or parts of these or of
 * strings. Undefined if the text is not JSON. Linear.
 */
export function readJsonTokens(text: string, range: Range, placeholders: readonly Range[]): JsonTokens | undefined {
  return new JsonTokenizer(text, range, placeholders).read();
}

class JsonTokenizer {
  readonly #text: string;
  readonly #range: Range;
  readonly #placeholders: readonly Range[];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #partners: number[] = [];
  readonly #breaks: number[] = [];
  /** Indexes of the open objects and arrays, innermost last. */
  readonly #open: number[] = [];
  #expect: Expect = 'value';
  #lineBreaks = 0;
  #at: number;
  #next: number;

  constructor(text: string, range: Range, placeholders: readonly Range[]) {
    this.#text = text;
    this.#range = range;
    this.#placeholders = placeholders;
    this.#at = range.start;
    this.#next = firstFrom(placeholders, range.start);
  }

  read(): JsonTokens | undefined {
    while (this.#at < this.#range.end) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === space || c === newline || c === carriageReturn || c === tab) {
        if (c === newline || c === carriageReturn) this.#lineBreaks++;
        this.#at++;
        continue;
      }
      const start = this.#at;
      if (!this.#token(c)) return undefined;
      this.#starts.push(start);
      this.#ends.push(this.#at);
      this.#breaks.push(this.#lineBreaks);
    }
    const [starts, ends, partners, breaks] = [this.#starts, this.#ends, this.#partners, this.#breaks];
    return this.#expect === 'nothing' ? { starts, ends, partners, breaks } : undefined;
  }

  /** Reads the token that begins with `c`. Returns false if it is not allowed here. */
  #token(c: number): boolean {
    switch (this.#expect) {
      case 'nothing':
        return false;
      case ':':
      case ': or end':
        if (c !== colon) return this.#expect === ': or end' && this.#separatorOrEnd(c);
        this.#at++;
        this.#expect = 'value';
        return true;
      case ', or end':
        return this.#separatorOrEnd(c);
      case 'key or }':
      case 'key':
        return this.#key(c);
      case 'value or ]':
      case 'value':
        return this.#value(c);
    }
  }

  #key(c: number): boolean {
    if (c === closeBrace && this.#expect === 'key or }') {
      this.#close();
      return true;
    }
    if (c === quote ? !this.#string() : c !== openBrace || !this.#run()) return false;
    // `{ {{members}} }`
    this.#expect = c === quote ? ':' : ': or end';
    return true;
  }

  #value(c: number): boolean {
    if (c === closeBracket && this.#expect === 'value or ]') {
      this.#close();
      return true;
    }
    if ((c === openBrace || c === openBracket) && this.#placeholderHere() === undefined) {
      if (this.#open.push(this.#starts.length) > maxDepth) return false;
      this.#at++;
      this.#expect = c === openBrace ? 'key or }' : 'value or ]';
      return true;
    }
    if (c === quote ? !this.#string() : !this.#run()) return false;
    this.#expect = this.#open.length === 0 ? 'nothing' : ', or end';
    return true;
  }

  #inObject(): boolean {
    return this.#text.charCodeAt(this.#starts[this.#open.at(-1) as number] as number) === openBrace;
  }

  #separatorOrEnd(c: number): boolean {
    if (c === comma) {
      this.#at++;
      this.#expect = this.#inObject() ? 'key' : 'value';
      return true;
    }
    if (c !== (this.#inObject() ? closeBrace : closeBracket)) return false;
    this.#close();
    return true;
  }

  #close(): void {
    this.#at++;
    this.#partners[this.#open.pop() as number] = this.#starts.length;
    this.#expect = this.#open.length === 0 ? 'nothing' : ', or end';
  }

  #placeholderHere(): Range | undefined {
    while ((this.#placeholders[this.#next]?.start ?? this.#range.end) < this.#at) this.#next++;
    return this.#placeholders[this.#next]?.start === this.#at ? this.#placeholders[this.#next] : undefined;
  }

  /** Skips a placeholder that begins here. */
  #placeholder(): boolean {
    const found = this.#placeholderHere();
    if (found !== undefined) this.#at = found.end;
    return found !== undefined;
  }

  #string(): boolean {
    for (this.#at++; this.#at < this.#range.end;) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === openBrace && this.#placeholder()) continue;
      if (c < space) return false;
      this.#at += c === backslash ? 2 : 1;
      if (c === quote) return true;
    }
    return false;
  }

  /** Reads a number, a word, a placeholder, or several of them without space between. */
  #run(): boolean {
    const start = this.#at;
    let filled = false;
    for (;;) {
      if (this.#text.charCodeAt(this.#at) === openBrace && this.#placeholder()) {
        filled = true;
        continue;
      }
      scalarPart.lastIndex = this.#at;
      const part = scalarPart.exec(this.#text)?.[0];
      if (part === undefined) break;
      this.#at += part.length;
    }
    return filled || (this.#at > start && scalar.test(this.#text.slice(start, this.#at)));
  }
}

/** Index of the first range that begins at or after an offset. */
function firstFrom(ranges: readonly Range[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle] as Range).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
