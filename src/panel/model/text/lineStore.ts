import type { BodyMode } from '../../../protocol/messages.ts';
import { PageCache, type Want } from '../pageCache.ts';

const pageSize = 200;
const pageLimit = 60;
/** Number of lines to request before the total is known. */
const unknownTotal = pageSize;

export class LineStore {
  readonly #totals = new Map<BodyMode, number>();
  readonly #pages = new Map<BodyMode, PageCache<string>>();

  /** The number of lines in a mode; null if unknown. */
  total(mode: BodyMode): number | null {
    return this.#totals.get(mode) ?? null;
  }

  get(mode: BodyMode, index: number): string | undefined {
    return this.#pages.get(mode)?.get(index);
  }

  /** Called when a body arrives; discards the lines of the previous one. */
  begin(mode: BodyMode, lines: number | null): void {
    this.#totals.clear();
    this.#pages.clear();
    if (lines !== null) this.#totals.set(mode, lines);
  }

  /** Increases the number of lines; received lines are kept. */
  grow(mode: BodyMode, lines: number): void {
    this.#totals.set(mode, Math.max(lines, this.total(mode) ?? 0));
  }

  put(mode: BodyMode, start: number, lines: readonly string[], total: number): void {
    this.#totals.set(mode, total);
    this.#of(mode).put(start, lines);
  }

  /** The missing ranges between `first` and `last`, to request from the editor. */
  want(mode: BodyMode, first: number, last: number): readonly Want[] {
    return this.#of(mode).want(first, last, this.total(mode) ?? unknownTotal);
  }

  #of(mode: BodyMode): PageCache<string> {
    let pages = this.#pages.get(mode);
    if (pages === undefined) this.#pages.set(mode, (pages = new PageCache(pageSize, pageLimit)));
    return pages;
  }
}
