import { RecordText, type Trim } from './sequenceRecord.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

const [LF, recordSeparator, quote, backslash] = [0x0a, 0x1e, 0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const trimmed: Trim = { start: (text) => text.trimStart(), end: (text) => text.trimEnd() };
const closing = new Set([0x5d, 0x7d]);

/**
 * JSON text sequences (RFC 7464): a record separator, a JSON text, a line feed. A record is reported at its line feed, before the next
 * separator arrives. A record that another separator or the end cuts short is reported as incomplete, and so is one that is not JSON.
 */
export class JsonSequenceParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #record: RecordText;
  #index = 0;
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  constructor(on: StreamListener, maxEventSize: number) {
    this.#on = on;
    this.#record = new RecordText(maxEventSize);
  }

  get position(): StreamPosition {
    return { index: this.#index, id: '', retryMs: undefined };
  }

  get unfinished(): number {
    return this.#record.size;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === recordSeparator) {
        this.#endRecord(bytes.subarray(start, at), false);
        start = at + 1;
      } else if (byte === LF && this.#depth <= 0 && !this.#inString) {
        this.#endRecord(bytes.subarray(start, at), true);
        start = at + 1;
      } else this.#note(byte);
    }
    this.#record.push(bytes.subarray(start));
  }

  end(): void {
    this.#endRecord(new Uint8Array(), false);
  }

  /** Line feeds in an object or array that spans several lines do not end the record. */
  #note(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === quote) this.#inString = !this.#inString;
    else if (this.#inString) this.#isEscaped = byte === backslash;
    else if (opening.has(byte)) this.#depth++;
    else if (closing.has(byte)) this.#depth--;
  }

  /** @param terminated by a line feed. Without it, a number or literal may be cut short (RFC 7464 §2.4). */
  #endRecord(last: Uint8Array, terminated: boolean): void {
    this.#depth = 0;
    this.#inString = this.#isEscaped = false;
    const { text, pieces, isJson } = this.#record.take(last, trimmed);
    if (text.length === 0) return;
    const complete = (terminated || /^[[{"]/.test(pieces?.[0] ?? text)) && isJson();
    const held = pieces === undefined ? {} : { pieces };
    this.#on.event({ index: this.#index++, event: 'message', data: text, ...held, id: '', retry: null, complete });
  }
}
