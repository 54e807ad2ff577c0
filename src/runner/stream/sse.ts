import { createParser, type EventSourceParser } from 'eventsource-parser';
import { eventTooLarge, tooManyLines } from './eventTooLarge.ts';
import { HeldData, heldMark, textOfPieces, withHeld } from './heldData.ts';
import type { StreamListener, StreamParser, StreamPosition } from './streamTypes.ts';

/** Data line appended at the end of a stream to dispatch an unfinished block. No decoder emits a lone surrogate, so it is unique. */
const endMark = '\ud800';

/** Characters of a block above which its data lines are counted: the parser uses memory for each line, even a short one. */
const uncounted = 4 * 1024 * 1024;
const maxLines = 1_000_000;

/** Characters of a block above which its data is held back from the parser, which would join it. */
const mostJoined = 1024 * 1024;

/** `data:` and one more character: the parser has removed the space after the colon by then. */
const fieldLength = 6;

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
  /** First characters of the current line, at most `fieldLength`; empty if there is none yet. */
  #line = '';
  #endedByCr = false;
  /** Data of the current event that is held back, in place of each `heldMark`. */
  #held: HeldData[] = [];
  #heldSize = 0;
  /** Whether the current line is held back, or was, if it has ended. The parser is then at the start of a line. */
  #inHeld = false;
  /** Whether the CR at the end of the last line was not passed to the parser: it would expect an LF, although held lines may follow. */
  #ownsCr = false;
  /** Whether the next line of data can be held together with the last one. */
  #mayJoin = false;
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
    this.#parser.feed(`${this.#line === '' || this.#inHeld ? '' : '\n'}data:${endMark}\n\n`);
  }

  #feed(decoded: string): void {
    if (decoded === '' || this.#tooLarge) return;
    const text = this.#started || !decoded.startsWith('\ufeff') ? decoded : decoded.slice(1);
    this.#started = true;
    this.#sinceEvent += text.length;
    if (this.#sinceEvent > uncounted) this.#countLines(text);
    // The parser does not report the end of a block without data, which resets `retry`. Feed such text by lines; it is rare.
    // The same for a large block, whose data is held back.
    const isLarge = this.#sinceEvent > mostJoined;
    if (isLarge || this.#retry !== null || this.#line.startsWith('r') || text.includes('retry')) this.#feedLines(text);
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
    let line = this.#line;
    let first = true;
    for (const [piece] of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)) {
      if (this.#tooLarge) return;
      const completesCrLf = first && this.#endedByCr && piece === '\n';
      if (completesCrLf) {
        if (!this.#ownsCr) this.#parser.feed(piece);
      } else {
        if (line === '') this.#inHeld = false;
        this.#ownsCr = this.#sinceEvent > mostJoined && piece.endsWith('\r');
        if (!this.#holdBack(piece, line)) this.#parser.feed(this.#ownsCr ? `${piece.slice(0, -1)}\n` : piece);
        if (line === '' && /^[\r\n]/.test(piece)) this.#retry = null;
      }
      line = '';
      first = false;
    }
  }

  /**
   * Holds back a piece of a line of data in a large block. Returns whether it did.
   * @param before start of the line before the piece
   */
  #holdBack(piece: string, before: string): boolean {
    if (this.#sinceEvent <= mostJoined) return false;
    const end = piece.search(/[\r\n]/);
    const content = end < 0 ? piece : piece.slice(0, end);
    if (this.#inHeld) this.#hold(content);
    else if (before === '' && (content.startsWith('data:') ? end >= 0 || content.length >= fieldLength : content === 'data' && end >= 0)) {
      if (this.#mayJoin) this.#hold('\n');
      else this.#beginHolding(`data:${heldMark}\n`);
      this.#hold(content.slice(content.startsWith('data: ') ? fieldLength : fieldLength - 1));
    } else if (before.length === fieldLength && before.startsWith('data:')) {
      this.#beginHolding(`${heldMark}\n`);
      this.#hold(content);
    } else {
      const line = before + content;
      const mayBeData = line.startsWith('data:') || line === 'data' || (end < 0 && line !== '' && 'data'.startsWith(line));
      if (mayBeData) this.#mayJoin = false;
      return false;
    }
    return true;
  }

  #beginHolding(fed: string): void {
    this.#parser.feed(fed);
    this.#held.push(new HeldData());
    this.#inHeld = this.#mayJoin = true;
  }

  #hold(text: string): void {
    this.#inHeld = true;
    this.#held.at(-1)?.push(text);
    this.#heldSize += text.length;
    if (this.#heldSize > this.#maxEventSize) this.#tooLarge = true;
  }

  #noteLine(text: string): void {
    let lineStart = text.includes('\n') ? text.lastIndexOf('\n') + 1 : 0;
    // `lastIndexOf` alone would search a text without line breaks from end to start, one character after another.
    if (text.includes('\r', lineStart)) lineStart = text.lastIndexOf('\r') + 1;
    if (lineStart > 0) this.#line = text.slice(lineStart, lineStart + fieldLength);
    else if (this.#line.length < fieldLength) this.#line += text.slice(0, fieldLength - this.#line.length);
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
    const pieces = this.#held.length === 0 ? undefined : withHeld(data, this.#held);
    if (pieces !== undefined) {
      data = textOfPieces(pieces);
      this.#held = [];
      this.#heldSize = 0;
      this.#inHeld = this.#mayJoin = false;
      if (data.length > this.#maxEventSize) {
        this.#tooLarge = true;
        throw eventTooLarge(this.#maxEventSize);
      }
    }
    this.#on.event({
      index: this.#index++,
      event: event ?? 'message',
      data,
      ...(pieces === undefined ? {} : { pieces }),
      id: this.#id,
      retry: this.#retry,
      complete: !this.#ending,
    });
    this.#retry = null;
  }
}
