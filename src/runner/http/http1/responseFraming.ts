import type { Header } from '../../../language/index.ts';
import type { StatusLine } from './responseLines.ts';
import { MalformedResponse } from './malformedResponse.ts';

/** Where the body of a response ends (RFC 9112 §6.3), and whether its connection persists (§9.3). */
export interface ResponseFraming {
  /** Length in bytes, or how else the end is found. */
  readonly body: number | 'chunked' | 'until-close';
  /** The server keeps the connection open for another request. */
  readonly persistent: boolean;
  /** The `timeout` of `Keep-Alive` in milliseconds, if sent. */
  readonly keptMs: number | undefined;
}

/** Upper bound for the server's `Keep-Alive` timeout. */
const longestKeptMs = 600_000;

/**
 * @param bodiless no body, regardless of the headers: a response to HEAD, 204 or 304
 * @param lengthAt byte offset in the response of the last `Content-Length` value
 * @throws {MalformedResponse} if a `Content-Length` is invalid or the end of the body is ambiguous
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
    // Transfer-Encoding wins, but both together indicate response smuggling (RFC 9112 §6.3).
    if (length !== undefined) throw new MalformedResponse('it has Transfer-Encoding and Content-Length', lengthAt + 1, 'framing');
    const isChunked = /(?:^|,)[ \t]*chunked$/i.test(codings);
    return isChunked ? { body: 'chunked', persistent, keptMs } : { body: 'until-close', persistent: false, keptMs };
  }
  if (length === undefined) return { body: 'until-close', persistent: false, keptMs };
  return { body: lengthOf(length, lengthAt), persistent, keptMs };
}

/**
 * Whether no body can follow a bodiless response. Some servers send one anyway, and it would be read as the next response. This
 * is possible in responses to HEAD unless `Content-Length` is 0, and in 204 and 304 if the headers announce a body.
 */
function isSurelyBodiless(status: number, length: string | undefined, codings: string | undefined): boolean {
  if (codings !== undefined) return false;
  return length === '0' || (length === undefined && (status === 204 || status === 304));
}

/** Largest value of 64 bits. */
const mostLength = '18446744073709551615';

/** Parses `Content-Length` (RFC 9110 §8.6); repeated equal values are allowed. Values above 2^53 lose precision but are never reached. */
function lengthOf(values: string, lengthAt: number): number {
  const [value = '', ...others] = values.split(',').map((each) => each.trim());
  if (others.some((other) => other !== value)) throw new MalformedResponse('its Content-Length values differ', lengthAt + 1, 'framing');
  if (value === '') throw new MalformedResponse('its Content-Length is empty', lengthAt + 1, 'framing');
  const wrong = value.search(/\D/);
  if (wrong >= 0) throw new MalformedResponse('its Content-Length is not a number', lengthAt + wrong + 1, 'framing');
  const digits = value.replace(/^0+/, '');
  if (digits.length > mostLength.length || (digits.length === mostLength.length && digits > mostLength))
    throw new MalformedResponse('its Content-Length is beyond 64 bits', lengthAt + 1, 'framing');
  return Number(digits);
}

function timeoutOf(keepAlive: string): number | undefined {
  const seconds = /(?:^|,)[ \t]*timeout[ \t]*=[ \t]*(\d{1,9})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1000, longestKeptMs);
}
