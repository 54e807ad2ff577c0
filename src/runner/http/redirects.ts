import { ReqError } from '../../base/reqError.ts';
import { createMask } from '../../base/mask.ts';
import type { Header, ResolvedRequest } from '../../language/index.ts';
import { targetOf } from './check.ts';

/** Statuses that send on to another place: RFC 9110 §15.4. A 300 leaves the choice to a person, a 304 is an answer. */
const redirects = new Set([301, 302, 303, 307, 308]);

/** Headers that only the first origin may see. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Where a response sends on to: absolute, without fragment. Undefined where it does not, or not to http or https: then the
 * response itself is the answer.
 */
export function redirectLocation(status: number, headers: readonly Header[], wireUrl: string): string | undefined {
  if (!redirects.has(status)) return undefined;
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1].trim();
  if (location === undefined || !URL.canParse(location, wireUrl)) return undefined;
  const url = new URL(location, wireUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  url.hash = '';
  // User information in a Location is not the author's: no credentials are made of it.
  url.username = '';
  url.password = '';
  return url.href;
}

/**
 * The request that follows a redirect. A 303, and a 301 or 302 after a POST, becomes a GET without body (RFC 9110 §15.4.2
 * to §15.4.4); 307 and 308 repeat method and body. To another origin no credentials go, and no header that holds a secret,
 * unless the request says `@keep-auth-on-redirect`.
 */
export function redirected(request: ResolvedRequest, status: number, location: string): ResolvedRequest {
  const { method } = request;
  const becomesGet = (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
  const sameOrigin = targetOf(location).origin === targetOf(request.wireUrl).origin;
  const mask = createMask(request.secrets);
  const holdsSecret = (value: string): boolean =>
    mask(value) !== value || request.secrets.some((secret) => secret !== '' && value.includes(secret));
  const headers = request.headers.filter(([name, value]) => {
    const lower = name.toLowerCase();
    if (becomesGet && (lower.startsWith('content-') || lower === 'transfer-encoding' || lower === 'expect')) return false;
    if (sameOrigin) return true;
    if (lower === 'host') return false;
    return request.options.keepAuthOnRedirect || !(credentials.has(lower) || holdsSecret(value));
  });
  const { auth, ...rest } = request;
  return {
    ...rest,
    ...(auth !== undefined && (sameOrigin || request.options.keepAuthOnRedirect) ? { auth } : {}),
    method: becomesGet ? 'GET' : method,
    url: location,
    wireUrl: location,
    headers,
    body: becomesGet ? [] : request.body,
  };
}

/** Follows one exchange's redirects and says when it has been enough. */
export class RedirectHistory {
  readonly #seen = new Set<string>();
  readonly #max: number;
  /** Redirects so far. */
  count = 0;

  constructor(first: ResolvedRequest) {
    this.#max = first.options.maxRedirects;
    this.#seen.add(keyOf(first));
  }

  /** @throws {ReqError} `network` for one redirect more than allowed, or back to a request already sent */
  add(next: ResolvedRequest): void {
    this.count++;
    if (this.count > this.#max) {
      throw new ReqError('network', `More than ${this.#max} redirects; the next would have been ${next.wireUrl}.`, {
        hint: 'Allow more with @max-redirects, or look at one with @no-redirect.',
      });
    }
    if (this.#seen.has(keyOf(next))) {
      throw new ReqError('network', `The redirects go in a circle: ${next.method} ${next.wireUrl} was already sent.`, {
        hint: 'Look at a redirect with @no-redirect.',
      });
    }
    this.#seen.add(keyOf(next));
  }
}

const keyOf = ({ method, wireUrl }: ResolvedRequest): string => `${method} ${wireUrl}`;
