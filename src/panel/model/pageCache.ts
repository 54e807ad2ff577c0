/** A range to request: `count` items from `start`. */
export interface Want {
  readonly start: number;
  readonly count: number;
}

/** A cache for pages of a long list in the editor, least recently used first out. Reports each missing page once. */
export class PageCache<T> {
  readonly #pageSize: number;
  readonly #pageLimit: number;
  /** The received start of each page. The map is in order of use. */
  readonly #pages = new Map<number, readonly T[]>();
  readonly #requested = new Set<number>();

  constructor(pageSize: number, pageLimit: number) {
    this.#pageSize = pageSize;
    this.#pageLimit = pageLimit;
  }

  get(index: number): T | undefined {
    const page = Math.floor(index / this.#pageSize);
    return this.#pages.get(page)?.[index - page * this.#pageSize];
  }

  /** The missing items of the pages between `first` and `last`, inclusive. Marks them as requested. */
  want(first: number, last: number, total: number): readonly Want[] {
    const wants: Want[] = [];
    const lastPage = Math.floor(Math.min(last, total - 1) / this.#pageSize);
    for (let page = Math.max(0, Math.floor(first / this.#pageSize)); page <= lastPage; page++) {
      const start = page * this.#pageSize;
      const there = this.#pages.get(page);
      if (there !== undefined) this.#touch(page, there);
      const have = there?.length ?? 0;
      const whole = Math.min(this.#pageSize, total - start);
      if (have >= whole || this.#requested.has(page)) continue;
      this.#requested.add(page);
      wants.push({ start: start + have, count: whole - have });
    }
    return wants;
  }

  /**
   * Stores a reply. If it has fewer items than requested, the rest is requested again; an empty reply ends the
   * requests.
   */
  put(start: number, items: readonly T[]): void {
    const page = Math.floor(start / this.#pageSize);
    const there = this.#pages.get(page) ?? [];
    const offset = start - page * this.#pageSize;
    if (items.length === 0 || offset > there.length) return;
    this.#requested.delete(page);
    this.#touch(page, [...there.slice(0, offset), ...items.slice(0, this.#pageSize - offset)]);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#pageLimit) break;
      this.#pages.delete(oldest);
    }
  }

  #touch(page: number, items: readonly T[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, items);
  }
}
