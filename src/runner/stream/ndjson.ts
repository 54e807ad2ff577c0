import { isJson } from '../../base/jsonFormat.ts';
import { eventTooLarge } from './eventTooLarge.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const [LF, CR] = [0x0a, 0x0d];
const laterLines = new TextDecoder('utf-8', { ignoreBOM: true });

/** Newline-delimited JSON: each non-blank line is an event with its text unchanged. */
export class NdjsonParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #maxEventSize: number;
  /** Pieces of the current line, joined once at its end. */
  #pieces: Uint8Array[] = [];
  #size = 0;
  #index = 0;
  // Removes a BOM before the first line.
  #decoder = new TextDecoder('utf-8');

  constructor(on: StreamListener, maxEventSize: number) {
    this.#on = on;
    this.#maxEventSize = maxEventSize;
  }

  get position(): StreamPosition {
    return { index: this.#index, id: '', retryMs: undefined };
  }

  get unfinished(): number {
    return this.#size;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#keep(bytes.subarray(start, end));
      this.#endLine(true);
      start = end + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
  }

  end(): void {
    if (this.#size > 0) this.#endLine(false);
  }

  #keep(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > this.#maxEventSize) throw eventTooLarge(this.#maxEventSize);
    this.#pieces.push(bytes);
  }

  #endLine(terminated: boolean): void {
    const [only] = this.#pieces;
    const bytes = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    const line = bytes.at(-1) === CR && terminated ? bytes.subarray(0, -1) : bytes;
    // A complete line never cuts a character, so each line can be decoded on its own.
    const text = this.#decoder.decode(line);
    this.#decoder = laterLines;
    if (text.trim() === '') return;
    const complete = terminated || isJson(text);
    this.#on.event({ index: this.#index++, event: 'message', data: text, id: '', retry: null, complete });
  }
}
