import type { StreamFilter, StreamRow } from '../../../protocol/streamMessages.ts';
import { PageCache, type Want } from '../pageCache.ts';

const pageSize = 100;
const pageLimit = 40;

export class FoundRows {
  readonly view: number;
  readonly filter: StreamFilter;
  readonly #pages = new PageCache<StreamRow>(pageSize, pageLimit);
  total = 0;
  scanned = 0;
  done = false;
  error: string | null = null;

  constructor(view: number, filter: StreamFilter) {
    this.view = view;
    this.filter = filter;
  }

  get(row: number): StreamRow | undefined {
    return this.#pages.get(row);
  }

  put(start: number, rows: readonly StreamRow[]): void {
    this.#pages.put(start, rows);
  }

  want(first: number, last: number): readonly Want[] {
    return this.#pages.want(first, last, this.total);
  }
}
