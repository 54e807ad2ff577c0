/** A selection of bytes; `cursor` is the end that keys move. */
export interface HexSelection {
  readonly anchor: number;
  readonly cursor: number;
}

const perRow = 16;

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
export function moveBy(keys: Keys, { anchor, cursor }: HexSelection, size: number, rows: number): HexSelection | undefined {
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

/** Splits a line of the hex dump into offset, bytes and characters. */
export function hexCells(line: string): {
  readonly offset: string;
  readonly bytes: readonly string[];
  readonly characters: readonly string[];
} {
  const [, offset = '', hex = '', text = ''] = /^([\da-f]+) {2}(.{48}) {2}([^]*)$/.exec(line) ?? [];
  return { offset, bytes: hex.split(/ +/).filter((byte) => byte !== ''), characters: text.split('') };
}
