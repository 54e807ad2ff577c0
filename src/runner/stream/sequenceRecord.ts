import { isJson } from '../../base/json/jsonFormat.ts';
import { JsonRecognizer } from '../../base/json/jsonRecognizer.ts';
import { eventTooLarge } from './eventTooLarge.ts';
import { HeldData, textOfPieces } from './heldData.ts';

/** Maximum bytes of a record that is joined and parsed at its end. */
const mostJoined = 1024 * 1024;

/** A record of a stream. */
export interface StreamRecord {
  readonly text: string;
  /** The text of a large record, which reading a character of `text` would join. */
  readonly pieces?: readonly string[];
  readonly isJson: () => boolean;
}

/** The text of the current record of a stream, decoded as it arrives. */
export class RecordText {
  readonly #limit: number;
  #held = new HeldData();
  /** Of a large record. */
  #json: JsonRecognizer | undefined;
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
    this.#hold(this.#decoder.decode(bytes, { stream: true }));
  }

  /**
   * Returns the record with its last bytes, and begins the next one. A complete record never cuts a character.
   * @throws {ReqError} `limit` if the record is too large
   */
  take(last: Uint8Array, trim: Trim): StreamRecord {
    this.#count(last.length);
    this.#hold(this.#decoder.decode(last));
    const [pieces, json] = [this.#held.pieces(), this.#json];
    this.#held = new HeldData();
    this.#json = undefined;
    this.#size = 0;
    if (this.#isFirst) this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.#isFirst = false;
    if (json !== undefined) {
      const trimmed = trimmedPieces(pieces, trim);
      return { text: textOfPieces(trimmed), pieces: trimmed, isJson: () => json.isJson };
    }
    const text = trim.end(trim.start(pieces.join('')));
    return { text, isJson: () => isJson(text) };
  }

  #hold(text: string): void {
    this.#held.push(text);
    if (this.#json !== undefined) this.#json.push(text);
    else if (this.#size > mostJoined) {
      this.#json = new JsonRecognizer();
      for (const piece of this.#held.pieces()) this.#json.push(piece);
    }
  }

  #count(size: number): void {
    this.#size += size;
    if (this.#size > this.#limit) throw eventTooLarge(this.#limit);
  }
}

/** How white space around a record is removed. */
export interface Trim {
  readonly start: (text: string) => string;
  readonly end: (text: string) => string;
}

/** Omits pieces that are empty after trimming, so that the next one is trimmed too. */
function trimmedPieces(pieces: readonly string[], { start, end }: Trim): readonly string[] {
  let [first, last] = [0, pieces.length];
  let [head, tail] = ['', ''];
  while (first < last && (head = start(pieces[first] ?? '')) === '') first++;
  if (first === last) return [];
  if (last - first === 1) return [end(head)];
  while (last > first + 1 && (tail = end(pieces[last - 1] ?? '')) === '') last--;
  return last === first + 1 ? [end(head)] : [head, ...pieces.slice(first + 1, last - 1), tail];
}
