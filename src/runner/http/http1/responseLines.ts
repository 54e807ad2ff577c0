import type { Header } from '../../../language/index.ts';
import { MalformedResponse } from './malformedResponse.ts';
import { byteText, receivedHeader } from './byteText.ts';

const [HT, SPACE, COLON, DEL] = [0x09, 0x20, 0x3a, 0x7f];

/** A line of a response head without its line break: characters `start` to `end` of `text`. */
export interface Line {
  /** Latin1: one character per byte. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Bytes of the response before `text`. */
  readonly before: number;
}

/** RFC 9112 §4. */
export interface StatusLine {
  readonly version: string;
  readonly status: number;
  readonly statusText: string;
}

const beginning = 'HTTP/';

/**
 * Checks the start of a status line, which may be incomplete.
 * @throws {MalformedResponse} if it does not start with `HTTP/`
 */
export function checkBeginning({ text, start, end, before }: Line): void {
  const size = Math.min(end - start, beginning.length);
  for (let i = 0; i < size; i++)
    if (text[start + i] !== beginning[i]) throw new MalformedResponse('it does not begin with "HTTP/"', before + start + i + 1);
}

/** Some servers send version 0.9 or 2.0 with HTTP/1 syntax. Some omit the space before an empty reason phrase. */
const statusLine = /^HTTP\/(1\.\d|0\.9|2\.0) (\d{3})(?: ([^\r]*))?$/;

/** @throws {MalformedResponse} */
export function readStatusLine(line: Line): StatusLine {
  const text = line.text.slice(line.start, line.end);
  const [whole, version = '', status, statusText = ''] = statusLine.exec(text) ?? [];
  if (whole === undefined) throw wrongStatusLine(text, line);
  return { version, status: Number(status), statusText: decoded(statusText) };
}

/** Checks of growing prefixes of a status line, with the reason if one fails. */
const upTo: readonly (readonly [length: number, sound: RegExp, reason: string])[] = [
  [6, /\d$/, 'Invalid HTTP version'],
  [7, /\.$/, 'Expected dot'],
  [8, /(?:1\.\d|0\.9|2\.0)$/, 'Invalid HTTP version'],
  [9, / $/, 'Expected space after version'],
  [10, / \d$/, 'Invalid status code'],
  [11, / \d{2}$/, 'Invalid status code'],
  [12, / \d{3}$/, 'Invalid status code'],
];

function wrongStatusLine(text: string, line: Line): MalformedResponse {
  checkBeginning(line);
  const first = line.before + line.start;
  for (const [length, sound, reason] of upTo) if (!sound.test(text.slice(0, length))) return new MalformedResponse(reason, first + length);
  return new MalformedResponse('Invalid status code', first + 13);
}

/** 1 for each byte that is allowed in a header name (RFC 9110 §5.6.2). */
const inName = new Uint8Array(256);
for (const sign of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") inName[sign.charCodeAt(0)] = 1;

/**
 * RFC 9112 §5.
 * @throws {MalformedResponse}
 */
export function readHeaderLine(line: Line): Header {
  const { text, start, end } = line;
  let colon = start;
  while (colon < end && inName[text.charCodeAt(colon)] === 1) colon++;
  if (colon >= end || colon === start || text.charCodeAt(colon) !== COLON)
    throw new MalformedResponse('Invalid header token', line.before + colon + 1);
  return receivedHeader(text.slice(start, colon), readValue(line, colon + 1));
}

/**
 * Reads a header value or a folded line, without surrounding blanks (RFC 9110 §5.5). Returns latin1: one character per byte.
 * @throws {MalformedResponse}
 */
export function readValue({ text, start, end, before }: Line, from = start): string {
  let first = from;
  while (first < end && isBlank(text.charCodeAt(first))) first++;
  let last = end;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  for (let i = first; i < last; i++) {
    const byte = text.charCodeAt(i);
    if ((byte < SPACE && byte !== HT) || byte === DEL) throw new MalformedResponse('Invalid header value char', before + i + 1);
  }
  return text.slice(first, last);
}

export const isBlank = (byte: number): boolean => byte === SPACE || byte === HT;

/** Decodes latin1 text by `byteText`. */
function decoded(bytes: string): string {
  return /[\x80-\xff]/.test(bytes) ? byteText(Buffer.from(bytes, 'latin1')) : bytes;
}
