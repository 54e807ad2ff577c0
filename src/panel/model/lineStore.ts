import type { BodyMode } from '../../protocol/messages.ts';
import { PageCache, type Want } from './pageCache.ts';

const pageSize = 200;
const pageLimit = 60;
/** Asked for before the first answer tells how many lines there are. */
const unknownTotal = pageSize;

/** The page's window on the lines of a body, in each of its modes. */
export class LineStore {
  readonly #totals = new Map<BodyMode, number>();
  readonly #pages = new Map<BodyMode, PageCache<string>>();

  /** Lines of a mode; null before it is known. */
  total(mode: BodyMode): number | null {
    return this.#totals.get(mode) ?? null;
  }

  get(mode: BodyMode, index: number): string | undefined {
    return this.#pages.get(mode)?.get(index);
  }

  /** A body came: what was known of one before it is gone. */
  begin(mode: BodyMode, lines: number | null): void {
    this.#totals.clear();
    this.#pages.clear();
    if (lines !== null) this.#totals.set(mode, lines);
  }

  /** There are more lines now: those that came stay. */
  grow(mode: BodyMode, lines: number): void {
    this.#totals.set(mode, Math.max(lines, this.total(mode) ?? 0));
  }

  put(mode: BodyMode, start: number, lines: readonly string[], total: number): void {
    this.#totals.set(mode, total);
    this.#of(mode).put(start, lines);
  }

  /** What to ask the editor for, so that `first` to `last` can be shown. */
  want(mode: BodyMode, first: number, last: number): readonly Want[] {
    return this.#of(mode).want(first, last, this.total(mode) ?? unknownTotal);
  }

  #of(mode: BodyMode): PageCache<string> {
    let pages = this.#pages.get(mode);
    if (pages === undefined) this.#pages.set(mode, (pages = new PageCache(pageSize, pageLimit)));
    return pages;
  }
}
