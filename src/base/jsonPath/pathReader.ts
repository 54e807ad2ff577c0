import { PathError } from './syntax.ts';

const blanks = /[ \t\n\r]*/y;
const integer = /-?(?:0|[1-9]\d*)/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const shorthand = /[A-Za-z_\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}][\w\u0080-\ud7ff\ue000-\uffff\u{10000}-\u{10ffff}]*/uy;
const functionName = /[a-z][a-z0-9_]*/y;
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '/': '/', '\\': '\\' };
const largest = Number.MAX_SAFE_INTEGER;

/** Reads the tokens of a query. Methods throw `PathError`. */
export class PathReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  fail(message: string, offset = this.at): never {
    throw new PathError(message, offset);
  }

  peek(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  /** Consumes a word if it is next. */
  take(word: string): boolean {
    if (!this.peek(word)) return false;
    this.at += word.length;
    return true;
  }

  expect(word: string, what: string): void {
    if (!this.take(word)) this.fail(this.isAtEnd ? `${what} is missing at the end` : `${what} is missing here`);
  }

  skipBlanks(): void {
    this.#match(blanks);
  }

  name(): string | undefined {
    return this.#match(shorthand);
  }

  functionName(): string | undefined {
    return this.#match(functionName);
  }

  numberToken(): string | undefined {
    return this.#match(number);
  }

  /** An index or a slice bound (RFC 9535 §2.1), limited to exact integers. */
  integer(): number | undefined {
    const start = this.at;
    const token = this.#match(integer);
    if (token === undefined) return undefined;
    const value = Number(token);
    if (token === '-0') this.fail('-0 is not an index', start);
    if (Math.abs(value) > largest) this.fail('this number is too large for an index', start);
    if (/\d/.test(this.text.charAt(this.at))) this.fail('an index has no leading zeros', start);
    return value;
  }

  /** A string in single or double quotes (RFC 9535 §2.3.1.1). */
  string(): string | undefined {
    const quote = this.text.charAt(this.at);
    if (quote !== "'" && quote !== '"') return undefined;
    const start = this.at++;
    let value = '';
    for (;;) {
      const c = this.text.charAt(this.at);
      if (c === '') this.fail('the string that begins here is not closed', start);
      if (c < ' ') this.fail('a control character must be escaped in a string');
      this.at++;
      if (c === quote) break;
      if (c === '\\') value += this.#escape(quote);
      else value += c;
    }
    if (!value.isWellFormed()) this.fail('half a surrogate pair is not a character', start);
    return value;
  }

  #escape(quote: string): string {
    const start = this.at - 1;
    const c = this.text.charAt(this.at++);
    if (c === quote) return c;
    const simple = Object.hasOwn(escapes, c) ? escapes[c] : undefined;
    if (simple !== undefined) return simple;
    const hex = /^[\da-fA-F]{4}/.exec(this.text.slice(this.at, this.at + 4))?.[0];
    if (c !== 'u' || hex === undefined) this.fail('not an escape of JSONPath', start);
    this.at += 4;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}
