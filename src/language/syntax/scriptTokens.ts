import type { Range } from '../../base/text/text.ts';

/** A JavaScript token, precise enough to distinguish code from string literals. Comments and white space are skipped. */
export type ScriptToken =
  /** A name, a keyword or a number. */
  | { readonly kind: 'word'; readonly text: string; readonly range: Range }
  /** A string without its quotes. `whole` is false for unclosed strings and for the pieces of a template with `${…}`. */
  | { readonly kind: 'text'; readonly range: Range; readonly whole: boolean }
  | { readonly kind: 'pattern'; readonly range: Range }
  | { readonly kind: 'sign'; readonly text: string; readonly range: Range };

const word = /[\p{L}\p{M}\p{N}_$]+/uy;
const wordCharacters = new Uint8Array(128);
for (const c of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$') wordCharacters[c.charCodeAt(0)] = 1;

/** Words after which a slash begins a regular expression. */
const beforePattern = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'do', 'else', 'await', 'yield']);

/** Splits a script into tokens in linear time. Never throws. Ranges are offsets in `source`. */
export function scriptTokens(source: string, start: number, end: number): readonly ScriptToken[] {
  return new ScriptTokenizer(source, start, end).read();
}

class ScriptTokenizer {
  readonly #source: string;
  readonly #end: number;
  readonly #tokens: ScriptToken[] = [];
  /** For each open template literal: the number of open braces inside its `${`. */
  readonly #templates: number[] = [];
  /** No regular expression ends before this offset. */
  #noPattern: number;
  #at: number;

  constructor(source: string, start: number, end: number) {
    this.#source = source;
    this.#end = end;
    this.#noPattern = start;
    this.#at = start;
  }

  read(): readonly ScriptToken[] {
    while (this.#at < this.#end) {
      const c = this.#source.charAt(this.#at);
      if (c === ' ' || c === '\t' || c === '\n' || c === '\r') this.#at++;
      else if (c === '/' && this.#source[this.#at + 1] === '/') this.#at = this.#lineEnd(this.#at);
      else if (c === '/' && this.#source[this.#at + 1] === '*') this.#at = Math.min(this.#end, this.#indexOf('*/', this.#at + 2) + 2);
      else if (c === '"' || c === "'") this.#quoted(c);
      else if (c === '`') this.#template(this.#at + 1, this.#at);
      else if (c === '/' && this.#patternMayBegin()) this.#pattern();
      else {
        const stop = this.#wordEnd();
        if (stop > this.#at) this.#push({ kind: 'word', text: this.#source.slice(this.#at, stop), range: { start: this.#at, end: stop } });
        else if (c.trim() === '') this.#at++;
        else this.#sign(c);
      }
    }
    return this.#tokens;
  }

  #indexOf(text: string, from: number): number {
    const found = this.#source.indexOf(text, from);
    return found < 0 || found + text.length > this.#end ? this.#end : found;
  }

  #push(token: ScriptToken): void {
    this.#tokens.push(token);
    this.#at = Math.max(this.#at + 1, token.range.end);
  }

  #wordEnd(): number {
    let i = this.#at;
    while (i < this.#end && wordCharacters[this.#source.charCodeAt(i)] === 1) i++;
    if (i === this.#end || this.#source.charCodeAt(i) < 128) return i;
    // Only words with characters beyond ASCII use the regular expression.
    word.lastIndex = this.#at;
    return Math.min(this.#end, this.#at + (word.exec(this.#source)?.[0].length ?? 0));
  }

  #lineEnd(from: number): number {
    let i = from;
    while (i < this.#end && this.#source.charCodeAt(i) !== 10 && this.#source.charCodeAt(i) !== 13) i++;
    return i;
  }

  #sign(c: string): void {
    const open = this.#templates.length - 1;
    if (c === '{' && open >= 0) this.#templates[open] = (this.#templates[open] ?? 0) + 1;
    if (c === '}' && open >= 0) {
      if (this.#templates[open] === 0) {
        this.#templates.pop();
        return this.#template(this.#at + 1, undefined);
      }
      this.#templates[open] = (this.#templates[open] ?? 0) - 1;
    }
    this.#push({ kind: 'sign', text: c, range: { start: this.#at, end: this.#at + 1 } });
  }

  /** An unclosed string ends with its line. */
  #quoted(quote: string): void {
    let i = this.#at + 1;
    while (i < this.#end && this.#source[i] !== quote && this.#source[i] !== '\n') i += this.#source[i] === '\\' ? 2 : 1;
    i = Math.min(i, this.#end);
    this.#tokens.push({ kind: 'text', range: { start: this.#at + 1, end: i }, whole: this.#source[i] === quote && i < this.#end });
    this.#at = i + 1;
  }

  /**
   * Reads a piece of a template literal.
   * @param opened offset of the opening backtick for the first piece, undefined for the others
   */
  #template(from: number, opened: number | undefined): void {
    let i = from;
    while (i < this.#end && this.#source[i] !== '`' && !(this.#source[i] === '$' && this.#source[i + 1] === '{'))
      i += this.#source[i] === '\\' ? 2 : 1;
    i = Math.min(i, this.#end);
    this.#tokens.push({
      kind: 'text',
      range: { start: from, end: i },
      whole: opened !== undefined && this.#source[i] === '`' && i < this.#end,
    });
    if (this.#source[i] === '$' && i < this.#end) {
      this.#templates.push(0);
      this.#at = i + 2;
    } else this.#at = i + 1;
  }

  /** After a value, a slash is a division. */
  #patternMayBegin(): boolean {
    if (this.#at < this.#noPattern) return false;
    const last = this.#tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'word') return beforePattern.has(last.text);
    return last.kind === 'sign' && ![')', ']', '}'].includes(last.text);
  }

  #pattern(): void {
    let inClass = false;
    let i = this.#at + 1;
    for (; i < this.#end && this.#source[i] !== '\n'; i++) {
      const c = this.#source[i];
      if (c === '\\') i++;
      else if (c === '[') inClass = true;
      else if (c === ']') inClass = false;
      else if (c === '/' && !inClass) return this.#push({ kind: 'pattern', range: { start: this.#at, end: i + 1 } });
    }
    // Not closed on this line: an operator, and no regular expression begins before the end of the line.
    this.#noPattern = i;
    this.#push({ kind: 'sign', text: '/', range: { start: this.#at, end: this.#at + 1 } });
  }
}
