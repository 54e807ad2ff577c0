import type { Range } from '../text/text.ts';

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

/** Results of `next`: numbers, because it is called for each token. */
export const jsonToken = { wrong: -1, end: 0, open: 1, close: 2, key: 3, scalar: 4, colon: 5, comma: 6 } as const;
export type JsonTokenKind = (typeof jsonToken)[keyof typeof jsonToken];

/** States: the token that is expected next. */
const expectValue = 0;
const expectValueOrClose = 1;
const expectKey = 2;
const expectKeyOrClose = 3;
const expectColon = 4;
const expectColonOrEnd = 5;
const expectCommaOrClose = 6;
const expectNothing = 7;

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const wholeScalar = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
const scalarPart = /[\w.+-]+/y;
const unicodeEscape = /\\u[\da-fA-F]{4}/y;
/** The part of an escape that may precede a placeholder. */
const escapeStart = /\\(?:u[\da-fA-F]{0,3})?/y;

const noPlaceholders: readonly Range[] = [];

/**
 * Reads a JSON text (RFC 8259) token by token, in linear time and at any depth of nesting, without creating values. In a part of a request
 * file, a placeholder can replace a value, a key, all members of an object, or a part of any of these or of a string.
 */
export class JsonScanner {
  /** The offsets of the token's start and end. */
  start = 0;
  at: number;
  /** Line breaks before the token: CR and LF count one each. */
  breaks = 0;
  escaped = false;
  /** The error, after `jsonToken.wrong`. */
  problem = '';
  problemAt = 0;
  /** Open containers, innermost last: true for an object. */
  readonly #open: boolean[] = [];
  readonly #text: string;
  readonly #end: number;
  readonly #placeholders: readonly Range[];
  readonly #isTemplate: boolean;
  #placeholder = 0;
  #expect: number = expectValue;

  /** @param range the part of a request file, in which escaped braces are also read; by default the whole text, skipping a BOM */
  constructor(text: string, range?: Range, placeholders: readonly Range[] = noPlaceholders) {
    this.#text = text;
    this.at = range?.start ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
    this.#end = range?.end ?? text.length;
    this.#placeholders = placeholders;
    this.#isTemplate = range !== undefined;
    if (placeholders.length > 0) this.#placeholder = firstFrom(placeholders, this.at);
  }

  /** Number of open objects and arrays. */
  get depth(): number {
    return this.#open.length;
  }

  next(): JsonTokenKind {
    const text = this.#text;
    let at = this.at;
    let c = 0;
    for (; at < this.#end; at++) {
      c = text.charCodeAt(at);
      if (c === newline || c === carriageReturn) this.breaks++;
      else if (c !== space && c !== tab) break;
    }
    this.start = at;
    this.at = at;
    if (at >= this.#end) return this.#expect === expectNothing ? jsonToken.end : this.#unexpected();
    switch (this.#expect) {
      case expectValue:
        return this.#value(c);
      case expectValueOrClose:
        return c === closeBracket ? this.#close() : this.#value(c);
      case expectKeyOrClose:
        return c === closeBrace ? this.#close() : this.#key(c);
      case expectKey:
        return this.#key(c);
      case expectColon:
      case expectColonOrEnd:
        if (c === colon) {
          this.at++;
          this.#expect = expectValue;
          return jsonToken.colon;
        }
        return this.#expect === expectColon ? this.#unexpected() : this.#separator(c);
      case expectCommaOrClose:
        return this.#separator(c);
      default:
        return this.#unexpected();
    }
  }

  #wrong(problem: string, at: number): JsonTokenKind {
    this.problem = problem;
    this.problemAt = at;
    return jsonToken.wrong;
  }

  #unexpected(): JsonTokenKind {
    const { start } = this;
    const close = this.#open.at(-1) === true ? '}' : ']';
    switch (this.#expect) {
      case expectKey:
      case expectKeyOrClose:
        return this.#wrong('a key in double quotes is missing', start);
      case expectColon:
        return this.#wrong('a colon is missing after the key', start);
      case expectColonOrEnd:
      case expectCommaOrClose:
        return this.#wrong(`a comma or ${close} is missing`, start);
      case expectNothing:
        return this.#wrong('text after the end of the value', start);
      default: {
        const found = JSON.stringify(this.#text.slice(start, start + 1));
        return this.#wrong(start >= this.#end ? 'a value is missing at the end' : `${found} does not begin a value`, start);
      }
    }
  }

  #afterValue(): void {
    this.#expect = this.#open.length === 0 ? expectNothing : expectCommaOrClose;
  }

  #value(c: number): JsonTokenKind {
    if ((c === openBrace || c === openBracket) && this.#placeholderHere() === undefined) {
      this.#open.push(c === openBrace);
      this.at++;
      this.#expect = c === openBrace ? expectKeyOrClose : expectValueOrClose;
      return jsonToken.open;
    }
    if (c === quote) {
      if (!this.#string()) return jsonToken.wrong;
    } else if (!this.#scalar(c)) return this.#unexpected();
    this.#afterValue();
    return jsonToken.scalar;
  }

  #key(c: number): JsonTokenKind {
    if (c === quote) {
      if (!this.#string()) return jsonToken.wrong;
      this.#expect = expectColon;
    } else {
      // `{ {{members}} }`
      if (c !== openBrace || this.#placeholders.length === 0 || !this.#run()) return this.#unexpected();
      this.#expect = expectColonOrEnd;
    }
    return jsonToken.key;
  }

  #separator(c: number): JsonTokenKind {
    const inObject = this.#open.at(-1) === true;
    if (c === comma) {
      this.at++;
      this.#expect = inObject ? expectKey : expectValue;
      return jsonToken.comma;
    }
    return c === (inObject ? closeBrace : closeBracket) ? this.#close() : this.#unexpected();
  }

  #close(): JsonTokenKind {
    this.at++;
    this.#open.pop();
    this.#afterValue();
    return jsonToken.close;
  }

  /** A number or a word; with placeholders, several adjacent ones. */
  #scalar(c: number): boolean {
    this.escaped = false;
    if (this.#placeholders.length > 0) return this.#run();
    const token = c === 0x2d || (c >= 0x30 && c <= 0x39) ? number : literal;
    token.lastIndex = this.at;
    if (!token.test(this.#text) || token.lastIndex > this.#end) return false;
    this.at = token.lastIndex;
    return true;
  }

  #run(): boolean {
    const text = this.#text;
    const start = this.at;
    let filled = false;
    for (;;) {
      const found = text.charCodeAt(this.at) === openBrace ? this.#placeholderHere() : undefined;
      if (found !== undefined) {
        this.at = found.end;
        filled = true;
        continue;
      }
      scalarPart.lastIndex = this.at;
      const part = scalarPart.exec(text)?.[0];
      if (part === undefined) break;
      this.at += part.length;
    }
    return filled || (this.at > start && wholeScalar.test(text.slice(start, this.at)));
  }

  #string(): boolean {
    const text = this.#text;
    const end = this.#end;
    const start = this.at;
    const mayHold = this.#placeholders.length > 0;
    this.escaped = false;
    for (let at = start + 1; at < end; at++) {
      const c = text.charCodeAt(at);
      if (c === quote) {
        this.at = at + 1;
        return true;
      }
      if (c === backslash) {
        this.escaped = true;
        const length = this.#escapeLength(at);
        if (length > 0) at += length - 1;
        else {
          this.at = this.#escapeStartEnd(at);
          if (!mayHold || this.#placeholderHere() === undefined) return this.#wrong('not an escape of JSON', at) > 0;
          at = this.at - 1;
        }
      } else if (c < space) return this.#wrong('a line break or control character in a string', at) > 0;
      else if (mayHold && c === openBrace) {
        this.at = at;
        at = (this.#placeholderHere()?.end ?? at + 1) - 1;
      }
    }
    return this.#wrong('the string that begins here is not closed', start) > 0;
  }

  /** The length of the escape at a backslash, 0 if it is not one. In a template, braces are escaped too. */
  #escapeLength(at: number): number {
    switch (this.#text[at + 1]) {
      case '"':
      case '\\':
      case '/':
      case 'b':
      case 'f':
      case 'n':
      case 'r':
      case 't':
        return 2;
      case '{':
      case '}':
        return this.#isTemplate ? 2 : 0;
      case 'u':
        unicodeEscape.lastIndex = at;
        return unicodeEscape.test(this.#text) ? 6 : 0;
      default:
        return 0;
    }
  }

  #escapeStartEnd(at: number): number {
    escapeStart.lastIndex = at;
    escapeStart.test(this.#text);
    return escapeStart.lastIndex;
  }

  #placeholderHere(): Range | undefined {
    const placeholders = this.#placeholders;
    if (placeholders.length === 0) return undefined;
    while ((placeholders[this.#placeholder]?.start ?? this.#end) < this.at) this.#placeholder++;
    const found = placeholders[this.#placeholder];
    return found?.start === this.at ? found : undefined;
  }
}

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
