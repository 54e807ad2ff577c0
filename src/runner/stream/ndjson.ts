import { RecordText, type Trim } from './sequenceRecord.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const LF = 0x0a;
const nothing = new Uint8Array();

const unchanged: Trim = { start: (text) => text, end: (text) => text };
const withoutReturn: Trim = { ...unchanged, end: (text) => (text.endsWith('\r') ? text.slice(0, -1) : text) };

/** Newline-delimited JSON: each non-blank line is an event with its text unchanged. */
export class NdjsonParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #line: RecordText;
  #index = 0;

  constructor(on: StreamListener, maxEventSize: number) {
    this.#on = on;
    this.#line = new RecordText(maxEventSize);
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
      this.#endLine(bytes.subarray(start, end), true);
      start = end + 1;
    }
    this.#line.push(bytes.subarray(start));
  }

  end(): void {
    if (this.#line.size > 0) this.#endLine(nothing, false);
  }

  #endLine(last: Uint8Array, terminated: boolean): void {
    const { text, pieces, isJson } = this.#line.take(last, terminated ? withoutReturn : unchanged);
    if (!(pieces ?? [text]).some((piece) => /\S/.test(piece))) return;
    const complete = terminated || isJson();
    const held = pieces === undefined ? {} : { pieces };
    this.#on.event({ index: this.#index++, event: 'message', data: text, ...held, id: '', retry: null, complete });
  }
}
