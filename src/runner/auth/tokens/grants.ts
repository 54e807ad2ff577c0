import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReqError, ReqError } from '../../../base/reqError.ts';
import { durationText } from '../../../base/text/durationText.ts';
import { longestTimerMs } from '../../../base/async/timer.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import { shortened } from '../../../base/text/shortened.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { raceAbort } from '../../../base/async/raceAbort.ts';
import { listenForAnswer } from './loopback.ts';
import type { OAuthConfiguration } from './oauthConfiguration.ts';
import { leastMs, postForm, type TokenAnswer, type TokenExchange } from './tokenRequest.ts';

export interface SignInPage {
  readonly id: string;
  readonly url: string;
  /** Code for the user to enter on the page. */
  readonly code?: string;
}

export interface Fetching {
  readonly exchange: TokenExchange;
  /** Opens a page in the user's browser. Rejects with a ReqError if no user is present. */
  readonly open: (page: SignInPage, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

type Pairs = readonly (readonly [string, string])[];
type Values = ReadonlyMap<string, Value>;

const patienceMs = 5 * 60_000;

const random = (): string => randomBytes(32).toString('base64url');

/** Fetches a token by the configured grant. @throws {ReqError} if the server refuses or the user declines */
export function fetchToken(configuration: OAuthConfiguration, fetching: Fetching): Promise<Values> {
  switch (configuration.grant) {
    case 'client credentials':
      return granted(configuration, [['grant_type', 'client_credentials'], ...scopeOf(configuration)], fetching);
    case 'password': {
      const { username, password } = configuration;
      const own: Pairs = [['grant_type', 'password'], ['username', username], ['password', password], ...scopeOf(configuration)];
      return granted(configuration, own, fetching);
    }
    case 'authorization code':
      return byBrowser(configuration, fetching);
    case 'device authorization':
      return byDevice(configuration, fetching);
  }
}

/**
 * RFC 6749 §6. Undefined if the server no longer accepts the refresh token.
 * @throws {ReqError} for other failures, after which the refresh token may still be good
 */
export async function refreshToken(
  configuration: OAuthConfiguration,
  token: string,
  { exchange, signal }: Fetching,
): Promise<Values | undefined> {
  const form: Pairs = [['grant_type', 'refresh_token'], ['refresh_token', token], ...moreOf(configuration, 'token')];
  const answer = await postForm(configuration, configuration.tokenUrl, form, exchange, signal);
  if (answer.ok) return answer.values;
  if (answer.isOfGrant) return undefined;
  throw answer.failure;
}

const scopeOf = ({ scope }: OAuthConfiguration): Pairs => (scope === undefined ? [] : [['scope', scope]]);

const moreOf = ({ more }: OAuthConfiguration, use: 'auth' | 'token'): Pairs =>
  more.filter((m) => m.use === use || m.use === 'everywhere').map(({ name, value }) => [name, value] as const);

async function granted(configuration: OAuthConfiguration, form: Pairs, { exchange, signal }: Fetching): Promise<Values> {
  const answer = await postForm(configuration, configuration.tokenUrl, [...form, ...moreOf(configuration, 'token')], exchange, signal);
  if (!answer.ok) throw answer.failure;
  return answer.values;
}

/** RFC 6749 §4.1 with RFC 7636 and RFC 8252: the user's browser returns the code to a local listener. */
async function byBrowser(configuration: OAuthConfiguration, fetching: Fetching): Promise<Values> {
  const { id, authUrl, clientId, redirectUrl, pkce } = configuration;
  const state = random();
  const verifier = random();
  const loopback = await listenForAnswer(redirectUrl, state, (response) => refusalOf(configuration, response) === undefined);
  try {
    const url = new URL(authUrl);
    const parameters: Pairs = [
      ['response_type', 'code'],
      ['client_id', clientId],
      ['redirect_uri', loopback.redirectUri],
      ...scopeOf(configuration),
      ['state', state],
      ...(pkce === undefined
        ? []
        : ([
            ['code_challenge', challengeOf(verifier, pkce)],
            ['code_challenge_method', pkce],
          ] as const)),
      ...moreOf(configuration, 'auth'),
    ];
    for (const [name, value] of parameters) url.searchParams.append(name, value);
    const patience = AbortSignal.timeout(patienceMs);
    const signal = AbortSignal.any([fetching.signal, patience]);
    await raceAbort(fetching.open({ id, url: url.href }, signal), signal);
    const answer = await raceAbort(loopback.answer, signal).catch((e: unknown) => {
      if (!fetching.signal.aborted && patience.aborted)
        throw new ReqError('timeout', `The sign-in for ${id} was not completed within five minutes.`);
      throw e;
    });
    const refusal = refusalOf(configuration, answer);
    if (refusal !== undefined) throw refusal;
    const form: Pairs = [
      ['grant_type', 'authorization_code'],
      ['code', answer.get('code') ?? ''],
      ['redirect_uri', loopback.redirectUri],
      ...(pkce === undefined ? [] : ([['code_verifier', verifier]] as const)),
    ];
    return await granted(configuration, form, fetching);
  } finally {
    loopback.close();
  }
}

/** Why an authorization response has no code for this server. */
function refusalOf({ id, issuer }: OAuthConfiguration, response: URLSearchParams): ReqError | undefined {
  // RFC 9207 §2.4, also of an error: compared as text, so that a code of another server is not sent to this one.
  const strange = issuer === undefined ? undefined : response.getAll('iss').find((iss) => iss !== issuer);
  if (strange !== undefined) {
    const hint = `Its "Issuer" is ${issuer}. Is that the issuer of "Auth URL"?`;
    const message = `No token for ${id}: the response of the sign-in is from another server (iss=${shortened(visibleText(strange), 500)}).`;
    return new ReqError('protocol', message, { hint });
  }
  if (response.has('code')) return undefined;
  const said = [response.get('error') ?? 'no code', response.get('error_description')].filter((x) => x !== null).join(': ');
  return new ReqError('network', `No token for ${id}: signing in was refused: ${shortened(visibleText(said), 500)}.`);
}

const challengeOf = (verifier: string, method: 'S256' | 'plain'): string =>
  method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');

/** RFC 8628: the user enters a code on a page, on any device. */
async function byDevice(configuration: OAuthConfiguration, fetching: Fetching): Promise<Values> {
  const { id, deviceUrl } = configuration;
  const { exchange, signal } = fetching;
  const begun = await postForm(configuration, deviceUrl, [...scopeOf(configuration), ...moreOf(configuration, 'auth')], exchange, signal);
  if (!begun.ok) throw begun.failure;
  const text = (name: string): string | undefined => {
    const value = begun.values.get(name);
    return value === undefined || value === null ? undefined : valueToText(value);
  };
  const [device, code] = [text('device_code'), text('user_code')];
  const page = text('verification_uri_complete') ?? text('verification_uri') ?? text('verification_url');
  if (device === undefined || code === undefined || page === undefined || !/^https?:\/\//i.test(page))
    throw new ReqError('protocol', `No token for ${id}: ${deviceUrl} did not respond as RFC 8628 §3.2 requires.`);
  await raceAbort(fetching.open({ id, url: page, code: visibleText(code) }, signal), signal);
  const number = (name: string, otherwise: number): number => {
    const value = Number(text(name) ?? otherwise);
    return Number.isFinite(value) && value > 0 ? value : otherwise;
  };
  const times = { intervalMs: number('interval', 5) * 1000, end: performance.now() + number('expires_in', patienceMs / 1000) * 1000 };
  const form: Pairs = [
    ['grant_type', 'urn:ietf:params:oauth:grant-type:device_code'],
    ['device_code', device],
    ...moreOf(configuration, 'token'),
  ];
  return polled(configuration, form, times, fetching);
}

/** RFC 8628 §3.5: polls until the user has entered the code. A poll that fails says nothing about the code: it is tried again, later. */
async function polled(
  configuration: OAuthConfiguration,
  form: Pairs,
  { intervalMs, end }: { readonly intervalMs: number; readonly end: number },
  { exchange, signal }: Fetching,
): Promise<Values> {
  const { id, tokenUrl } = configuration;
  // A dead connection must not end the polling.
  const bounded: TokenExchange = {
    ...exchange,
    options: (url) => ({ ...exchange.options(url), timeoutMs: leastMs, idleTimeoutMs: leastMs }),
  };
  let pauseMs = intervalMs;
  let failures = 0;
  let failure: ReqError | undefined;
  while (performance.now() < end) {
    // The server chooses both times. A delay above the timer limit would fire at once.
    const waitMs = Math.min(slowed(pauseMs, failures), end - performance.now(), longestTimerMs);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    const answer = await postForm(configuration, tokenUrl, form, bounded, signal).catch(unreachable);
    if (answer.ok) return answer.values;
    failure = answer.isBusy ? answer.failure : undefined;
    failures = failure === undefined ? 0 : failures + 1;
    if (failure !== undefined) exchange.log(`${id}: ${failure.message} Trying again in ${durationText(slowed(pauseMs, failures))}.`);
    else if (answer.error === 'slow_down') pauseMs += 5000;
    else if (answer.error !== 'authorization_pending') throw answer.failure;
  }
  const hint = failure === undefined ? {} : { hint: `The last request failed: ${failure.message}` };
  throw new ReqError('timeout', `The code for ${id} was not entered in time.`, hint);
}

/** The time between polls is doubled with each failure, up to a minute. */
const slowed = (ms: number, failures: number): number => Math.max(ms, Math.min(ms * 2 ** failures, 60_000));

/** A server that cannot be reached is like one that is busy. */
function unreachable(e: unknown): TokenAnswer {
  if (isReqError(e) && (e.kind === 'network' || e.kind === 'timeout'))
    return { ok: false, error: '', isOfGrant: false, isBusy: true, failure: e };
  throw e;
}
