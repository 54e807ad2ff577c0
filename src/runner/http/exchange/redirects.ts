import { ReqError } from '../../../base/reqError.ts';
import type { Header, ResolvedRequest, SendOptions } from '../../../language/index.ts';
import type { Redirect, ResponseHead } from '../../ports/events.ts';
import { referenceIn } from '../http1/byteText.ts';
import { carriesSecret, secretFinder } from './carriesSecret.ts';
import { targetOf } from './checkRequest.ts';
import { limitAs, limitName } from './limitNames.ts';

/** Redirect statuses of RFC 9110 §15.4, without 300 (the user must choose) and 304 (a final response). */
const redirects = new Set([301, 302, 303, 307, 308]);

/** Headers that are not sent to another origin. */
const credentials = new Set(['authorization', 'cookie', 'proxy-authorization']);

/** Headers dropped together with the body, in addition to `Content-*`. */
const bodyHeaders = new Set(['transfer-encoding', 'expect', 'trailer']);

/** Target of a redirect, or the reason why it is not followed; the redirect itself is then the final response. */
export type RedirectTarget =
  /** Absolute. Without an own fragment it inherits that of the request URL (RFC 9110 §10.2.2). */
  { readonly kind: 'place'; readonly url: string } | { readonly kind: 'nowhere'; readonly why: string };

/** Undefined for a response that is not a redirect. */
export function redirectTarget(
  { status, headers }: Pick<ResponseHead, 'status' | 'headers'>,
  { wireUrl, url }: Pick<ResolvedRequest, 'wireUrl' | 'url'>,
): RedirectTarget | undefined {
  if (!redirects.has(status)) return undefined;
  const named = new Set(headers.flatMap((header) => (header[0].toLowerCase() === 'location' ? [referenceIn(header).trim()] : [])));
  const nowhere = (why: string): RedirectTarget => ({ kind: 'nowhere', why: `The redirect (${status}) was not followed: ${why}` });
  const [location = ''] = named;
  if (location === '') return nowhere(named.size === 0 ? 'it has no Location.' : 'its Location is empty.');
  // RFC 9110 defines no precedence of several Location headers.
  if (named.size > 1) return nowhere(`it has ${named.size} different Locations.`);
  const place = URL.canParse(location, wireUrl) ? new URL(location, wireUrl) : undefined;
  if (place === undefined) return nowhere(`${quoted(location)} is not a URL.`);
  // A redirect to a Unix domain socket is followed only from the same socket.
  const sameSocket = place.protocol === 'http+unix:' && place.host === new URL(wireUrl).host;
  if (place.protocol !== 'http:' && place.protocol !== 'https:' && !sameSocket)
    return nowhere(`${quoted(place.href)} is neither http nor https.`);
  if (!location.includes('#')) place.hash = /#[^]*$/.exec(url)?.[0] ?? '';
  // Ignore user information in a Location: the server chose it, not the author of the request.
  place.username = '';
  place.password = '';
  return { kind: 'place', url: place.href };
}

const quoted = (text: string): string => JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** The request that follows a redirect, and the reported facts about it. */
export interface Redirected {
  readonly next: ResolvedRequest;
  readonly redirect: Omit<Redirect, 'headers' | 'address' | 'reused' | 'timings'>;
  /** Why `next` is not sent. */
  readonly refused?: ReqError;
}

/**
 * Creates the request that follows a redirect. A 303, and a 301 or 302 after a POST, becomes a GET without body (RFC 9110 §15.4.2 to
 * §15.4.4); 307 and 308 repeat method and body. Credentials, and headers or bodies that contain a secret, are not sent to another origin
 * unless the request has `@keep-auth-on-redirect`. `@insecure` applies only to the origin in the file.
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
    warnings.push(`The redirect leads from https to http: ${to.host} is reached without TLS.`);
  if (kept.length > 0)
    warnings.push(
      `${kept.join(', ')} ${kept.length === 1 ? 'is' : 'are'} sent to another origin, ${to.origin}, because of @keep-auth-on-redirect.`,
    );
  const takesSecret = !sameOrigin && carriesSecret(body, request.secrets);
  if (takesSecret && keeps) warnings.push(`The body, which contains a secret, is sent to another origin: ${to.origin}.`);
  const { connection, insecure, insecureEverywhere, insecureOnlyFor } = request.options;
  const keepsCertificate = sameOrigin || keeps || connection.certificate === undefined || connection.certificate === 'none';
  if (!keepsCertificate) warnings.push(`The certificate of @cert was not sent to another origin, ${to.origin}.`);
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
  new ReqError(
    'trust',
    `The redirect (${status}) was not followed: its body contains a secret and would be sent to another origin, ${origin}.`,
    {
      hint: 'Send it to that origin with # @keep-auth-on-redirect, or show the redirect itself as the response with # @no-redirect.',
    },
  );

export class RedirectHistory {
  readonly #sent: ResolvedRequest[] = [];
  readonly #options: Pick<SendOptions, 'maxRedirects' | 'limitNames'>;
  count = 0;

  constructor(options: Pick<SendOptions, 'maxRedirects' | 'limitNames'>) {
    this.#options = options;
  }

  /** Counts a redirect. @throws {ReqError} `network` if there are more than allowed */
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
   * Records a message before it is sent.
   * @param message as it will be sent, including cookies
   * @throws {ReqError} `network` if the same message was sent before: a redirect loop
   */
  sending(message: ResolvedRequest): void {
    this.#sent.push(message);
    // The common case: no redirect.
    if (this.#sent.length === 1) return;
    const keys = this.#sent.map(keyOf);
    const before = keys.indexOf(keyOf(message));
    if (before === keys.length - 1) return;
    const steps = this.#sent.slice(before).map(({ method, wireUrl }) => `${method} ${wireUrl}`);
    throw new ReqError('network', `Redirect loop: ${steps.join(' → ')}`);
  }
}

/** A redirect repeats the body unchanged or drops it, so its content need not be compared. */
const keyOf = ({ method, wireUrl, headers, body }: ResolvedRequest): string => JSON.stringify([method, wireUrl, body.length > 0, headers]);
