import { ReqError, type ReceivedExcerpt } from '../../../base/reqError.ts';
import type { Header } from '../../../language/index.ts';
import type { ResponseHead } from '../../ports/events.ts';
import { receivedExcerpt } from '../exchange/receivedExcerpt.ts';
import { Chunks } from './chunks.ts';
import { framingOf, type ResponseFraming } from './responseFraming.ts';
import { maxHeaderSize, maxStatusLine } from '../exchange/headerLimits.ts';
import { MalformedResponse } from './malformedResponse.ts';
import { receivedHeader } from './byteText.ts';
import { checkBeginning, isBlank, readHeaderLine, readStatusLine, readValue, type Line, type StatusLine } from './responseLines.ts';

/** Receives the parts of a response, synchronously. */
export interface ResponseSink {
  informational(head: ResponseHead): void;
  head(head: ResponseHead, size: number): void;
  /** Bytes of the body, before content decoding. */
  data(bytes: Buffer): void;
  trailers(headers: readonly Header[]): void;
}

const nothing = Buffer.alloc(0);

/** Bytes of a head that are decoded at once; most heads are shorter. */
const mostText = 4096;

type Place = 'nowhere' | 'status' | 'headers' | 'counted' | 'chunks' | 'until-close' | 'trailers' | 'done';

/**
 * Parses the responses of one connection incrementally: RFC 9112. A line of a head may end with LF alone (§2.2), and a folded line is
 * joined to the previous one by a space (§5.2).
 */
export class ResponseReader {
  /** `performance.now()` of the first byte since the last request; undefined before it. */
  firstByteAt: number | undefined;
  received = 0;
  /** Of the final response, once its head is complete. */
  framing: ResponseFraming | undefined;
  /** Bytes received after the end of the response. */
  surplus = 0;
  #sink: ResponseSink | undefined;
  #isHead = false;
  #place: Place = 'nowhere';
  /** The bytes being read, and the number of response bytes before them. */
  #atHand: Buffer = nothing;
  #before = 0;
  /** Earlier bytes of an incomplete head or trailer section, for the excerpt. */
  #unread: Buffer[] = [];
  /** Start of an incomplete line, one character per byte. */
  #rest = '';
  #endsInReturn = false;
  #size = 0;
  #status: StatusLine | undefined;
  #headers: Header[] = [];
  #lengthAt = 0;
  /** Bytes missing from a body with `Content-Length`. */
  #left = 0;
  readonly #chunks = new Chunks();
  readonly #emit = (bytes: Buffer): boolean => {
    this.#sink?.data(bytes);
    return this.#sink === undefined;
  };

  /** Prepares for the response to the next request. @param isHead the request is HEAD, so the response has no body */
  expect(sink: ResponseSink, isHead: boolean): void {
    this.firstByteAt = undefined;
    this.received = 0;
    this.framing = undefined;
    this.surplus = 0;
    this.#sink = sink;
    this.#isHead = isHead;
    this.#atHand = nothing;
    this.#nextHead();
  }

  /** Discards further bytes without reporting them. */
  stop(): void {
    this.#sink = undefined;
    this.#place = 'nowhere';
  }

  /**
   * Excerpt of a malformed response: everything received of the head or trailers, or the last piece of a chunked body.
   * @param byte position of the wrong byte in the response, from 1
   */
  receivedExcerpt(byte: number | undefined): ReceivedExcerpt | undefined {
    const bytes = Buffer.concat([...this.#unread, this.#atHand]);
    const from = this.received - bytes.length;
    return receivedExcerpt(bytes, byte === undefined ? undefined : byte - 1 - from, from === 0);
  }

  get isDone(): boolean {
    return this.#place === 'done';
  }

  /**
   * Reads the next bytes of the connection.
   * @throws {MalformedResponse}, or ReqError `limit` or `protocol`
   */
  push(bytes: Buffer): void {
    this.firstByteAt ??= performance.now();
    this.#before = this.received;
    this.received += bytes.length;
    this.#atHand = bytes;
    this.#read(bytes);
    if (this.#isInLines) this.#unread.push(bytes.subarray(Math.max(0, bytes.length - this.#size)));
    else if (this.#unread.length > 0) this.#unread = [];
    this.#atHand = nothing;
  }

  #read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length && this.#sink !== undefined) {
      switch (this.#place) {
        case 'counted':
          at = this.#count(bytes, at);
          break;
        case 'until-close':
          this.#sink.data(at === 0 ? bytes : bytes.subarray(at));
          return;
        case 'chunks':
          at = this.#chunks.push(bytes, at, this.#before, this.#emit);
          if (this.#chunks.ended) this.#beginTrailers();
          break;
        case 'done':
          this.surplus += bytes.length - at;
          return;
        default:
          at = this.#takeLines(bytes, at);
      }
    }
  }

  /** Handles the end of the connection. Returns whether the response is complete. */
  end(): boolean {
    if (this.#place === 'until-close') this.#place = 'done';
    return this.isDone;
  }

  #count(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    if (this.#left === 0) this.#place = 'done';
    this.#emit(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
    return end;
  }

  /** Reads available lines of a head or trailers. Returns the offset of the first unread byte. */
  #takeLines(bytes: Buffer, at: number): number {
    const text = bytes.toString('latin1', at, at + mostText);
    const before = this.#before + at;
    let start = 0;
    for (let lineFeed = text.indexOf('\n'); lineFeed >= 0; lineFeed = text.indexOf('\n', start)) {
      this.#grow(lineFeed + 1 - start);
      if (this.#rest === '') this.#endLine(text, start, lineFeed, before);
      else {
        const line = this.#rest + text.slice(0, lineFeed);
        this.#clearRest();
        this.#endLine(line, 0, line.length, before + lineFeed - line.length);
      }
      start = lineFeed + 1;
      if (!this.#isInLines) return at + start;
    }
    this.#grow(text.length - start);
    this.#keep(text.slice(start), before + start);
    return at + text.length;
  }

  get #isInLines(): boolean {
    return this.#place === 'headers' || this.#place === 'status' || this.#place === 'trailers';
  }

  #grow(bytes: number): void {
    this.#size += bytes;
    if (this.#place === 'status' && this.#size > maxStatusLine) throw new ReqError('limit', 'The first line of the response has no end.');
    if (this.#size <= maxHeaderSize) return;
    const what = this.#place === 'trailers' ? 'trailers' : 'headers';
    throw new ReqError('limit', `The ${what} of the response are larger than ${maxHeaderSize / 1024} KB.`);
  }

  /** @param before bytes of the response before `text` */
  #keep(text: string, before: number): void {
    const known = this.#rest.length;
    if (text === '') return;
    this.#rest += text;
    // Checked before the line is complete, because data that is not HTTP may have no line break.
    if (this.#place === 'status' && known <= 'HTTP/'.length && this.#rest[0] !== '\r')
      checkBeginning({ text: this.#rest, start: 0, end: this.#rest.length, before: before - known });
    const lost = this.#endsInReturn ? -1 : text.indexOf('\r');
    if (this.#endsInReturn || (lost >= 0 && lost < text.length - 1)) throw new MalformedResponse('Expected LF after CR', before + lost + 2);
    this.#endsInReturn = lost >= 0;
  }

  /** @param lineFeed offset of the line's LF in `text` */
  #endLine(text: string, start: number, lineFeed: number, before: number): void {
    const end = lineFeed > start && text[lineFeed - 1] === '\r' ? lineFeed - 1 : lineFeed;
    const line: Line = { text, start, end, before };
    // Before all else that is wrong with the line, so that it is refused the same however it is cut.
    const lost = text.indexOf('\r', start);
    if (lost >= 0 && lost < end) {
      if (this.#place === 'status' && lost > start) checkBeginning(line);
      throw new MalformedResponse('Expected LF after CR', before + lost + 2);
    }
    if (this.#place === 'status') {
      // Empty lines before a status line are skipped (RFC 9112 §2.2).
      if (end === start) return;
      this.#status = readStatusLine(line);
      this.#place = 'headers';
    } else if (end > start) this.#addHeader(line);
    else if (this.#place === 'headers') this.#endHead();
    else {
      this.#place = 'done';
      if (this.#headers.length > 0) this.#sink?.trailers(this.#headers);
    }
  }

  #addHeader(line: Line): void {
    if (isBlank(line.text.charCodeAt(line.start))) return this.#fold(line);
    const header = readHeaderLine(line);
    const [name, value] = header;
    // Without leading blanks, so that an error for a wrong Content-Length reports the exact byte.
    if (name.length === 14) this.#lengthAt = line.before + line.text.indexOf(value, line.start + name.length + 1);
    this.#headers.push(header);
  }

  #fold(line: Line): void {
    const last = this.#headers.pop();
    if (last === undefined) throw new MalformedResponse('Unexpected space after start line', line.before + line.start + 1);
    const [, more] = receivedHeader(last[0], readValue(line));
    this.#headers.push([last[0], `${last[1]} ${more}`.trim()]);
  }

  #endHead(): void {
    const line = this.#status as StatusLine;
    const { version: httpVersion, status, statusText } = line;
    if (status < 100) {
      const shown = String(status).padStart(3, '0');
      throw new ReqError('protocol', `The server answered with the status ${shown}; there is none below 100.`);
    }
    if (status === 101) throw new ReqError('protocol', 'The server switched to another protocol (101), which Req does not speak.');
    const head: ResponseHead = { status, statusText, httpVersion, headers: this.#headers };
    const size = this.#size;
    if (status < 200) {
      this.#nextHead();
      this.#sink?.informational(head);
      return;
    }
    // RFC 9110 §8.6: the Content-Length of a 304 describes another response; that of a 204 is ignored.
    const bodiless = this.#isHead || status === 204 || status === 304;
    try {
      this.framing = framingOf(line, this.#headers, bodiless, this.#lengthAt);
    } catch (e) {
      // The head itself is valid and can be shown.
      this.#sink?.head(head, size);
      throw e;
    }
    const { body } = this.framing;
    if (body === 'chunked') {
      this.#place = 'chunks';
      this.#chunks.begin();
    } else if (body === 'until-close') this.#place = body;
    else {
      this.#left = body;
      this.#place = body === 0 ? 'done' : 'counted';
    }
    this.#sink?.head(head, size);
  }

  #clearRest(): void {
    this.#rest = '';
    this.#endsInReturn = false;
  }

  #nextHead(): void {
    this.#place = 'status';
    this.#begin();
  }

  #beginTrailers(): void {
    this.#place = 'trailers';
    this.#begin();
  }

  #begin(): void {
    this.#clearRest();
    this.#unread = [];
    this.#size = 0;
    this.#headers = [];
    this.#lengthAt = 0;
  }
}
