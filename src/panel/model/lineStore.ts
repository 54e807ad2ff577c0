import { PageCache, type Want } from './pageCache.ts';

type Mode = 'pretty' | 'raw';

const pageSize = 200;
const pageLimit = 60;
/** Asked for before the first answer tells how many lines there are. */
const unknownTotal = pageSize;

/** The page's window on the lines of a body, in both forms. */
export class LineStore {
  #totals: Readonly<Record<Mode, number | null>> = { pretty: null, raw: null };
  #pages = newPages();

  /** Lines of a form; null before it is known. */
  total(mode: Mode): number | null {
    return this.#totals[mode];
  }

  get(mode: Mode, index: number): string | undefined {
    return this.#pages[mode].get(index);
  }

  /** A body came: what was known of one before it is gone. */
  begin(lines: number): void {
    this.#totals = { pretty: lines, raw: null };
    this.#pages = newPages();
  }

  put(mode: Mode, start: number, lines: readonly string[], total: number): void {
    this.#totals = { ...this.#totals, [mode]: total };
    this.#pages[mode].put(start, lines);
  }

  /** What to ask the editor for, so that `first` to `last` can be shown. */
  want(mode: Mode, first: number, last: number): readonly Want[] {
    return this.#pages[mode].want(first, last, this.#totals[mode] ?? unknownTotal);
  }
}

function newPages(): Readonly<Record<Mode, PageCache<string>>> {
  return { pretty: new PageCache(pageSize, pageLimit), raw: new PageCache(pageSize, pageLimit) };
}
