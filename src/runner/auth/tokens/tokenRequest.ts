import { headerValue } from '../../../base/text/headerValue.ts';
import { randomUUID } from 'node:crypto';
import { parseJson } from '../../../base/json/json.ts';
import { ReqError } from '../../../base/reqError.ts';
import { isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';
import { durationText } from '../../../base/text/durationText.ts';
import { shortened } from '../../../base/text/shortened.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { base64, type Header, type ResolvedRequest, type SendOptions } from '../../../language/index.ts';
import type { ResponseHead } from '../../ports/events.ts';
import { decodeBody } from '../../http/coding/bodyCharset.ts';
import { exchange } from '../../http/exchange/exchange.ts';
import type { ExchangeSettings } from '../../http/exchange/exchangeTypes.ts';
import { signJwt, withTimes } from '../signing/jwt.ts';
import type { ClientAssertion, OAuthConfiguration } from './oauthConfiguration.ts';

/** How token requests are sent: with the settings of the request that needs the token. */
export interface TokenExchange {
  readonly settings: ExchangeSettings;
  readonly options: (url: string) => SendOptions;
  readonly log: (text: string) => void;
  /** Called just before a request is written to its connection. */
  readonly begun?: () => void;
}

export type TokenAnswer = { readonly ok: true; readonly values: ReadonlyMap<string, Value> } | TokenRefusal;

export interface TokenRefusal {
  readonly ok: false;
  /** `error` of RFC 6749 §5.2 or empty. */
  readonly error: string;
  /** The server refuses the code, token or password of the form, not for another reason. */
  readonly isOfGrant: boolean;
  /** The server is busy or fails: it may accept the same form later. */
  readonly isBusy: boolean;
  readonly failure: ReqError;
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionLifetimeMs = 5 * 60_000;

/** A new JWT that identifies the client: RFC 7523 §3. @param now milliseconds since 1970 */
function clientAssertion(clientId: string, { algorithm, key, keyId, audience }: ClientAssertion, now: number): string {
  const claims = JSON.stringify({ iss: clientId, sub: clientId, aud: audience, jti: randomUUID() });
  const headers = JSON.stringify(keyId === undefined ? {} : { kid: keyId });
  return signJwt(algorithm, { text: key }, withTimes(claims, now, assertionLifetimeMs), headers);
}

/** Errors of a server that is busy or fails. `slow_down` is about the pace of polls. */
const busyErrors: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

const isBusy = (error: string, status: number): boolean =>
  error !== 'slow_down' && (status >= 500 || status === 429 || busyErrors.has(error));

/** Whether an error is about the grant that was sent, not about the server or the client's own credentials. */
const isOfGrant = (error: string, status: number): boolean => !isBusy(error, status) && error !== 'slow_down' && error !== 'invalid_client';

/** Parameters of a form that are masked in errors that quote them. */
const credentials: ReadonlySet<string> = new Set(['code', 'code_verifier', 'device_code', 'password', 'refresh_token']);

const mostBytes = 1024 * 1024;

/** Milliseconds that each token request has at least. */
export const leastMs = 30_000;

/**
 * The options of a token request. Short limits are about the request that needs the token: a refresh that they cut off can cost the
 * sign-in, because the server may already have replaced the refresh token.
 */
export function tokenLimits(options: SendOptions): SendOptions {
  const atLeast = (ms: number): number => (ms === 0 ? 0 : Math.max(ms, leastMs));
  return {
    ...options,
    timeoutMs: atLeast(options.timeoutMs),
    connectTimeoutMs: atLeast(options.connectTimeoutMs),
    idleTimeoutMs: atLeast(options.idleTimeoutMs),
  };
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');

/**
 * Posts a form with the client's credentials to the authorization server.
 * @throws {ReqError} if the server cannot be reached
 */
export async function postForm(
  configuration: OAuthConfiguration,
  url: string,
  form: readonly (readonly [string, string])[],
  { settings, options, log, begun }: TokenExchange,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  const { id, clientId, clientSecret, clientIn, assertion } = configuration;
  const headers: Header[] = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
  ];
  const pairs = [...form];
  for (const [name, value] of form) if (credentials.has(name)) settings.hide?.(value);
  if (assertion !== undefined) {
    const token = clientAssertion(clientId, assertion, Date.now());
    settings.hide?.(token);
    pairs.push(['client_id', clientId], ['client_assertion_type', assertionType], ['client_assertion', token]);
  }
  // RFC 6749 §2.3.1: form-encode both before joining them.
  else if (clientIn === 'header') headers.push(['Authorization', `Basic ${base64(`${encoded(clientId)}:${encoded(clientSecret ?? '')}`)}`]);
  else {
    pairs.push(['client_id', clientId]);
    if (clientSecret !== undefined) pairs.push(['client_secret', clientSecret]);
  }
  const request: ResolvedRequest = {
    name: id,
    method: 'POST',
    url,
    wireUrl: new URL(url).href.replace(/#[^]*$/, ''),
    httpVersion: undefined,
    headers,
    body: [{ kind: 'text', text: pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&') }],
    // Secrets must not follow a redirect or be stored in a cookie.
    options: { ...options(url), followRedirects: false, cookieJar: false },
    secrets: [],
  };
  const chunks: Uint8Array[] = [];
  let head: ResponseHead | undefined;
  const nothing = (): void => {};
  const { error, timings } = await exchange(
    request,
    { ...settings, maxBodySize: mostBytes },
    {
      sending: nothing,
      connected: begun ?? nothing,
      uploading: nothing,
      informational: nothing,
      trailers: nothing,
      redirect: nothing,
      warn: nothing,
      cookieRefused: nothing,
      challenged: nothing,
      head: (h) => (head = h),
      chunk: (bytes) => void chunks.push(bytes),
    },
    signal,
  );
  if (head !== undefined) log(`${id}: POST ${url} was answered ${head.status} in ${Math.round(timings.total)} ms.`);
  if (error !== undefined) {
    const hints = [error.hint, error.kind === 'timeout' ? `Token requests have at least ${durationText(leastMs)}.` : undefined];
    const hint = hints.filter((text) => text !== undefined).join(' ');
    throw new ReqError(error.kind, `No token for ${id} (${url}): ${error.message}`, hint === '' ? {} : { hint });
  }
  return read(configuration, url, head as ResponseHead, Buffer.concat(chunks));
}

function read({ id }: OAuthConfiguration, url: string, head: ResponseHead, body: Uint8Array): TokenAnswer {
  const type = headerValue(head.headers, 'content-type') ?? '';
  const text = decodeBody(body, type);
  const parsed = parseJson(text);
  const values =
    parsed !== undefined && isObjectValue(parsed)
      ? parsed
      : // Some servers older than the standard respond with a form.
        /^application\/x-www-form-urlencoded/i.test(type)
        ? new Map<string, Value>(new URLSearchParams(text))
        : undefined;
  const error = values?.get('error');
  if (error !== undefined && error !== null) {
    const description = values?.get('error_description');
    const said = description === undefined || description === null ? '' : `: ${shortened(visibleText(valueToText(description)), 500)}`;
    const name = valueToText(error);
    const failure = new ReqError('network', `No token for ${id}: ${url} refused it: ${shortened(visibleText(name), 200)}${said}.`);
    return { ok: false, error: name, isOfGrant: isOfGrant(name, head.status), isBusy: isBusy(name, head.status), failure };
  }
  if (values === undefined || head.status < 200 || head.status > 299) {
    const what = `${head.status} ${visibleText(head.statusText)}`.trimEnd();
    const message = `No token for ${id}: ${url} answered ${what}${values === undefined ? ' without a JSON object' : ''}.`;
    const failure = new ReqError('protocol', message, { hint: 'Is the Token URL right?' });
    return { ok: false, error: '', isOfGrant: head.status === 400 || head.status === 401, isBusy: isBusy('', head.status), failure };
  }
  return { ok: true, values };
}
