/** Size of a piece in UTF-16 units. */
const pieceSize = 64 * 1024;

/** Minimum UTF-16 units of a text that is printed in pieces. */
export const largeText = pieceSize;

/**
 * Cuts a text into pieces. No surrogate pair is divided.
 * @param pieces the received pieces of the text, if any, which are then not joined
 */
export function* slices(text: string, pieces?: readonly string[]): Generator<string> {
  if (pieces !== undefined) for (const piece of pieces) yield* sliced(piece);
  else yield* sliced(text);
}

/** The first UTF-16 units of a text, as `slices` reads it. */
export function startOf(text: string, pieces: readonly string[] | undefined, length: number): string {
  let start = '';
  for (const piece of slices(text, pieces)) if ((start += piece).length >= length) break;
  return start.slice(0, length);
}

function* sliced(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + pieceSize - (isLowSurrogate(text.charCodeAt(at + pieceSize)) ? 1 : 0);
    yield text.slice(at, end);
    at = end;
  }
}

/**
 * Moves the boundaries of pieces so that each piece can be made visible independently: no CRLF and no command of GitHub Actions (`::`,
 * `##[`) is divided.
 */
export function* wholePieces(pieces: Iterable<string>): Generator<string> {
  let held = '';
  for (const piece of pieces) {
    const text = held + piece;
    let end = text.length - 1;
    while (end > 0 && !mayStart(text.charCodeAt(end))) end--;
    held = text.slice(Math.max(0, end));
    if (end > 0) yield text.slice(0, end);
  }
  if (held !== '') yield held;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

const commandCharacters = new Set(Array.from('\n:#[', (c) => c.charCodeAt(0)));

const mayStart = (unit: number): boolean => !isLowSurrogate(unit) && !commandCharacters.has(unit);
