import { isJson } from '../../base/jsonFormat.ts';
import { eventTooLarge } from './eventTooLarge.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const LF = 0x0a;

/** Newline-delimited JSON: each non-blank line is an event with its text unchanged. */
export class NdjsonParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #maxEventSize: number;
  /** Pieces of the current line, decoded as they arrive and joined once at its end. */
  #texts: string[] = [];
  /** Bytes of the current line. */
  #size = 0;
  #index = 0;
  // Removes a BOM before the first line.
  #decoder = new TextDecoder('utf-8');
  #isFirst = true;

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
      this.#endLine(bytes.subarray(start, end), true);
      start = end + 1;
    }
    if (start === bytes.length) return;
    this.#count(bytes.length - start);
    this.#texts.push(this.#decoder.decode(bytes.subarray(start), { stream: true }));
  }

  end(): void {
    if (this.#size > 0) this.#endLine(new Uint8Array(), false);
  }

  #count(size: number): void {
    this.#size += size;
    if (this.#size > this.#maxEventSize) throw eventTooLarge(this.#maxEventSize);
  }

  #endLine(rest: Uint8Array, terminated: boolean): void {
    this.#count(rest.length);
    // A complete line never cuts a character, so each line can be decoded on its own.
    const last = this.#decoder.decode(rest);
    this.#texts.push(last);
    const line = this.#texts.length === 1 ? last : this.#texts.join('');
    this.#texts = [];
    this.#size = 0;
    if (this.#isFirst) this.#decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    this.#isFirst = false;
    const text = terminated && line.endsWith('\r') ? line.slice(0, -1) : line;
    if (!/\S/.test(text)) return;
    const complete = terminated || isJson(text);
    this.#on.event({ index: this.#index++, event: 'message', data: text, id: '', retry: null, complete });
  }
}
