import type { Range } from '../../../base/text.ts';
import { trimmedEnd } from '../../syntax/lines.ts';

export interface GraphqlToken extends Range {
  /** `word`: a name, a number, a string or a placeholder. */
  readonly kind: 'word' | 'punctuator' | 'comment';
  /** Line breaks between the token before and this one. */
  readonly breaks: number;
}

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const name = /\w+/y;
const comment = /#[^\r\n]*/y;
const blank = /[ \t\r\n]*/y;
const lineBreak = /\r\n|\n|\r/g;

/**
 * Reads the tokens of a GraphQL document (GraphQL §2.1) with placeholders in it, as far as `endsBefore` says. Undefined where
 * a character is none of GraphQL's, or where brackets do not match. Linear.
 */
export function readGraphqlTokens(
  text: string,
  range: Range,
  placeholders: readonly Range[],
  endsBefore: (token: GraphqlToken) => boolean,
): readonly GraphqlToken[] | undefined {
  const tokens: GraphqlToken[] = [];
  const open: string[] = [];
  let next = 0;
  let at = range.start;

  for (;;) {
    const gap = match(blank, at) ?? '';
    at += gap.length;
    if (at >= range.end) break;
    const start = at;
    const kind = read();
    if (kind === undefined || at > range.end) return undefined;
    const token = { kind, start, end: at, breaks: gap.match(lineBreak)?.length ?? 0 };
    if (open.length === 0 && endsBefore(token)) return tokens;
    if (kind === 'punctuator' && !bracket(text.charAt(start))) return undefined;
    tokens.push(token);
  }
  return open.length === 0 ? tokens : undefined;

  function match(form: RegExp, from: number): string | undefined {
    form.lastIndex = from;
    return form.exec(text)?.[0].slice(0, Math.max(0, range.end - from));
  }

  function read(): GraphqlToken['kind'] | undefined {
    const c = text.charAt(at);
    if (c === '{' && placeholder()) return 'word';
    if (c === '#') {
      at = trimmedEnd(text, at, at + (match(comment, at) ?? '').length);
      return 'comment';
    }
    if (c === '"') return (text.startsWith('"""', at) ? blockString() : string()) ? 'word' : undefined;
    const word = match(number, at) ?? match(name, at);
    if (word !== undefined) {
      at += word.length;
      return 'word';
    }
    const punctuator = text.startsWith('...', at) ? '...' : '!$&()[]{}:=@|,'.includes(c) ? c : undefined;
    if (punctuator === undefined) return undefined;
    at += punctuator.length;
    return 'punctuator';
  }

  /** Goes past a placeholder that begins here. */
  function placeholder(): boolean {
    while ((placeholders[next]?.start ?? range.end) < at) next++;
    const found = placeholders[next];
    if (found?.start !== at) return false;
    at = found.end;
    return true;
  }

  function string(): boolean {
    for (at++; at < range.end;) {
      const c = text.charAt(at);
      if (c === '{' && placeholder()) continue;
      if (c === '\n' || c === '\r') return false;
      at += c === '\\' ? 2 : 1;
      if (c === '"') return true;
    }
    return false;
  }

  function blockString(): boolean {
    for (at += 3; at < range.end;) {
      if (text.charAt(at) === '{' && placeholder()) continue;
      if (text.startsWith('\\"""', at)) at += 4;
      else if (text.startsWith('"""', at)) {
        at += 3;
        return true;
      } else at++;
    }
    return false;
  }

  /** Opens or closes what a punctuator opens or closes; false where it closes what is not open. */
  function bracket(c: string): boolean {
    const closer = closers[c];
    if (closer !== undefined) open.push(closer);
    else if (c === '}' || c === ')' || c === ']') return open.pop() === c;
    return true;
  }
}
