import { CsvScanner, csvRows, csvValue } from '../../base/text/csv.ts';
import { maskText } from '../../base/masks/mask.ts';
import type { Range } from '../../base/text/text.ts';
import { t } from '../../base/l10n.ts';
import type { BodyReader } from '../../runner/index.ts';
import type { Hiding } from '../record/hiding.ts';

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
/** Bytes before and after the rows that are searched too, for secrets that cross their ends. */
const around = 4096;

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
  readonly #scanner: CsvScanner;
  readonly #decode: (bytes: Uint8Array) => string;
  readonly #hiding: Hiding;
  /** For each mark: its row number and offset. */
  readonly #markRows: number[] = [0];
  readonly #markStarts: number[] = [0];
  #rows = 0;
  #scanned = 0;
  /** Offset of the incomplete row. */
  #rowStart = 0;

  constructor(body: Pick<BodyReader, 'size' | 'read'>, separator: string, decode: (bytes: Uint8Array) => string, hiding: Hiding) {
    this.#body = body;
    this.#separator = separator;
    this.#scanner = new CsvScanner(separator);
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
    const scanner = this.#scanner;
    for (let at = 0; at < bytes.length; at++) if (scanner.next(bytes[at] ?? 0) === 'row') this.#endRow(from + at + 1);
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
    const rows: (readonly Range[])[] = [];
    const first = start - (this.#markRows[mark] ?? 0);
    const last = first + Math.min(count, this.#rows - start);
    let index = 0;
    for (const { cells } of csvRows(text, { separator: this.#separator, from: lead.length, mostCells })) {
      if (index >= last) break;
      if (index++ >= first) rows.push(cells);
    }
    // The last one may be cut; it is asked for again, but where it alone is larger than what is read.
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
    // A quote in a secret is doubled in a cell: as a value it can be found.
    const shown = this.#hiding.mask(csvValue(raw));
    return shown.length > cellLimit ? `${shown.slice(0, cellLimit)} … ${t('{0} more characters', shown.length - cellLimit)}` : shown;
  }
}
