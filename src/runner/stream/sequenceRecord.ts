import { eventTooLarge } from './eventTooLarge.ts';

/** The text of the current record of a stream, decoded as it arrives and joined once at the record's end. */
export class RecordText {
  readonly #limit: number;
  #pieces: string[] = [];
  #size = 0;
  // Removes a BOM before the first record.
  #decoder = new TextDecoder('utf-8');
  #isFirst = true;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** @throws {ReqError} `limit` if the record is too large */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#count(bytes.length);
    this.#pieces.push(this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * Returns the record with its last bytes, and begins the next one. A complete record never cuts a character.
   * @throws {ReqError} `limit` if the record is too large
   */
  take(last: Uint8Array): string {
    this.#count(last.length);
    const end = this.#decoder.decode(last);
    const text = this.#pieces.length === 0 ? end : this.#pieces.join('') + end;
    this.#pieces = [];
    this.#size = 0;
    if (this.#isFirst) this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.#isFirst = false;
    return text;
  }

  #count(size: number): void {
    this.#size += size;
    if (this.#size > this.#limit) throw eventTooLarge(this.#limit);
  }
}
