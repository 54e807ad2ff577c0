import { isJson } from '../../base/json/jsonFormat.ts';
import { RecordText } from './sequenceRecord.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const LF = 0x0a;
const nothing = new Uint8Array();

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
    const line = this.#line.take(last);
    const text = terminated && line.endsWith('\r') ? line.slice(0, -1) : line;
    if (!/\S/.test(text)) return;
    const complete = terminated || isJson(text);
    this.#on.event({ index: this.#index++, event: 'message', data: text, id: '', retry: null, complete });
  }
}
