import { isJson } from '../../base/jsonFormat.ts';
import { RecordBytes } from './recordBytes.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const [LF, CR] = [0x0a, 0x0d];
const laterLines = new TextDecoder('utf-8', { ignoreBOM: true });

/** Newline-delimited JSON: each non-blank line is an event with its text unchanged. */
export class NdjsonParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #line: RecordBytes;
  #index = 0;
  // Removes a BOM before the first line.
  #decoder = new TextDecoder('utf-8');

  constructor(on: StreamListener, maxEventSize: number) {
    this.#on = on;
    this.#line = new RecordBytes(maxEventSize);
  }

  get position(): StreamPosition {
    return { index: this.#index, id: '', retryMs: undefined };
  }

  get unfinished(): number {
    return this.#line.size;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      this.#line.push(bytes.subarray(start, end));
      this.#endLine(true);
      start = end + 1;
    }
    this.#line.push(bytes.subarray(start));
  }

  end(): void {
    if (this.#line.size > 0) this.#endLine(false);
  }

  #endLine(terminated: boolean): void {
    const bytes = this.#line.take();
    const line = bytes.at(-1) === CR && terminated ? bytes.subarray(0, -1) : bytes;
    // A complete line never cuts a character, so each line can be decoded on its own.
    const text = this.#decoder.decode(line);
    this.#decoder = laterLines;
    if (text.trim() === '') return;
    const complete = terminated || isJson(text);
    this.#on.event({ index: this.#index++, event: 'message', data: text, id: '', retry: null, complete });
  }
}
