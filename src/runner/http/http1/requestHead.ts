import { takenOutWhenEmpty, type Header, type ResolvedRequest } from '../../../language/index.ts';
import { targetOf } from '../exchange/checkRequest.ts';
import { toHttp2 } from '../http2/http2Head.ts';
import { proxyAuthorization, type Proxy } from '../connect/proxy.ts';

/** How a body is delimited: RFC 9112 §6. */
export type Framing = 'none' | 'length' | 'chunked';

/** A request's head, ready for the wire. */
export interface ComposedHead {
  /** Request line, headers and the empty line, each ended by CR LF. It goes out as UTF-8. Empty for HTTP/2. */
  readonly text: string;
  /** All headers in wire order and case. */
  readonly headers: readonly Header[];
  /** Lower-cased names of those that Req added. */
  readonly added: readonly string[];
  /** Names of headers that the version of HTTP has no place for, as the author wrote them. */
  readonly dropped: readonly string[];
  readonly framing: Framing;
  /** False where the connection cannot serve another request afterwards: the author closes it, or frames the body oddly. */
  readonly keepAlive: boolean;
}

/** Methods whose request says `Content-Length: 0` when it has no body: RFC 9110 §8.6. */
const expectsBody = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The exact head of a request: the author's headers in order, case and repetition; `Host` before them and the rest of
 * what is missing after them (RFC 9110 §7.2: `Host` is best first). Pure: the request has been checked.
 * @param bodySize bytes of the body, 0 for none
 * @param proxy one that the message itself goes to: the target is then the whole URL (RFC 9112 §3.2.2)
 */
export function composeHead(request: ResolvedRequest, bodySize: number, userAgent: string, proxy?: Proxy): ComposedHead {
  const target = targetOf(request.wireUrl);
  const version = request.httpVersion ?? '1.1';
  const named = request.headers.map(([name]) => name.toLowerCase());
  const isHostMissing = version !== '2' && !named.includes('host');
  const headers: Header[] = isHostMissing ? [['Host', target.host]] : [];
  /** Their names in lower case. */
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
  // HTTP/1.0 closes by default (RFC 9112 §9.3) and is left to it.
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
  // Whatever else the author writes goes out, but the server may see the body's end elsewhere.
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
