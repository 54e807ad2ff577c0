import type { Range } from '../../base/text.ts';

/** One step into a value: `.name` or `[0]` or `["key"]`. */
export interface Segment {
  readonly key: string | number;
  /** The name, the digits, or the quoted text with its quotes. */
  readonly range: Range;
}

/** `user.tags[0]`: a name and the steps into its value. */
export interface Path {
  readonly segments: readonly Segment[];
  /** `a.b.0` as it is written, where the path has several names and dots only: a variable may have that whole text for its name. */
  readonly dotted: string | undefined;
  readonly end: number;
}

const wordStart = /[\p{L}_$-]/uy;
const word = /[\p{L}\p{M}\p{N}_$-]+/uy;
const integer = /-?\d+/y;
const wordCharacters = new Uint8Array(128);
for (const c of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$-') wordCharacters[c.charCodeAt(0)] = 1;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const elementNumber = /^(?:0|[1-9]\d{0,14})$/;

export function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Skips spaces and tabs. */
export function skipBlanks(source: string, at: number): number {
  let i = at;
  while (source.charCodeAt(i) === 32 || source.charCodeAt(i) === 9) i++;
  return i;
}

/** The name that begins at an offset, as `{{name}}` may begin with it. */
export function readName(source: string, at: number): string | undefined {
  const c = source.charCodeAt(at);
  if (c < 128 ? wordCharacters[c] !== 1 || isDigit(c) : match(wordStart, source, at) === undefined) return undefined;
  return readWord(source, at);
}

/** Letters, digits, `_`, `-` and `$`. */
export function readWord(source: string, at: number): string | undefined {
  let end = at;
  while (wordCharacters[source.charCodeAt(end)] === 1) end++;
  // Letters beyond ASCII are left to the pattern, which is some times slower.
  if (source.charCodeAt(end) >= 128) return match(word, source, at);
  return end === at ? undefined : source.slice(at, end);
}

/** Reads the path that begins at an offset, as far as it goes. Undefined where none begins or a step is broken. */
export function readPath(source: string, start: number, end: number): Path | undefined {
  const name = readName(source, start);
  if (name === undefined) return undefined;
  let at = start + name.length;
  const segments: Segment[] = [{ key: name, range: { start, end: at } }];
  let onlyDots = true;
  for (;;) {
    const c = source.charCodeAt(at);
    if (c === 46) {
      const key = readWord(source, at + 1);
      if (key === undefined) return undefined;
      // `a.0` is `a[0]`; digits that are no plain number stay a key.
      segments.push({
        key: isDigit(key.charCodeAt(0)) && elementNumber.test(key) ? Number(key) : key,
        range: { start: at + 1, end: at + 1 + key.length },
      });
      at += 1 + key.length;
    } else if (c === 91) {
      onlyDots = false;
      const segment = readIndex(source, skipBlanks(source, at + 1), end);
      if (segment === undefined) return undefined;
      at = skipBlanks(source, segment.range.end);
      if (source.charCodeAt(at) !== 93) return undefined;
      at++;
      segments.push(segment);
    } else return { segments, dotted: onlyDots && segments.length > 1 ? source.slice(start, at) : undefined, end: at };
  }
}

function readIndex(source: string, start: number, end: number): Segment | undefined {
  const digits = match(integer, source, start);
  if (digits !== undefined) return { key: Number(digits), range: { start, end: start + digits.length } };
  const quoted = readQuoted(source, start, end);
  return quoted === undefined ? undefined : { key: quoted.text, range: { start, end: quoted.end } };
}

/** A JSON string, or the same in single quotes, that begins at an offset and ends before `end`, in one line. */
export function readQuoted(source: string, start: number, end: number): { readonly text: string; readonly end: number } | undefined {
  const token = quotedToken(source, start, end);
  if (token === undefined) return undefined;
  const json = token.startsWith('"') ? token : `"${token.slice(1, -1).replace(/\\.|"/g, (m) => ({ "\\'": "'", '"': '\\"' })[m] ?? m)}"`;
  try {
    return { text: JSON.parse(json) as string, end: start + token.length };
  } catch {
    return undefined;
  }
}

/** A quoted text with its quotes. A loop, not a pattern: one that repeats a group exhausts the stack on a long text. */
function quotedToken(source: string, start: number, end: number): string | undefined {
  const quote = source.charCodeAt(start);
  if (quote !== 34 && quote !== 39) return undefined;
  for (let i = start + 1; i < end; i++) {
    const escaped = source.charCodeAt(i) === 92;
    const c = source.charCodeAt(escaped ? ++i : i);
    if (c === 10 || c === 13) return undefined;
    if (c === quote && !escaped) return source.slice(start, i + 1);
  }
  return undefined;
}
