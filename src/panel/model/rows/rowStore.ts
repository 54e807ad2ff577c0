import type { Measured, RowFold, RowsPage, TextMode } from '../../../protocol/bodyRows.ts';
import { PageCache, type Want } from '../pageCache.ts';

export const rowPage = 200;
const pageLimit = 60;

export interface TextRow {
  readonly text: string;
  /** Its line, from 0. */
  readonly line: number;
  readonly fold: RowFold | null;
  /** A title with the path of the rows after it. */
  readonly isTitle: boolean;
}

interface Rows {
  total: number | null;
  pages: PageCache<TextRow>;
}

/** A window of the rows of a body's text, for both modes. Discarded when a fold or filter changes the rows. */
export class RowStore {
  readonly #modes: Readonly<Record<TextMode, Rows>> = { pretty: newRows(), raw: newRows() };
  readonly #measured = new Map<TextMode, Measured>();
  #revision = 0;

  /** The number of rows in a mode; null if unknown. */
  total(mode: TextMode): number | null {
    return this.#modes[mode].total;
  }

  /** The scan progress of a mode; undefined before the first report. */
  measured(mode: TextMode): Measured | undefined {
    return this.#measured.get(mode);
  }

  get revision(): number {
    return this.#revision;
  }

  get(mode: TextMode, row: number): TextRow | undefined {
    return this.#modes[mode].pages.get(row);
  }

  measure(measured: Measured): void {
    this.renew(measured.revision);
    this.#measured.set(measured.mode, measured);
    if (measured.revision === this.#revision) this.#modes[measured.mode].total = measured.total;
  }

  /** Discards the rows of an older revision, so that they are requested again. */
  renew(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    for (const rows of Object.values(this.#modes)) rows.pages = newPages();
  }

  /** Discards all rows and their total when a filter changes them; the next page brings the new total. */
  begin(revision: number): void {
    if (revision <= this.#revision) return;
    this.renew(revision);
    for (const rows of Object.values(this.#modes)) rows.total = null;
  }

  put(mode: TextMode, page: RowsPage): void {
    this.renew(page.revision);
    if (page.revision < this.#revision) return;
    const rows = this.#modes[mode];
    rows.total = page.total;
    const folds = new Map(page.folds.map((fold) => [fold.row, fold]));
    const titles = new Set(page.titles);
    const all = page.lines.map((text, i): TextRow => {
      const row = page.start + i;
      return { text, line: page.numbers?.[i] ?? row, fold: folds.get(row) ?? null, isTitle: titles.has(row) };
    });
    for (let at = 0; at < all.length;) {
      const start = page.start + at;
      const count = rowPage - (start % rowPage);
      rows.pages.put(start, all.slice(at, at + count));
      at += count;
    }
  }

  /** The missing ranges between `first` and `last`, to request from the editor. */
  want(mode: TextMode, first: number, last: number): readonly Want[] {
    const { pages, total } = this.#modes[mode];
    return pages.want(first, last, total ?? rowPage);
  }
}

const newPages = (): PageCache<TextRow> => new PageCache(rowPage, pageLimit);
const newRows = (): Rows => ({ total: null, pages: newPages() });
