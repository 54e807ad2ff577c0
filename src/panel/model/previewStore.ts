import type { PreviewData } from '../../protocol/preview.ts';
import { PageCache, type Want } from './pageCache.ts';

/** Bytes or UTF-16 units per request. */
const pieceSize = 1 << 20;
const rowsPage = 200;
const rowPages = 30;

interface Store {
  total: number | null;
  /** Bytes or UTF-16 units received. */
  received: number;
  isRequested: boolean;
  text: string;
  /** Blobs, which the browser keeps outside the page's heap. */
  readonly bytes: Blob[];
  readonly rows: PageCache<readonly string[]>;
}

/** The received previews. Texts and images are loaded completely in pieces, table rows on demand. */
export class PreviewStore {
  readonly #parts = new Map<number, Store>();

  /** Rows, bytes or UTF-16 units of the whole; null if unknown. */
  total(part: number): number | null {
    return this.#parts.get(part)?.total ?? null;
  }

  received(part: number): number {
    return this.#parts.get(part)?.received ?? 0;
  }

  text(part: number): string {
    return this.#parts.get(part)?.text ?? '';
  }

  /** All bytes; undefined until they are complete. */
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
    store.isRequested = false;
    // A piece that does not continue the data was requested by an earlier page.
    if (start !== store.received) return;
    store.received += data.kind === 'text' ? data.text.length : data.bytes.length;
    if (data.kind === 'text') store.text += data.text;
    else store.bytes.push(new Blob([data.bytes as Uint8Array<ArrayBuffer>]));
  }

  /** The next piece to request; undefined if all is received or a request is pending. */
  wantPiece(part: number): Want | undefined {
    const store = this.#of(part);
    if (store.isRequested || (store.total !== null && store.received >= store.total)) return undefined;
    store.isRequested = true;
    return { start: store.received, count: pieceSize };
  }

  wantRows(part: number, first: number, last: number): readonly Want[] {
    const store = this.#of(part);
    return store.rows.want(first, last, store.total ?? rowsPage);
  }

  #of(part: number): Store {
    let store = this.#parts.get(part);
    if (store === undefined) {
      store = { total: null, received: 0, isRequested: false, text: '', bytes: [], rows: new PageCache(rowsPage, rowPages) };
      this.#parts.set(part, store);
    }
    return store;
  }
}
