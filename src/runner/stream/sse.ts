import { createParser, type EventSourceParser } from 'eventsource-parser';
import { eventTooLarge, tooManyLines } from './eventTooLarge.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

/** Data line appended at the end of a stream to dispatch an unfinished block. No decoder emits a lone surrogate, so it is unique. */
const endMark = '\ud800';

/** Size of a block, in characters, above which its data lines are counted: the parser uses memory for each line, even a short one. */
const uncounted = 4 * 1024 * 1024;
const maxLines = 1_000_000;

/**
 * Parses an event stream (WHATWG HTML §9.2.6). eventsource-parser parses the fields. This class decodes bytes, keeps the state between
 * blocks, and reports a block that the end of the stream leaves unfinished.
 */
export class SseParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #maxEventSize: number;
  // The BOM is removed in `#feed`: the parser would also remove the Latin-1 characters of a BOM's bytes.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #parser: EventSourceParser;
  #started = false;
  #ending = false;
  #tooLarge = false;
  #index: number;
  #id: string;
  /** The last event ID, ignoring an unfinished block at the end. */
  #wholeId: string;
  #retryMs: number | undefined;
  /** `retry` field of the current block. */
  #retry: number | null = null;
  /** First character of the current line; empty if there is none yet. */
  #lineHead = '';
  #endedByCr = false;
  /** Characters since the last event, and its data lines counted so far. */
  #sinceEvent = 0;
  #lines = 0;

  constructor(on: StreamListener, maxEventSize: number, from: StreamPosition) {
    this.#on = on;
    this.#index = from.index;
    this.#id = this.#wholeId = from.id;
    this.#retryMs = from.retryMs;
    this.#maxEventSize = maxEventSize;
    this.#parser = createParser({
      maxBufferSize: maxEventSize,
      onId: (id) => {
        this.#id = id;
        if (!this.#ending) this.#wholeId = id;
      },
      onRetry: (retry) => {
        this.#retry = retry;
        if (!this.#ending) this.#retryMs = retry;
      },
      onComment: (text) => this.#on.comment(text),
      onEvent: ({ event, data }) => this.#dispatch(event, data),
      onError: ({ type }) => (this.#tooLarge ||= type === 'max-buffer-size-exceeded'),
    });
    // Makes the parser stop looking for a BOM; a blank line dispatches nothing.
    this.#parser.feed('\n');
  }

  get position(): StreamPosition {
    return { index: this.#index, id: this.#wholeId, retryMs: this.#retryMs };
  }

  get unfinished(): number {
    return this.#sinceEvent;
  }

  push(bytes: Uint8Array): void {
    this.#feed(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): void {
    if (this.#tooLarge || this.#ending) return;
    this.#feed(this.#decoder.decode());
    this.#ending = true;
    this.#parser.feed(`${this.#lineHead === '' ? '' : '\n'}data:${endMark}\n\n`);
  }

  #feed(decoded: string): void {
    if (decoded === '' || this.#tooLarge) return;
    const text = this.#started || !decoded.startsWith('\ufeff') ? decoded : decoded.slice(1);
    this.#started = true;
    this.#sinceEvent += text.length;
    if (this.#sinceEvent > uncounted) this.#countLines(text);
    // The parser does not report the end of a block without data, which resets `retry`. Feed such text by lines; it is rare.
    if (this.#retry !== null || this.#lineHead === 'r' || text.includes('retry')) this.#feedLines(text);
    else this.#parser.feed(text);
    this.#noteLine(text);
    if (this.#tooLarge) throw eventTooLarge(this.#maxEventSize);
  }

  #countLines(text: string): void {
    for (let at = text.indexOf('data'); at >= 0; at = text.indexOf('data', at + 4)) {
      const before = text.charCodeAt(at - 1);
      if (at === 0 || before === 10 || before === 13) this.#lines++;
    }
    if (this.#lines <= maxLines) return;
    this.#tooLarge = true;
    throw tooManyLines(maxLines);
  }

  #feedLines(text: string): void {
    let lineIsEmpty = this.#lineHead === '';
    let first = true;
    for (const [line] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)) {
      if (this.#tooLarge) return;
      this.#parser.feed(line);
      const completesCrLf = first && this.#endedByCr && line === '\n';
      const isBlank = lineIsEmpty && !completesCrLf && /^[\r\n]/.test(line);
      if (isBlank) this.#retry = null;
      lineIsEmpty = true;
      first = false;
    }
  }

  #noteLine(text: string): void {
    let lineStart = text.lastIndexOf('\n') + 1;
    // Search after the last LF only: `lastIndexOf` would search a text without CR from end to start.
    if (text.indexOf('\r', lineStart) >= 0) lineStart = text.lastIndexOf('\r') + 1;
    if (lineStart > 0 || this.#lineHead === '') this.#lineHead = text.charAt(lineStart);
    if (text !== '') this.#endedByCr = text.endsWith('\r');
  }

  #dispatch(event: string | undefined, written: string): void {
    this.#sinceEvent = 0;
    this.#lines = 0;
    let data = written;
    if (this.#ending) {
      // Only the mark: the stream ended between blocks, or in a block that dispatches nothing.
      if (written === endMark && event === undefined) return;
      data = written === endMark ? '' : written.slice(0, -1 - endMark.length);
    }
    this.#on.event({
      index: this.#index++,
      event: event ?? 'message',
      data,
      id: this.#id,
      retry: this.#retry,
      complete: !this.#ending,
    });
    this.#retry = null;
  }
}
