import type { Range } from '../../base/text/text.ts';

/** One step into a value: `.name`, `[0]` or `["key"]`. The range covers the name, the digits, or the text with its quotes. */
export interface Segment extends Range {
  readonly key: string | number;
}

export const rangeOf = ({ start, end }: Segment): Range => ({ start, end });

/** `user.tags[0]`: a name and the steps into its value. */
export interface Path {
  readonly segments: readonly Segment[];
  /** The source `a.b.0` of a path with several names and only dots: a variable may have that whole text as its name. */
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

/** Reads a variable name: like a word, but it cannot begin with a digit. Returns undefined if none begins at the offset. */
export function readName(source: string, at: number): string | undefined {
  const c = source.charCodeAt(at);
  if (c < 128 ? wordCharacters[c] !== 1 || isDigit(c) : match(wordStart, source, at) === undefined) return undefined;
  return readWord(source, at);
}

/** Reads letters, digits, `_`, `-` and `$`. Returns undefined if there are none at the offset. */
export function readWord(source: string, at: number): string | undefined {
  let end = at;
  while (wordCharacters[source.charCodeAt(end)] === 1) end++;
  // Only words with characters beyond ASCII use the slower regular expression.
  if (source.charCodeAt(end) >= 128) return match(word, source, at);
  return end === at ? undefined : source.slice(at, end);
}

/** Reusable buffer. `readPath` returns a copy of the exact length, because V8 reserves 17 elements when an array first grows. */
const read: Segment[] = [];

/** Reads the longest path at an offset. Returns undefined if none begins there or a step is invalid. */
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

/** Reads a step after a dot. `a.0` is `a[0]`; digits with a leading zero or more than 15 digits are a key. */
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

/** Reads a JSON string, in double or single quotes, on one line and before `end`. Returns undefined if it is invalid. */
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

/** A quoted text with its quotes. A loop, because a regular expression with a repeated group overflows the stack on long texts. */
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
