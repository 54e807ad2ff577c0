import type { Range } from '../../../base/text/text.ts';
import { trimmedEnd } from '../../syntax/lines.ts';

export interface GraphqlToken extends Range {
  /** `word`: a name, a number, a string or a placeholder. */
  readonly kind: 'word' | 'punctuator' | 'comment';
  /** Line breaks between the previous token and this one. */
  readonly breaks: number;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /\w+/y;
const comment = /#[^\r\n]*/y;
const blank = /[ \t\r\n]*/y;
const lineBreak = /\r\n|\n|\r/g;

/**
 * Reads the tokens of a GraphQL document (GraphQL §2.1) with placeholders, up to the token for which `endsBefore` returns
 * true. Undefined if a character is not GraphQL or brackets do not match. Linear.
 */
export function readGraphqlTokens(
  text: string,
  range: Range,
  placeholders: readonly Range[],
  endsBefore: (token: GraphqlToken) => boolean,
): readonly GraphqlToken[] | undefined {
  return new GraphqlTokenizer(text, range, placeholders).read(endsBefore);
}

class GraphqlTokenizer {
  readonly #text: string;
  readonly #range: Range;
  readonly #placeholders: readonly Range[];
  readonly #open: string[] = [];
  #next = 0;
  #at: number;

  constructor(text: string, range: Range, placeholders: readonly Range[]) {
    this.#text = text;
    this.#range = range;
    this.#placeholders = placeholders;
    this.#at = range.start;
  }

  read(endsBefore: (token: GraphqlToken) => boolean): readonly GraphqlToken[] | undefined {
    const tokens: GraphqlToken[] = [];
    for (;;) {
      const gap = this.#match(blank, this.#at) ?? '';
      this.#at += gap.length;
      if (this.#at >= this.#range.end) break;
      const start = this.#at;
      const kind = this.#kind();
      if (kind === undefined || this.#at > this.#range.end) return undefined;
      const token = { kind, start, end: this.#at, breaks: gap.match(lineBreak)?.length ?? 0 };
      if (this.#open.length === 0 && endsBefore(token)) return tokens;
      if (kind === 'punctuator' && !this.#bracket(this.#text.charAt(start))) return undefined;
      tokens.push(token);
    }
    return this.#open.length === 0 ? tokens : undefined;
  }

  #match(form: RegExp, from: number): string | undefined {
    form.lastIndex = from;
    return form.exec(this.#text)?.[0].slice(0, Math.max(0, this.#range.end - from));
  }

  #kind(): GraphqlToken['kind'] | undefined {
    const c = this.#text.charAt(this.#at);
    if (c === '{' && this.#placeholder()) return 'word';
    if (c === '#') {
      this.#at = trimmedEnd(this.#text, this.#at, this.#at + (this.#match(comment, this.#at) ?? '').length);
      return 'comment';
    }
    if (c === '"') return (this.#text.startsWith('"""', this.#at) ? this.#blockString() : this.#string()) ? 'word' : undefined;
    const word = this.#match(number, this.#at) ?? this.#match(name, this.#at);
    if (word !== undefined) {
      this.#at += word.length;
      return 'word';
    }
    const punctuator = this.#text.startsWith('...', this.#at) ? '...' : '!$&()[]{}:=@|,'.includes(c) ? c : undefined;
    if (punctuator === undefined) return undefined;
    this.#at += punctuator.length;
    return 'punctuator';
  }

  #placeholder(): boolean {
    while ((this.#placeholders[this.#next]?.start ?? this.#range.end) < this.#at) this.#next++;
    const found = this.#placeholders[this.#next];
    if (found?.start !== this.#at) return false;
    this.#at = found.end;
    return true;
  }

  #string(): boolean {
    for (this.#at++; this.#at < this.#range.end;) {
      const c = this.#text.charAt(this.#at);
      if (c === '{' && this.#placeholder()) continue;
      if (c === '\n' || c === '\r') return false;
      this.#at += c === '\\' ? 2 : 1;
      if (c === '"') return true;
    }
    return false;
  }

  #blockString(): boolean {
    for (this.#at += 3; this.#at < this.#range.end;) {
      if (this.#text.charAt(this.#at) === '{' && this.#placeholder()) continue;
      if (this.#text.startsWith('\\"""', this.#at)) this.#at += 4;
      else if (this.#text.startsWith('"""', this.#at)) {
        this.#at += 3;
        return true;
      } else this.#at++;
    }
    return false;
  }

  /** Tracks brackets; returns false for a closing bracket that matches no open one. */
  #bracket(c: string): boolean {
    const closer = closers[c];
    if (closer !== undefined) this.#open.push(closer);
    else if (c === '}' || c === ')' || c === ']') return this.#open.pop() === c;
    return true;
  }
}
