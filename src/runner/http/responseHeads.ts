import { ReqError } from '../../base/reqError.ts';
import { octetText } from './octetText.ts';

/** The first line of a response as received, and how long its head was. */
export interface StatusLine {
  readonly version: string;
  readonly status: number;
  readonly statusText: string;
  /** Octets of the whole head, with its empty line. */
  readonly size: number;
}

const [LF, CR, SPACE, ZERO, ONE, TWO] = [0x0a, 0x0d, 0x20, 0x30, 0x31, 0x32];

/** Octets a status line may have; undici's own limit counts only headers. */
const maxStatusLine = 64 * 1024;

/**
 * Watches a connection's octets for response heads, ahead of undici's parser, which does not tell the HTTP version, loses
 * part of a reason phrase that comes in two chunks, and takes every `100 Continue` for an error. Bodies are not looked at.
 */
export class ResponseHeads {
  #inHead = false;
  #fault: ReqError | undefined;
  #heads: StatusLine[] = [];
  /** The status line's octets so far. */
  #line: number[] = [];
  /** The header line at hand has nothing so far. */
  #isEmpty = true;
  #size = 0;
  /** The status line is whole; header lines follow. */
  #started = false;
  /** `performance.now()` of the first octet since the last request; undefined while nothing came. */
  firstByteAt: number | undefined;
  /** Octets that came since the last request, and those of them after the head of its response. */
  received = 0;
  afterHead = 0;

  /** A request goes out: what comes next is the head of its response. */
  expect(): void {
    this.#heads = [];
    this.#inHead = true;
    this.firstByteAt = undefined;
    this.received = 0;
    this.afterHead = 0;
    this.#nextHead();
  }

  /**
   * Takes the next octets of the connection. The `100` of an informational response is made a `102` in place, which
   * undici accepts; `next()` tells the number that was received.
   * @returns what is wrong with them, where the parser would not say it
   */
  push(chunk: Buffer): ReqError | undefined {
    this.firstByteAt ??= performance.now();
    this.received += chunk.length;
    let i = 0;
    while (this.#inHead && i < chunk.length) {
      const lineFeed = chunk.indexOf(LF, i);
      const end = lineFeed < 0 ? chunk.length : lineFeed;
      if (this.#started) this.#isEmpty &&= isOnlyReturns(chunk, i, end);
      else if (!this.#takeStatusLine(chunk, i, end)) return new ReqError('limit', 'The first line of the response has no end.');
      const next = lineFeed < 0 ? end : end + 1;
      this.#size += next - i;
      i = next;
      if (lineFeed >= 0) this.#endLine();
    }
    this.afterHead += chunk.length - i;
    return this.#fault;
  }

  /** False where it is too long. */
  #takeStatusLine(chunk: Buffer, start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const octet = chunk[i] as number;
      if (octet === CR) continue;
      if (this.#line.length === 11 && octet === ZERO && this.#beginsContinue()) chunk[i] = TWO;
      this.#line.push(octet);
      if (this.#line.length > maxStatusLine) return false;
    }
    return true;
  }

  /** The oldest head not yet asked for. */
  next(): StatusLine | undefined {
    return this.#heads.shift();
  }

  /** `HTTP/1.1 10` */
  #beginsContinue(): boolean {
    return this.#line[8] === SPACE && this.#line[9] === ONE && this.#line[10] === ZERO;
  }

  #nextHead(): void {
    this.#line = [];
    this.#isEmpty = true;
    this.#size = 0;
    this.#started = false;
  }

  #endLine(): void {
    // Empty lines before a status line are skipped, as the parser does (RFC 9112 §2.2).
    if (!this.#started) this.#started = this.#line.length > 0;
    else if (this.#isEmpty) this.#endHead();
    this.#isEmpty = true;
  }

  #endHead(): void {
    const m = /^HTTP\/(\S+) (\d{3}) ?([^]*)$/.exec(octetText(Buffer.from(this.#line)));
    const status = Number(m?.[2] ?? 0);
    // The parser takes it for one of those that come before a response, and then fails itself.
    if (m !== null && status < 100)
      this.#fault ??= new ReqError('protocol', `The server answered with the status ${m[2]}; there is none below 100.`);
    this.#heads.push({ version: m?.[1] ?? '1.1', status, statusText: m?.[3] ?? '', size: this.#size });
    if (status < 100 || status >= 200 || status === 101) this.#inHead = false;
    this.#nextHead();
  }
}

/** A CR alone ends no line and counts for nothing. */
function isOnlyReturns(chunk: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (chunk[i] !== CR) return false;
  return true;
}
