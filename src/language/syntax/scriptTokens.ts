import type { Range } from '../../base/text.ts';

/** A piece of JavaScript, as far as one must know it to tell code from text. Comments and white space are none. */
export type ScriptToken =
  /** A name, a keyword or a number. */
  | { readonly kind: 'word'; readonly text: string; readonly range: Range }
  /** A text without its quotes. `whole`: the literal is nothing else; a template with `${…}` comes in pieces. */
  | { readonly kind: 'text'; readonly range: Range; readonly whole: boolean }
  /** A regular expression. */
  | { readonly kind: 'pattern'; readonly range: Range }
  | { readonly kind: 'sign'; readonly text: string; readonly range: Range };

const word = /[\p{L}\p{M}\p{N}_$]+/uy;
const wordCharacters = new Uint8Array(128);
for (const c of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$') wordCharacters[c.charCodeAt(0)] = 1;

/** Words after which a slash begins a regular expression. */
const beforePattern = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'do', 'else', 'await', 'yield']);

/** Cuts a script into tokens. Never fails, linear in the length; ranges are offsets in `source`. */
export function scriptTokens(source: string, start: number, end: number): readonly ScriptToken[] {
  const tokens: ScriptToken[] = [];
  /** For each template that is open: how many braces are open inside its `${`. */
  const templates: number[] = [];
  /** Up to here no regular expression ends. */
  let noPattern = start;
  let at = start;
  const indexOf = (text: string, from: number): number => {
    const found = source.indexOf(text, from);
    return found < 0 || found + text.length > end ? end : found;
  };

  while (at < end) {
    const c = source.charAt(at);
    if (c === ' ' || c === '\t' || c === '\n' || c === '\r') at++;
    else if (c === '/' && source[at + 1] === '/') at = lineEnd(at);
    else if (c === '/' && source[at + 1] === '*') at = Math.min(end, indexOf('*/', at + 2) + 2);
    else if (c === '"' || c === "'") quoted(c);
    else if (c === '`') template(at + 1, at);
    else if (c === '/' && patternMayBegin()) pattern();
    else {
      const stop = wordEnd();
      if (stop > at) push({ kind: 'word', text: source.slice(at, stop), range: { start: at, end: stop } });
      else if (c.trim() === '') at++;
      else sign(c);
    }
  }
  return tokens;

  function push(token: ScriptToken): void {
    tokens.push(token);
    at = Math.max(at + 1, token.range.end);
  }

  function wordEnd(): number {
    let i = at;
    while (i < end && wordCharacters[source.charCodeAt(i)] === 1) i++;
    if (i === end || source.charCodeAt(i) < 128) return i;
    // Letters beyond ASCII are left to the pattern.
    word.lastIndex = at;
    return Math.min(end, at + (word.exec(source)?.[0].length ?? 0));
  }

  function lineEnd(from: number): number {
    let i = from;
    while (i < end && source.charCodeAt(i) !== 10 && source.charCodeAt(i) !== 13) i++;
    return i;
  }

  function sign(c: string): void {
    const open = templates.length - 1;
    if (c === '{' && open >= 0) templates[open] = (templates[open] ?? 0) + 1;
    if (c === '}' && open >= 0) {
      if (templates[open] === 0) {
        templates.pop();
        return template(at + 1, undefined);
      }
      templates[open] = (templates[open] ?? 0) - 1;
    }
    push({ kind: 'sign', text: c, range: { start: at, end: at + 1 } });
  }

  /** A text that is not closed ends with its line. */
  function quoted(quote: string): void {
    let i = at + 1;
    while (i < end && source[i] !== quote && source[i] !== '\n') i += source[i] === '\\' ? 2 : 1;
    i = Math.min(i, end);
    tokens.push({ kind: 'text', range: { start: at + 1, end: i }, whole: source[i] === quote && i < end });
    at = i + 1;
  }

  /** The piece of a template that begins at an offset; `opened`: where its back-tick stands, where it is the first. */
  function template(from: number, opened: number | undefined): void {
    let i = from;
    while (i < end && source[i] !== '`' && !(source[i] === '$' && source[i + 1] === '{')) i += source[i] === '\\' ? 2 : 1;
    i = Math.min(i, end);
    tokens.push({ kind: 'text', range: { start: from, end: i }, whole: opened !== undefined && source[i] === '`' && i < end });
    if (source[i] === '$' && i < end) {
      templates.push(0);
      at = i + 2;
    } else at = i + 1;
  }

  /** After a value a slash divides. */
  function patternMayBegin(): boolean {
    if (at < noPattern) return false;
    const last = tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === 'word') return beforePattern.has(last.text);
    return last.kind === 'sign' && ![')', ']', '}'].includes(last.text);
  }

  function pattern(): void {
    let inClass = false;
    let i = at + 1;
    for (; i < end && source[i] !== '\n'; i++) {
      const c = source[i];
      if (c === '\\') i++;
      else if (c === '[') inClass = true;
      else if (c === ']') inClass = false;
      else if (c === '/' && !inClass) return push({ kind: 'pattern', range: { start: at, end: i + 1 } });
    }
    // It ends nowhere in this line: a sign, and no other begins before the line's end.
    noPattern = i;
    push({ kind: 'sign', text: '/', range: { start: at, end: at + 1 } });
  }
}
