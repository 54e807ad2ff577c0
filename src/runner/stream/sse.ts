import { createParser, type EventSourceParser } from 'eventsource-parser';
import { eventTooLarge, tooManyLines } from './eventTooLarge.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

/** The value of a data line that we end a stream with, so that the block it leaves unfinished is dispatched. No decoder makes a lone surrogate. */
const endMark = '\ud800';

/** Characters of a block from which on its lines of data are counted: the parser keeps some memory for each line, however short. */
const uncounted = 4 * 1024 * 1024;
const maxLines = 1_000_000;

/**
 * An event stream (WHATWG HTML §9.2.6) over eventsource-parser, which knows the fields. Here are the bytes, what outlasts
 * a block, and the last block that a stream may leave unfinished.
 */
export class SseParser implements StreamParser {
  readonly #on: StreamListener;
  readonly #maxEventSize: number;
  // A BOM is taken away by hand: the parser would take three Latin-1 letters for one as well.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  readonly #parser: EventSourceParser;
  #started = false;
  #ending = false;
  #tooLarge = false;
  #index: number;
  /** The last event id in force. */
  #id: string;
  /** The same without what an unfinished block says. */
  #wholeId: string;
  #retryMs: number | undefined;
  /** The `retry` field of the block at hand. */
  #retry: number | null = null;
  /** The first character of the line at hand, empty where it has none yet. */
  #lineHead = '';
  #endedByCr = false;
  /** Characters since the last event, and the lines of data among them from some point on. */
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
    // Ends the parser's own search for a BOM; a blank line dispatches nothing.
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
    // The parser does not say where a block without data ends, and with it the `retry` of that block. They are rare.
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
    // Behind the last LF alone: a text without CR would be searched to its beginning.
    if (text.indexOf('\r', lineStart) >= 0) lineStart = text.lastIndexOf('\r') + 1;
    if (lineStart > 0 || this.#lineHead === '') this.#lineHead = text.charAt(lineStart);
    if (text !== '') this.#endedByCr = text.endsWith('\r');
  }

  #dispatch(event: string | undefined, written: string): void {
    this.#sinceEvent = 0;
    this.#lines = 0;
    let data = written;
    if (this.#ending) {
      // Nothing but the mark: the stream ended between two blocks, or in one that would dispatch nothing.
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
