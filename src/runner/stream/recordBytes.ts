import { eventTooLarge } from './eventTooLarge.ts';

/** The bytes of the current record of a stream, in pieces that are joined once at its end. */
export class RecordBytes {
  readonly #limit: number;
  #pieces: Uint8Array[] = [];
  #size = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  /** @throws {ReqError} `limit` if the record is too large */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#size += bytes.length;
    if (this.#size > this.#limit) throw eventTooLarge(this.#limit);
    this.#pieces.push(bytes);
  }

  /** Returns the record and begins the next one. */
  take(): Uint8Array {
    const [only] = this.#pieces;
    const bytes = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return bytes;
  }
}
