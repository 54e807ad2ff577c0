import type { Header } from '../../../language/index.ts';
import type { StatusLine } from './responseLines.ts';
import { MalformedResponse } from './malformedResponse.ts';

/** Where the body of a response ends (RFC 9112 §6.3), and what becomes of its connection (§9.3). */
export interface ResponseFraming {
  /** Bytes, or what ends it otherwise. */
  readonly body: number | 'chunked' | 'until-close';
  /** The server keeps the connection open for another request. */
  readonly persistent: boolean;
  /** For how long at least, where it says so: the `timeout` of `Keep-Alive`. */
  readonly keptMs: number | undefined;
}

/** No server is believed to keep a connection for longer. */
const longestKeptMs = 600_000;

/**
 * @param bodiless the response has none whatever its headers say: to HEAD, and with 204 and 304
 * @param lengthAt where in the answer the value of the last `Content-Length` begins, in bytes
 * @throws {MalformedResponse} where a `Content-Length` is none, or it is not plain where the body ends
 */
export function framingOf(
  { version, status }: StatusLine,
  headers: readonly Header[],
  bodiless: boolean,
  lengthAt: number,
): ResponseFraming {
  let length: string | undefined;
  let codings: string | undefined;
  let connection = '';
  let keptMs: number | undefined;
  for (const [name, value] of headers) {
    switch (name.length) {
      case 14:
        if (name.toLowerCase() !== 'content-length') break;
        length = length === undefined ? value : `${length},${value}`;
        break;
      case 17:
        if (name.toLowerCase() === 'transfer-encoding') codings = codings === undefined ? value : `${codings}, ${value}`;
        break;
      case 10: {
        const lower = name.toLowerCase();
        if (lower === 'connection') connection += `,${value}`;
        else if (lower === 'keep-alive') keptMs = timeoutOf(value);
        break;
      }
      default:
    }
  }
  const closes = connection !== '' && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(connection);
  const stays = version === '1.0' || version === '0.9' ? /(?:^|,)[ \t]*keep-alive[ \t]*(?:,|$)/i.test(connection) : true;
  const persistent = stays && !closes;
  if (bodiless) return { body: 0, persistent: persistent && isSurelyBodiless(status, length, codings), keptMs };
  if (codings !== undefined && codings !== '') {
    // The coding counts, but such an answer is how others are slipped in (§6.3).
    if (length !== undefined) throw new MalformedResponse('it has Transfer-Encoding and Content-Length', lengthAt + 1, 'framing');
    const isChunked = /(?:^|,)[ \t]*chunked$/i.test(codings);
    return isChunked ? { body: 'chunked', persistent, keptMs } : { body: 'until-close', persistent: false, keptMs };
  }
  if (length === undefined) return { body: 'until-close', persistent: false, keptMs };
  return { body: lengthOf(length, lengthAt), persistent, keptMs };
}

/**
 * Whether no body follows a response that must have none. Some servers send one all the same, which would be read as the next response:
 * to HEAD unless it says that the body is empty, and with 204 and 304 where the headers announce one.
 */
function isSurelyBodiless(status: number, length: string | undefined, codings: string | undefined): boolean {
  if (codings !== undefined) return false;
  return length === '0' || (length === undefined && (status === 204 || status === 304));
}

/** That of 64 bits. */
const mostLength = '18446744073709551615';

/** A `Content-Length` (RFC 9110 §8.6), which may stand there several times if it is the same. One beyond what is counted exactly is never reached. */
function lengthOf(values: string, lengthAt: number): number {
  const [value = '', ...others] = values.split(',').map((each) => each.trim());
  if (others.some((other) => other !== value)) throw new MalformedResponse('its Content-Length values differ', lengthAt + 1, 'framing');
  if (value === '') throw new MalformedResponse('its Content-Length is empty', lengthAt + 1, 'framing');
  const wrong = value.search(/\D/);
  if (wrong >= 0) throw new MalformedResponse('its Content-Length is no number', lengthAt + wrong + 1, 'framing');
  const digits = value.replace(/^0+/, '');
  if (digits.length > mostLength.length || (digits.length === mostLength.length && digits > mostLength))
    throw new MalformedResponse('its Content-Length is beyond 64 bits', lengthAt + 1, 'framing');
  return Number(digits);
}

function timeoutOf(keepAlive: string): number | undefined {
  const seconds = /(?:^|,)[ \t]*timeout[ \t]*=[ \t]*(\d{1,9})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1000, longestKeptMs);
}
