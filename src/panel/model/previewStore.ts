import type { PreviewData } from '../../protocol/preview.ts';
import { PageCache, type Want } from './pageCache.ts';

/** Bytes or UTF-16 units asked for at once. */
const pieceSize = 1 << 20;
const rowsPage = 200;
const rowPages = 30;

/** What came of the body, or of one of its parts. */
interface Store {
  total: number | null;
  /** Bytes or units that came. */
  received: number;
  isAsked: boolean;
  text: string;
  /** Which the browser keeps outside of the page's memory. */
  readonly bytes: Blob[];
  readonly rows: PageCache<readonly string[]>;
}

/** The page's window on what a body depicts: texts and pictures come whole, piece by piece, rows of tables as they are looked at. */
export class PreviewStore {
  readonly #parts = new Map<number, Store>();

  /** Rows, bytes or units in all; null before it is known. */
  total(part: number): number | null {
    return this.#parts.get(part)?.total ?? null;
  }

  received(part: number): number {
    return this.#parts.get(part)?.received ?? 0;
  }

  /** As much of a text as came. */
  text(part: number): string {
    return this.#parts.get(part)?.text ?? '';
  }

  /** All bytes, once they are there. */
  bytes(part: number): readonly Blob[] | undefined {
    const store = this.#parts.get(part);
    return store?.total === store?.received ? store?.bytes : undefined;
  }

  row(part: number, index: number): readonly string[] | undefined {
    return this.#parts.get(part)?.rows.get(index);
  }

  put(part: number, start: number, total: number, data: PreviewData): void {
    const store = this.#of(part);
    store.total = total;
    if (data.kind === 'rows') return store.rows.put(start, data.rows);
    store.isAsked = false;
    // What does not follow on what is there was asked for by a page before this one.
    if (start !== store.received) return;
    store.received += data.kind === 'text' ? data.text.length : data.bytes.length;
    if (data.kind === 'text') store.text += data.text;
    else store.bytes.push(new Blob([data.bytes as Uint8Array<ArrayBuffer>]));
  }

  /** The next piece of a text or picture, once each; undefined where all is there or one is on its way. */
  wantPiece(part: number): Want | undefined {
    const store = this.#of(part);
    if (store.isAsked || (store.total !== null && store.received >= store.total)) return undefined;
    store.isAsked = true;
    return { start: store.received, count: pieceSize };
  }

  wantRows(part: number, first: number, last: number): readonly Want[] {
    const store = this.#of(part);
    return store.rows.want(first, last, store.total ?? rowsPage);
  }

  #of(part: number): Store {
    let store = this.#parts.get(part);
    if (store === undefined) {
      store = { total: null, received: 0, isAsked: false, text: '', bytes: [], rows: new PageCache(rowsPage, rowPages) };
      this.#parts.set(part, store);
    }
    return store;
  }
}
