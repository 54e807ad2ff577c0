import type { Range } from './text.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** States of the reader within a cell. */
const cellStart = 0;
const unquoted = 1;
const quoted = 2;
/** After a quote within quotes: it closes the cell unless another quote follows. */
const closed = 3;

/**
 * Finds the ends of cells and rows (RFC 4180), one unit after the other: a byte, or a UTF-16 unit of a text. Only a quote at the start
 * of a cell opens a quoted cell. LF and CRLF end a row.
 */
export class CsvScanner {
  readonly #separator: number;
  #state = cellStart;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  get isQuoted(): boolean {
    return this.#state === quoted;
  }

  /** Whether there is text between a closing quote and the end of its cell. */
  isAfterQuote(unit: number): boolean {
    return this.#state === closed && unit !== quote && unit !== this.#separator && unit !== lineFeed;
  }

  next(unit: number): 'cell' | 'row' | undefined {
    const state = this.#state;
    if (state === quoted) {
      if (unit === quote) this.#state = closed;
      return undefined;
    }
    if (unit === lineFeed || unit === this.#separator) {
      this.#state = cellStart;
      return unit === lineFeed ? 'row' : 'cell';
    }
    this.#state = unit === quote && state !== unquoted ? quoted : state === closed && unit === carriageReturn ? closed : unquoted;
    return undefined;
  }
}

export interface CsvRow {
  /** The line of the row's start, from 1. */
  readonly line: number;
  /** Ranges of the cells in the text, including their quotes. */
  readonly cells: readonly Range[];
  /** A violation of RFC 4180; the cells are read nevertheless. */
  readonly problem?: { readonly line: number; readonly message: string };
}

interface CsvOptions {
  readonly separator: string;
  /** Offset of the first row. */
  readonly from?: number;
  /** Maximum cells of a row that are recorded. */
  readonly mostCells?: number;
}

/** The rows of a CSV text; empty lines are rows of one empty cell. */
export function* csvRows(text: string, { separator, from = 0, mostCells = Infinity }: CsvOptions): Generator<CsvRow> {
  const scanner = new CsvScanner(separator);
  let [line, begins, start] = [1, 1, from];
  let cells: Range[] = [];
  let problem: CsvRow['problem'];
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (scanner.isAfterQuote(unit) && !endsRow(text, at))
      problem ??= { line, message: 'a comma or the end of the line must follow the closing quote of a field' };
    const end = scanner.next(unit);
    if (unit === lineFeed) line++;
    if (end === undefined) continue;
    if (cells.length < mostCells) cells.push({ start, end: end === 'row' && text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at });
    start = at + 1;
    if (end === 'cell') continue;
    yield problem === undefined ? { line: begins, cells } : { line: begins, cells, problem };
    cells = [];
    problem = undefined;
    begins = line;
  }
  if (start >= text.length && cells.length === 0) return;
  if (cells.length < mostCells) cells.push({ start, end: text.length });
  if (scanner.isQuoted) problem ??= { line: begins, message: 'a field in quotes is not closed' };
  yield problem === undefined ? { line: begins, cells } : { line: begins, cells, problem };
}

const endsRow = (text: string, at: number): boolean => text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed;

/** The text of a cell without its quotes. A cell that is cut off or has text after its closing quote is returned as written. */
export function csvValue(cell: string): string {
  if (!cell.startsWith('"')) return cell;
  return cell.slice(1, cell.length > 1 && cell.endsWith('"') ? -1 : undefined).replaceAll('""', '"');
}
