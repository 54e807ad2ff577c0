import { ReqError } from '../../../base/reqError.ts';
import type { ResolvedRequest } from '../../../language/index.ts';
import { framingProblem } from '../../../language/sending.ts';

/** `token` of RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The target of a request: RFC 9110 §4.2. */
export interface Target {
  readonly scheme: 'http' | 'https';
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** Scheme, host and port as one comparable text. */
  readonly origin: string;
  /** Value of `Host`: without the default port. */
  readonly host: string;
  /** Path of a Unix domain socket to connect to instead of the host. */
  readonly socketPath?: string;
  /** The request line's target, byte for byte as in the URL. */
  readonly path: string;
}

/**
 * Checks before sending that a request is valid HTTP.
 * @throws {ReqError} `url`, `header` or `protocol`
 */
export function checkRequest(request: ResolvedRequest): Target {
  const { method, headers, httpVersion } = request;
  if (!token.test(method)) {
    throw new ReqError(
      'header',
      `The method ${JSON.stringify(method)} cannot be sent: a method is one word of letters, digits and - _ . !`,
    );
  }
  if (method === 'CONNECT') throw new ReqError('protocol', 'CONNECT asks a proxy for a tunnel, which Req does not open.');
  if (httpVersion === '1.0' && headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && value.trim() !== '')) {
    throw new ReqError('header', 'HTTP/1.0 has no Transfer-Encoding: a server would read it as part of the body (RFC 9112 §6.1).', {
      hint: 'Remove HTTP/1.0 from the request line, or the header from the request.',
    });
  }
  for (const [name, value] of headers) {
    if (!token.test(name)) throw new ReqError('header', `${JSON.stringify(name)} is not a header name (RFC 9110 §5.1).`);
    // The value is not shown: it may be a secret.
    if (/[\r\n\0]/.test(value)) {
      throw new ReqError('header', `The value of the header ${name} holds a line break or NUL, which would end the header.`, {
        hint: 'Trim the variable it comes from.',
      });
    }
  }
  return targetOf(request.wireUrl);
}

/**
 * Checks that the headers delimit the body unambiguously.
 * @throws {ReqError} `header`
 */
export function checkFraming({ headers, httpVersion }: Pick<ResolvedRequest, 'headers' | 'httpVersion'>, bodySize: number): void {
  const problem = framingProblem(headers, bodySize, httpVersion);
  if (problem === undefined) return;
  throw new ReqError('header', problem.message, {
    hint: 'Delete the header: Req sends the right one. To send it as it is written, add # @unsafe-framing to the request.',
  });
}

/** Cache of one entry: a run and each part of an exchange parse the same URL repeatedly. */
let latest: { readonly wireUrl: string; readonly target: Target } | undefined;

/**
 * Parses an absolute URL.
 * @throws {ReqError} `url`
 */
export function targetOf(wireUrl: string): Target {
  if (latest?.wireUrl !== wireUrl) latest = { wireUrl, target: readTarget(wireUrl) };
  return latest.target;
}

function readTarget(wireUrl: string): Target {
  const illegal = /[\u0000-\u0020\u007f]/.exec(wireUrl)?.[0];
  if (illegal !== undefined) {
    throw new ReqError('url', `The URL holds ${JSON.stringify(illegal)}, which cannot be sent.`, { hint: 'Percent-encode it.' });
  }
  const url = URL.canParse(wireUrl) ? new URL(wireUrl) : undefined;
  if (url === undefined) throw new ReqError('url', `${JSON.stringify(wireUrl)} is not a URL that can be sent to.`);
  if (url.protocol === 'http+unix:') return socketTarget(url.host, pathOf(wireUrl));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ReqError('url', `Req cannot send with ${url.protocol.slice(0, -1)}: only http and https are supported.`);
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  return {
    scheme,
    hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port),
    origin: url.origin,
    host: url.host,
    path: pathOf(wireUrl),
  };
}

/** Path and query as written. `URL.pathname` would resolve dots and encode characters. */
function pathOf(wireUrl: string): string {
  const path = /^[^:]+:\/\/[^/?#]*([^#]*)/.exec(wireUrl)?.[1] ?? '';
  return path.startsWith('/') ? path : `/${path}`;
}

/** @param host percent-encoded path of the socket */
function socketTarget(host: string, path: string): Target {
  let socketPath: string;
  try {
    socketPath = decodeURIComponent(host);
  } catch {
    throw new ReqError('url', `${JSON.stringify(host)} is not the percent-encoded path of a socket.`);
  }
  if (socketPath.includes('\0')) throw new ReqError('url', 'The path of a socket holds a NUL.');
  return { scheme: 'http', hostname: 'localhost', port: 80, origin: `http+unix://${host}`, host: 'localhost', path, socketPath };
}
