import { takenOutWhenEmpty, type Header, type ResolvedRequest } from '../../../language/index.ts';
import { targetOf } from '../exchange/checkRequest.ts';
import { toHttp2 } from '../http2/http2Head.ts';
import { proxyAuthorization, type Proxy } from '../connect/proxy.ts';

/** How a body is delimited: RFC 9112 §6. */
export type Framing = 'none' | 'length' | 'chunked';

export interface ComposedHead {
  /** Request line, headers and empty line, each with CRLF; sent as UTF-8. Empty for HTTP/2. */
  readonly text: string;
  /** All headers in wire order and case. */
  readonly headers: readonly Header[];
  readonly added: readonly string[];
  /** Names of the headers that the HTTP version forbids, as written in the request. */
  readonly dropped: readonly string[];
  readonly framing: Framing;
  /** False if the connection cannot be reused: the request closes it, or its framing may confuse the server. */
  readonly keepAlive: boolean;
}

/** Methods that send `Content-Length: 0` without a body: RFC 9110 §8.6. */
const expectsBody = new Set(['POST', 'PUT', 'PATCH']);

/**
 * Composes the head exactly as sent. Written headers keep their order, case and repetition. Missing ones are added: `Host` first
 * (RFC 9110 §7.2), the others last. The request must have passed `checkRequest`.
 * @param bodySize bytes of the body, 0 for none
 * @param proxy forward proxy; the request target is then the absolute URL (RFC 9112 §3.2.2)
 */
export function composeHead(request: ResolvedRequest, bodySize: number, userAgent: string, proxy?: Proxy): ComposedHead {
  const target = targetOf(request.wireUrl);
  const version = request.httpVersion ?? '1.1';
  const named = request.headers.map(([name]) => name.toLowerCase());
  const isHostMissing = version !== '2' && !named.includes('host');
  const headers: Header[] = isHostMissing ? [['Host', target.host]] : [];
  /** Lower-case names of `headers`, by index. */
  const names: string[] = isHostMissing ? ['host'] : [];
  for (const [i, header] of request.headers.entries()) {
    const name = named[i] as string;
    if (takenOutWhenEmpty.has(name) && header[1].trim() === '') continue;
    headers.push(header);
    names.push(name);
  }
  const added: string[] = isHostMissing ? ['host'] : [];
  const add = (name: string, value: string): void => {
    const lower = name.toLowerCase();
    if (named.includes(lower)) return;
    added.push(lower);
    headers.push([name, value]);
    names.push(lower);
  };
  add('User-Agent', userAgent);
  add('Accept-Encoding', 'gzip, deflate, br');
  const signedIn = proxy === undefined ? undefined : proxyAuthorization(proxy);
  if (signedIn !== undefined) add('Proxy-Authorization', signedIn);
  // Not for HTTP/1.0, which closes by default (RFC 9112 §9.3).
  if (version === '1.1') add('Connection', 'keep-alive');
  if (!names.includes('transfer-encoding') && (bodySize > 0 || expectsBody.has(request.method))) add('Content-Length', String(bodySize));
  if (version === '2') {
    const { headers: lowered, dropped } = toHttp2(headers, target);
    const framing = bodySize === 0 ? 'none' : names.includes('transfer-encoding') ? 'chunked' : 'length';
    return {
      text: '',
      headers: lowered,
      added: named.includes('host') ? added : [':authority', ...added],
      dropped,
      framing,
      keepAlive: true,
    };
  }

  const valuesOf = (name: string): string[] => (names.includes(name) ? headers.filter((_, i) => names[i] === name).map(trimmed) : []);
  const coding = valuesOf('transfer-encoding').join(', ');
  const length = valuesOf('content-length');
  const framing = /(?:^|[\s,])chunked$/i.test(coding) ? 'chunked' : bodySize > 0 ? 'length' : 'none';
  // Other written framing is sent unchanged, but the server may see the end of the body elsewhere.
  const framed =
    framing === 'chunked'
      ? length.length === 0
      : coding === '' && (length.length === 0 ? bodySize === 0 : length.length === 1 && length[0] === String(bodySize));
  const closes = valuesOf('connection').some((value) => /(?:^|,)\s*(?:close|upgrade)\s*(?:,|$)/i.test(value));
  const to = proxy === undefined ? target.path : `http://${target.host}${target.path}`;
  let text = `${request.method} ${to} HTTP/${version}\r\n`;
  for (const [name, value] of headers) text += value === '' ? `${name}:\r\n` : `${name}: ${value}\r\n`;
  return {
    text: `${text}\r\n`,
    headers,
    added,
    dropped: [],
    framing,
    keepAlive: framed && !closes && version === '1.1',
  };
}

const trimmed = ([, value]: Header): string => value.trim();
