/** A selection of bytes; `cursor` is the end that keys move. */
export interface HexSelection {
  readonly anchor: number;
  readonly cursor: number;
}

/** Bytes in a row that is wide enough, which are those of a line of the dump. */
export const perLine = 16;

/**
 * The bytes of a row: 16, 8 or 4, so that offset, bytes and text fit.
 * @param columns characters of the monospace font that fit
 */
export const bytesPerRow = (columns: number): number => [perLine, 8].find((n) => columns >= widthOf(n)) ?? 4;

/** Eight digits, three characters for each byte and one between the halves, the text, and two gaps of two. */
const widthOf = (bytes: number): number => 8 + 2 + bytes * 3 + (bytes > 8 ? 1 : 0) + 2 + bytes;

/** The selected range; `end` is exclusive. */
export function rangeOf({ anchor, cursor }: HexSelection): { readonly start: number; readonly end: number } {
  return { start: Math.min(anchor, cursor), end: Math.max(anchor, cursor) + 1 };
}

interface Keys {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * The selection after a key, as in hex editors; undefined for other keys.
 * @param rows rows per page
 */
export function moveBy(
  keys: Keys,
  { anchor, cursor }: HexSelection,
  size: number,
  rows: number,
  perRow = perLine,
): HexSelection | undefined {
  const far = keys.ctrlKey || keys.metaKey;
  if (size === 0) return undefined;
  if (keys.key.toLowerCase() === 'a' && far) return { anchor: 0, cursor: size - 1 };
  const row = Math.floor(cursor / perRow) * perRow;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: cursor - 1,
    ArrowRight: cursor + 1,
    ArrowUp: cursor - perRow,
    ArrowDown: cursor + perRow,
    PageUp: cursor - perRow * rows,
    PageDown: cursor + perRow * rows,
    Home: far ? 0 : row,
    End: far ? size - 1 : row + perRow - 1,
  };
  const target = Object.hasOwn(targets, keys.key) ? targets[keys.key] : undefined;
  if (target === undefined) return undefined;
  const to = Math.max(0, Math.min(size - 1, target));
  return { anchor: keys.shiftKey ? anchor : to, cursor: to };
}

/** Parses an offset: `1024`, `0x400`, `400h`. Undefined if it is invalid or outside the body. */
export function readOffset(text: string, size: number): number | undefined {
  const found = /^\s*(?:0x([\da-f]{1,13})|([\da-f]{1,13})h|(\d{1,15}))\s*$/i.exec(text);
  if (found === null) return undefined;
  const hex = found[1] ?? found[2];
  const offset = hex === undefined ? Number(found[3]) : Number.parseInt(hex, 16);
  return offset < size ? offset : undefined;
}

/** The bytes and characters of a row, which is a part of a line of the hex dump. */
export function hexCells(
  line: string,
  first: number,
  perRow: number,
): { readonly bytes: readonly string[]; readonly characters: readonly string[] } {
  const [, hex = '', text = ''] = /^[\da-f]+ {2}(.{48}) {2}([^]*)$/.exec(line) ?? [];
  const bytes = hex.split(/ +/).filter((byte) => byte !== '');
  return { bytes: bytes.slice(first, first + perRow), characters: text.split('').slice(first, first + perRow) };
}
