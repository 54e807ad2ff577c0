/** States between tokens: what is expected next. */
const value = 0;
const valueOrClose = 1;
const key = 2;
const keyOrClose = 3;
const colon = 4;
const commaOrClose = 5;
const nothing = 6;

/** States inside a token. */
const inString = 10;
const afterBackslash = 11;
const inUnicode = 12;
const inWord = 13;
const afterMinus = 14;
const afterZero = 15;
const inDigits = 16;
const afterPoint = 17;
const inFraction = 18;
const afterE = 19;
const afterExponentSign = 20;
const inExponent = 21;

const wrong = -1;

const plainString = /[^"\\\u0000-\u001f]+/y;
const words: Readonly<Record<string, string>> = { t: 'rue', f: 'alse', n: 'ull' };
const isDigit = (c: string): boolean => c >= '0' && c <= '9';
const isSpace = (c: string): boolean => c === ' ' || c === '\t' || c === '\n' || c === '\r';
const mayEndNumber = new Set([afterZero, inDigits, inFraction, inExponent]);

/**
 * Detects whether a text in pieces, split anywhere, is JSON (RFC 8259), like `isJson` for a whole text. Any depth; one bit of memory per
 * level.
 */
export class JsonRecognizer {
  #state = value;
  /** The rest of a word, or the number of remaining hexadecimal digits. */
  #rest = '';
  #digits = 0;
  #isKey = false;
  #isFirst = true;
  /** Open containers as bits: 1 for an object. */
  #open = new Uint8Array(64);
  #depth = 0;

  push(text: string): void {
    let at = this.#isFirst && text.startsWith('\ufeff') ? 1 : 0;
    if (text !== '') this.#isFirst = false;
    for (; at < text.length && this.#state !== wrong; at++) {
      if (this.#state === inString) {
        plainString.lastIndex = at;
        if (plainString.test(text)) at = plainString.lastIndex;
        if (at === text.length) return;
      }
      this.#read(text.charAt(at));
    }
  }

  /** Whether the text so far is JSON. */
  get isJson(): boolean {
    return this.#state === nothing || (this.#depth === 0 && mayEndNumber.has(this.#state));
  }

  #read(c: string): void {
    const next = this.#state >= inString ? this.#inToken(c) : undefined;
    if (next !== undefined) this.#state = next;
    else if (!isSpace(c)) this.#state = this.#between(c);
  }

  /** The state after a character of a token; undefined if it ends a number. */
  #inToken(c: string): number | undefined {
    const state = this.#state;
    switch (state) {
      case inString:
        if (c === '\\') return afterBackslash;
        if (c !== '"') return wrong;
        return this.#isKey ? colon : this.#afterValue;
      case afterBackslash:
        this.#digits = 4;
        if (c === 'u') return inUnicode;
        return '"\\/bfnrt'.includes(c) ? inString : wrong;
      case inUnicode:
        if (!/[\da-fA-F]/.test(c)) return wrong;
        return --this.#digits === 0 ? inString : inUnicode;
      case inWord:
        if (!this.#rest.startsWith(c)) return wrong;
        this.#rest = this.#rest.slice(1);
        return this.#rest === '' ? this.#afterValue : inWord;
      default:
        return this.#inNumber(state, c);
    }
  }

  #inNumber(state: number, c: string): number | undefined {
    if (isDigit(c)) {
      if (state === afterMinus) return c === '0' ? afterZero : inDigits;
      if (state === afterZero) return wrong;
      if (state === afterPoint) return inFraction;
      return state === afterE || state === afterExponentSign ? inExponent : state;
    }
    if (c === '.' && (state === afterZero || state === inDigits)) return afterPoint;
    if ((c === 'e' || c === 'E') && state !== inExponent && mayEndNumber.has(state)) return afterE;
    if ((c === '+' || c === '-') && state === afterE) return afterExponentSign;
    if (!mayEndNumber.has(state)) return wrong;
    this.#state = this.#afterValue;
    return undefined;
  }

  #between(c: string): number {
    switch (this.#state) {
      case value:
        return this.#value(c);
      case valueOrClose:
        return c === ']' ? this.#close() : this.#value(c);
      case key:
      case keyOrClose:
        if (c === '}' && this.#state === keyOrClose) return this.#close();
        this.#isKey = true;
        return c === '"' ? inString : wrong;
      case colon:
        return c === ':' ? value : wrong;
      case commaOrClose:
        if (c === ',') return this.#isInObject ? key : value;
        return c === (this.#isInObject ? '}' : ']') ? this.#close() : wrong;
      default:
        return wrong;
    }
  }

  #value(c: string): number {
    this.#isKey = false;
    if (c === '"') return inString;
    if (c === '{' || c === '[') {
      this.#push(c === '{');
      return c === '{' ? keyOrClose : valueOrClose;
    }
    if (c === '-') return afterMinus;
    if (isDigit(c)) return c === '0' ? afterZero : inDigits;
    this.#rest = words[c] ?? '';
    return this.#rest === '' ? wrong : inWord;
  }

  #push(isObject: boolean): void {
    if (this.#depth >> 3 >= this.#open.length) {
      const grown = new Uint8Array(2 * this.#open.length);
      grown.set(this.#open);
      this.#open = grown;
    }
    const [at, bit] = [this.#depth >> 3, 1 << (this.#depth & 7)];
    this.#open[at] = ((this.#open[at] ?? 0) & ~bit) | (isObject ? bit : 0);
    this.#depth++;
  }

  #close(): number {
    this.#depth--;
    return this.#afterValue;
  }

  get #afterValue(): number {
    return this.#depth === 0 ? nothing : commaOrClose;
  }

  get #isInObject(): boolean {
    const top = this.#depth - 1;
    return (((this.#open[top >> 3] ?? 0) >> (top & 7)) & 1) === 1;
  }
}
