/** Items asked for: `count` from `start`. */
export interface Want {
  readonly start: number;
  readonly count: number;
}

/**
 * A window on a long list that lies elsewhere: pages of items, least recently used ones go. It says what to ask for, each page once.
 */
export class PageCache<T> {
  readonly #pageSize: number;
  readonly #pageLimit: number;
  /** The beginning of each page, as far as it came; the map's order is that of use. */
  readonly #pages = new Map<number, readonly T[]>();
  readonly #asked = new Set<number>();

  constructor(pageSize: number, pageLimit: number) {
    this.#pageSize = pageSize;
    this.#pageLimit = pageLimit;
  }

  get(index: number): T | undefined {
    const page = Math.floor(index / this.#pageSize);
    return this.#pages.get(page)?.[index - page * this.#pageSize];
  }

  /** What is missing of the pages that `first` to `last` (included) touch, in a list of `total`. Counts as asked from now on. */
  want(first: number, last: number, total: number): readonly Want[] {
    const wants: Want[] = [];
    const lastPage = Math.floor(Math.min(last, total - 1) / this.#pageSize);
    for (let page = Math.max(0, Math.floor(first / this.#pageSize)); page <= lastPage; page++) {
      const start = page * this.#pageSize;
      const there = this.#pages.get(page);
      if (there !== undefined) this.#touch(page, there);
      const have = there?.length ?? 0;
      const whole = Math.min(this.#pageSize, total - start);
      if (have >= whole || this.#asked.has(page)) continue;
      this.#asked.add(page);
      wants.push({ start: start + have, count: whole - have });
    }
    return wants;
  }

  /** Takes an answer. It may hold less than asked, then the rest is asked for again; an empty one ends the asking. */
  put(start: number, items: readonly T[]): void {
    const page = Math.floor(start / this.#pageSize);
    const there = this.#pages.get(page) ?? [];
    const offset = start - page * this.#pageSize;
    if (items.length === 0 || offset > there.length) return;
    this.#asked.delete(page);
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
