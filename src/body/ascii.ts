export const tab = 9;
export const lineFeed = 10;
export const carriageReturn = 13;
export const space = 32;
export const quote = 34;
export const comma = 44;
export const minus = 45;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const openBrace = 123;
export const closeBrace = 125;

const isSpace = (c: number | undefined): boolean => c === space || c === lineFeed || c === carriageReturn || c === tab;

/** The first offset from `at` on that is not JSON white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next++;
  return next;
}

/** The offset after the token at `at`; the text must be valid JSON. */
export function tokenEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] === quote) {
    for (let next = at + 1; ; next++) {
      const c = bytes[next];
      if (c === quote || c === undefined) return next + 1;
      if (c === backslash) next++;
    }
  }
  let next = at + 1;
  for (; next < bytes.length; next++) {
    const c = bytes[next] as number;
    if (c === comma || c === closeBrace || c === closeBracket || isSpace(c)) break;
  }
  return next;
}
