/** Bytes that are selected, from one to the other; the second is where the keys are. */
export interface HexSelection {
  readonly anchor: number;
  readonly cursor: number;
}

const perRow = 16;

/** First byte of a selection, and the one after its last. */
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
 * The selection after a key, as editors of bytes have it; undefined where the key means nothing here.
 * @param rows that a page has
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

/** An offset as people write it: `1024`, `0x400`, `400h`. Undefined where it is none, or there is no such byte. */
export function readOffset(text: string, size: number): number | undefined {
  const found = /^\s*(?:0x([\da-f]{1,13})|([\da-f]{1,13})h|(\d{1,15}))\s*$/i.exec(text);
  if (found === null) return undefined;
  const hex = found[1] ?? found[2];
  const offset = hex === undefined ? Number(found[3]) : Number.parseInt(hex, 16);
  return offset < size ? offset : undefined;
}

/** A line of bytes, as the editor tells it, in its cells: where it stands, the bytes, and their characters. */
export function hexCells(line: string): {
  readonly offset: string;
  readonly bytes: readonly string[];
  readonly characters: readonly string[];
} {
  const [, offset = '', hex = '', text = ''] = /^([\da-f]+) {2}(.{48}) {2}([^]*)$/.exec(line) ?? [];
  return { offset, bytes: hex.split(/ +/).filter((byte) => byte !== ''), characters: text.split('') };
}
