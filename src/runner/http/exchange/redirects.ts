import { ReqError } from '../../../base/reqError.ts';
import type { Header, ResolvedRequest, SendOptions } from '../../../language/index.ts';
import type { Redirect, ResponseHead } from '../../ports/events.ts';
import { carriesSecret, secretFinder } from './carriesSecret.ts';
import { targetOf } from './checkRequest.ts';
import { limitAs, limitName } from './limitNames.ts';

/** Statuses that send on to another place: RFC 9110 §15.4. A 300 leaves the choice to a person, a 304 is an answer. */
const redirects = new Set([301, 302, 303, 307, 308]);

/** Headers that only the first origin may see. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers that tell of a body and go with it, beside those that begin with `Content-`. */
const bodyHeaders = new Set(['transfer-encoding', 'expect', 'trailer']);

/** Where a response sends on to; a place where one cannot go on is told with the reason: the response itself is the answer then. */
export type RedirectTarget =
  /** Absolute, with the fragment it names or else that of the URL before (RFC 9110 §10.2.2). */
  { readonly kind: 'place'; readonly url: string } | { readonly kind: 'nowhere'; readonly why: string };

/** Undefined for a response that is no redirect. */
export function redirectTarget(
  { status, headers }: Pick<ResponseHead, 'status' | 'headers'>,
  { wireUrl, url }: Pick<ResolvedRequest, 'wireUrl' | 'url'>,
): RedirectTarget | undefined {
  if (!redirects.has(status)) return undefined;
  const named = new Set(headers.flatMap(([name, value]) => (name.toLowerCase() === 'location' ? [value.trim()] : [])));
  const nowhere = (why: string): RedirectTarget => ({ kind: 'nowhere', why: `The redirect (${status}) was not followed: ${why}` });
  const [location = ''] = named;
  if (location === '') return nowhere(named.size === 0 ? 'it has no Location.' : 'its Location is empty.');
  // Which of them counts is a matter of taste, and so nobody's to choose.
  if (named.size > 1) return nowhere(`it names ${named.size} places.`);
  const place = URL.canParse(location, wireUrl) ? new URL(location, wireUrl) : undefined;
  if (place === undefined) return nowhere(`${quoted(location)} is not a URL.`);
  // To a socket of this machine only who spoke to it before is sent on.
  const sameSocket = place.protocol === 'http+unix:' && place.host === new URL(wireUrl).host;
  if (place.protocol !== 'http:' && place.protocol !== 'https:' && !sameSocket)
    return nowhere(`${quoted(place.href)} is neither http nor https.`);
  if (!location.includes('#')) place.hash = /#[^]*$/.exec(url)?.[0] ?? '';
  // User information in a Location is not the author's: no credentials are made of it.
  place.username = '';
  place.password = '';
  return { kind: 'place', url: place.href };
}

const quoted = (text: string): string => JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** The request that follows a redirect, and what is told of it but for the answer. */
export interface Redirected {
  readonly next: ResolvedRequest;
  readonly redirect: Omit<Redirect, 'headers' | 'address' | 'reused' | 'timings'>;
  /** Why `next` is not sent. */
  readonly refused?: ReqError;
}

/**
 * The request that follows a redirect. A 303, and a 301 or 302 after a POST, becomes a GET without body (RFC 9110 §15.4.2
 * to §15.4.4); 307 and 308 repeat method and body. To another origin no credentials go, and no header or body that holds a
 * secret, unless the request says `@keep-auth-on-redirect`. `@insecure` counts only for the origin that is written.
 * @param location absolute; its fragment is not sent
 */
export function redirected(request: ResolvedRequest, status: number, location: string): Redirected {
  const { method } = request;
  const becomesGet = (status === 303 && method !== 'GET' && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST');
  const [from, to] = [targetOf(request.wireUrl), targetOf(location)];
  const sameOrigin = to.origin === from.origin;
  const keeps = request.options.keepAuthOnRedirect;
  const holdsSecret = secretFinder(request.secrets);
  const headers: Header[] = [];
  const dropped: string[] = [];
  const kept: string[] = [];
  for (const header of request.headers) {
    const [name, value] = header;
    const lower = name.toLowerCase();
    const isOfBody = becomesGet && (lower.startsWith('content-') || bodyHeaders.has(lower));
    const isPrivate = !sameOrigin && ((credentials.has(lower) && value.trim() !== '') || holdsSecret(name) || holdsSecret(value));
    if (isOfBody || (!sameOrigin && lower === 'host') || (isPrivate && !keeps)) dropped.push(name);
    else {
      headers.push(header);
      if (isPrivate) kept.push(name);
    }
  }
  const { auth, ...rest } = request;
  if (auth !== undefined && !sameOrigin) (keeps ? kept : dropped).push('Authorization');
  const body = becomesGet ? [] : request.body;
  const warnings: string[] = [];
  if (from.scheme === 'https' && to.scheme === 'http')
    warnings.push(`The redirect leads from https to http: ${to.host} is asked without TLS.`);
  if (kept.length > 0)
    warnings.push(
      `${kept.join(', ')} ${kept.length === 1 ? 'goes' : 'go'} to another origin, ${to.origin}, as @keep-auth-on-redirect says.`,
    );
  const takesSecret = !sameOrigin && carriesSecret(body, request.secrets);
  if (takesSecret && keeps) warnings.push(`The body, which holds a secret, goes to another origin: ${to.origin}.`);
  const { connection, insecure, insecureEverywhere, insecureOnlyFor } = request.options;
  const keepsCertificate = sameOrigin || keeps || connection.certificate === undefined || connection.certificate === 'none';
  if (!keepsCertificate) warnings.push(`The certificate of @cert did not go along to another origin, ${to.origin}.`);
  const isBound = insecure && insecureEverywhere !== true && !sameOrigin;
  const options = isBound ? { ...request.options, insecureOnlyFor: insecureOnlyFor ?? from.origin } : request.options;
  const next: ResolvedRequest = {
    ...rest,
    options:
      sameOrigin || keeps
        ? options
        : {
            ...options,
            connection: { ...connection, certificate: keepsCertificate ? connection.certificate : undefined, elsewhere: true },
          },
    ...(auth !== undefined && (sameOrigin || keeps) ? { auth } : {}),
    method: becomesGet ? 'GET' : method,
    url: location,
    wireUrl: location.replace(/#[^]*$/, ''),
    headers,
    body,
  };
  const redirect = { status, url: request.wireUrl, location, method: next.method, dropped, warnings };
  return takesSecret && !keeps ? { next, redirect, refused: secretToOtherOrigin(status, to.origin) } : { next, redirect };
}

const secretToOtherOrigin = (status: number, origin: string): ReqError =>
  new ReqError('trust', `The redirect (${status}) was not followed: its body holds a secret and would go to another origin, ${origin}.`, {
    hint: 'Send it to that origin with # @keep-auth-on-redirect, or show the redirect itself as the response with # @no-redirect.',
  });

/** Follows one exchange's redirects and says when it has been enough. */
export class RedirectHistory {
  readonly #sent: ResolvedRequest[] = [];
  readonly #options: Pick<SendOptions, 'maxRedirects' | 'limitNames'>;
  /** Redirects so far. */
  count = 0;

  constructor(options: Pick<SendOptions, 'maxRedirects' | 'limitNames'>) {
    this.#options = options;
  }

  /** @throws {ReqError} `network` for one redirect more than allowed */
  add(location: string): void {
    this.count++;
    const { maxRedirects: most } = this.#options;
    if (this.count <= most) return;
    const name = limitName(this.#options, 'max-redirects');
    if (most > 0)
      throw new ReqError('network', `More than ${most} redirect${most === 1 ? '' : 's'}; the next would have been ${location}.`, {
        hint: `Allow more with ${name}.`,
      });
    const show = name.startsWith('--')
      ? '--no-redirect'
      : name.startsWith('@')
        ? '# @no-redirect'
        : '# @no-redirect or the setting req.followRedirects';
    throw new ReqError('network', `A redirect leads to ${location}, and none may be followed (${name} 0).`, {
      hint: `Show the redirect itself as the response with ${show}, or allow some with ${limitAs(this.#options, 'max-redirects', '5')}.`,
    });
  }

  /**
   * Takes each message before it is sent, as it will be, its cookies included.
   * @throws {ReqError} `network` where the very same has been sent: the server would answer it the same way
   */
  sending(message: ResolvedRequest): void {
    this.#sent.push(message);
    // Most exchanges have no second one.
    if (this.#sent.length === 1) return;
    const keys = this.#sent.map(keyOf);
    const before = keys.indexOf(keyOf(message));
    if (before === keys.length - 1) return;
    const steps = this.#sent.slice(before).map(({ method, wireUrl }) => `${method} ${wireUrl}`);
    throw new ReqError('network', `The redirects go in a circle: ${steps.join(' → ')}`);
  }
}

/** A body is repeated as it is or not at all. */
const keyOf = ({ method, wireUrl, headers, body }: ResolvedRequest): string => JSON.stringify([method, wireUrl, body.length > 0, headers]);
