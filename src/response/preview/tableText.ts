import { maskText } from '../../base/mask.ts';
import type { Range } from '../../base/text.ts';
import { t } from '../../base/l10n.ts';
import type { BodyReader } from '../../runner/index.ts';
import type { Hiding } from '../record/hiding.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Rows, and bytes, between two marks. */
const markRows = 256;
const markBytes = 256 * 1024;
/** Bytes to scan at once before yielding to other work. */
const sliceBytes = 1024 * 1024;
/** Maximum bytes of rows in one reply; longer rows are cut. */
const pageBytes = 2 * 1024 * 1024;
/** Maximum cells of a row, and UTF-16 units of a cell. */
const mostCells = 500;
const cellLimit = 2000;
/** Bytes around the rows to search for secrets that cross the border. */
const around = 4096;

/** Display names of the separators. */
export const separatorNames: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** The separator by media type, otherwise the one whose count is the most even across the first rows. */
export function separatorOf(start: Uint8Array, mediaType: string): string {
  if (/tab|tsv/.test(mediaType)) return '\t';
  const text = new TextDecoder().decode(start).replace(/"[^"]*"/g, '');
  const lines = text.split(/\r?\n|\r/).filter((line) => line !== '');
  const whole = lines.length > 1 ? lines.slice(0, -1).slice(0, 20) : lines;
  const rated = [',', ';', '\t', '|'].map((separator) => {
    const counts = whole.map((line) => line.split(separator).length - 1);
    const first = counts[0] ?? 0;
    return { separator, even: first === 0 ? 0 : counts.filter((count) => count === first).length, first };
  });
  const best = rated.reduce((a, b) => (b.even > a.even || (b.even === a.even && b.first > a.first && a.even === 0) ? b : a));
  return best.even === 0 ? ',' : best.separator;
}

/** Rows of a CSV table (RFC 4180). Row positions are found by scanning the bytes in slices; cells are read on demand. */
export class TableText {
  readonly #body: Pick<BodyReader, 'size' | 'read'>;
  readonly #separator: string;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #hiding: Hiding;
  /** For each mark: its row number and offset. */
  readonly #markRows: number[] = [0];
  readonly #markStarts: number[] = [0];
  #rows = 0;
  #scanned = 0;
  /** Offset of the incomplete row. */
  #rowStart = 0;
  #isQuoted = false;

  constructor(body: Pick<BodyReader, 'size' | 'read'>, separator: string, decode: (bytes: Uint8Array) => string, hiding: Hiding) {
    this.#body = body;
    this.#separator = separator;
    this.#decode = decode;
    this.#hiding = hiding;
  }

  /** Rows found so far. */
  get total(): number {
    return this.#rows;
  }

  /** Scans the next slice. Returns whether all rows have been found. */
  scan(): boolean {
    const { size } = this.#body;
    const bytes = this.#body.read(this.#scanned, Math.min(size, this.#scanned + sliceBytes));
    const from = this.#scanned;
    let isQuoted = this.#isQuoted;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      // A doubled quote toggles twice, so it needs no special case.
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) this.#endRow(from + at + 1);
    }
    this.#isQuoted = isQuoted;
    this.#scanned += bytes.length;
    const isOver = this.#scanned >= size || bytes.length === 0;
    if (isOver && this.#rowStart < size) this.#endRow(size);
    return isOver;
  }

  /** Cells of rows from `start` on, with secrets masked; fewer rows than `count` if they are large. */
  read(start: number, count: number): readonly (readonly string[])[] {
    const mark = this.#markBefore(start);
    const from = this.#markStarts[mark] ?? 0;
    const end = this.#markStarts[this.#markBefore(start + count) + 1] ?? this.#rowStart;
    const to = Math.min(end, from + pageBytes);
    const before = Math.max(0, from - around);
    const lead = this.#decode(this.#body.read(before, from));
    const text = lead + this.#decode(this.#body.read(from, to));
    const hidden = this.#hiding.find(text + this.#decode(this.#body.read(to, to + around)));
    const rows = cellsOf(text, lead.length, this.#separator, {
      skip: start - (this.#markRows[mark] ?? 0),
      count: Math.min(count, this.#rows - start),
    });
    // The last row may be cut: it is left for the next read, unless it is the only one.
    const whole = to < end && rows.length > 1 ? rows.slice(0, -1) : rows;
    return whole.map((row) => row.map((cell) => this.#shown(text, cell, hidden)));
  }

  #markBefore(row: number): number {
    const after = this.#markRows.findIndex((marked) => marked > row);
    return (after < 0 ? this.#markRows.length : after) - 1;
  }

  #endRow(next: number): void {
    this.#rowStart = next;
    this.#rows++;
    if (this.#rows - (this.#markRows.at(-1) ?? 0) < markRows && next - (this.#markStarts.at(-1) ?? 0) < markBytes) return;
    this.#markRows.push(this.#rows);
    this.#markStarts.push(next);
  }

  #shown(text: string, cell: Range, hidden: readonly Range[]): string {
    let raw = '';
    let at = cell.start;
    for (const range of hidden) {
      const [start, end] = [Math.max(at, range.start), Math.min(cell.end, range.end)];
      if (start >= end) continue;
      raw += text.slice(at, start) + maskText;
      at = end;
    }
    raw += text.slice(at, cell.end);
    const isQuoted = raw.startsWith('"');
    const value = isQuoted ? raw.slice(1, raw.length > 1 && raw.endsWith('"') ? -1 : undefined).replaceAll('""', '"') : raw;
    // A quote in a secret is doubled in a cell, so the unescaped value is masked again.
    const shown = this.#hiding.mask(value);
    return shown.length > cellLimit ? `${shown.slice(0, cellLimit)} … ${t('{0} more characters', shown.length - cellLimit)}` : shown;
  }
}

/** The ranges of cells in a text, from offset `from` on. */
function cellsOf(
  text: string,
  from: number,
  separator: string,
  { skip, count }: { readonly skip: number; readonly count: number },
): readonly (readonly Range[])[] {
  const rows: Range[][] = [];
  let row: Range[] = [];
  let index = 0;
  let start = from;
  let isQuoted = false;
  const endRow = (end: number): void => {
    if (index >= skip) {
      row.push({ start, end: end > start && text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end });
      rows.push(row.slice(0, mostCells));
    }
    row = [];
    index++;
  };
  for (let at = from; at < text.length && rows.length < count; at++) {
    const c = text.charCodeAt(at);
    if (c === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (c === lineFeed) {
      endRow(at);
      start = at + 1;
    } else if (text[at] === separator) {
      if (index >= skip && row.length < mostCells) row.push({ start, end: at });
      start = at + 1;
    }
  }
  if (rows.length < count && start < text.length) endRow(text.length);
  return rows;
}
