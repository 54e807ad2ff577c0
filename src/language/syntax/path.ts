import type { Range } from '../../base/text.ts';

/** One step into a value: `.name` or `[0]` or `["key"]`, where the name, the digits, or the quoted text with its quotes stand. */
export interface Segment extends Range {
  readonly key: string | number;
}

/** Where a segment stands, and nothing else of it. */
export const rangeOf = ({ start, end }: Segment): Range => ({ start, end });

/** `user.tags[0]`: a name and the steps into its value. */
export interface Path {
  readonly segments: readonly Segment[];
  /** `a.b.0` as it is written, where the path has several names and dots only: a variable may have that whole text for its name. */
  readonly dotted: string | undefined;
  readonly end: number;
}

const wordStart = /[\p{L}_$-]/uy;
const word = /[\p{L}\p{M}\p{N}_$-]+/uy;
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

/** The segments of the path at hand. Taken out as an array of their number: one that grew would have room for seventeen. */
const read: Segment[] = [];

/** Reads the path that begins at an offset, as far as it goes. Undefined where none begins or a step is broken. */
export function readPath(source: string, start: number, end: number): Path | undefined {
  const name = readName(source, start);
  if (name === undefined) return undefined;
  let at = start + name.length;
  let onlyDots = true;
  read.length = 0;
  read.push({ key: name, start, end: at });
  for (;;) {
    const c = source.charCodeAt(at);
    if (c === 46) {
      const step = readStep(source, at + 1);
      if (step === undefined) return undefined;
      read.push(step);
      at = step.end;
    } else if (c === 91) {
      onlyDots = false;
      const step = readIndex(source, skipBlanks(source, at + 1), end);
      if (step === undefined) return undefined;
      at = skipBlanks(source, step.end);
      if (source.charCodeAt(at) !== 93) return undefined;
      at++;
      read.push(step);
    } else return { segments: read.slice(), dotted: onlyDots && read.length > 1 ? source.slice(start, at) : undefined, end: at };
  }
}

/** `a.0` is `a[0]`; digits that are no plain number stay a key. */
function readStep(source: string, start: number): Segment | undefined {
  const key = readWord(source, start);
  if (key === undefined) return undefined;
  const isNumber = isDigit(key.charCodeAt(0)) && elementNumber.test(key);
  return { key: isNumber ? Number(key) : key, start, end: start + key.length };
}

function readIndex(source: string, start: number, end: number): Segment | undefined {
  const quoted = readQuoted(source, start, end);
  if (quoted !== undefined) return { key: quoted.text, start, end: quoted.end };
  let at = source.charCodeAt(start) === 45 ? start + 1 : start;
  const first = at;
  while (isDigit(source.charCodeAt(at))) at++;
  return at === first ? undefined : { key: Number(source.slice(start, at)), start, end: at };
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
