/**
 * An authorization server (RFC 6749, 7636, 8628) and an API behind it, with strict checks. `/authorize`, `/token`, `/device`; `/api`
 * accepts tokens that are issued and not revoked.
 */
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OAuthOptions {
  readonly clientId?: string;
  /** Undefined for a public client. */
  readonly clientSecret?: string;
  /** Seconds; if undefined, responses have no expiry. */
  readonly expiresIn?: number;
  readonly refresh?: boolean;
  readonly idToken?: boolean;
  /** Number of polls of a device before its sign-in succeeds. */
  readonly pending?: number;
  /** Seconds until a device code expires. */
  readonly deviceExpiresIn?: number;
  /** Authenticates the client instead of its secret. */
  readonly signsIn?: (form: URLSearchParams, authorization: string | undefined) => boolean;
  /** Handles `/token` instead of the default. */
  readonly answer?: (response: http.ServerResponse) => void;
}

export interface OAuthServer {
  readonly url: string;
  /** Forms received at `/token` and `/device`. */
  readonly forms: readonly Readonly<Record<string, string>>[];
  readonly authorizations: readonly (string | undefined)[];
  /** Results of `/token`: `grant_type`, or the error. */
  readonly answers: readonly string[];
  /** Tokens received by `/api`. */
  readonly used: readonly string[];
  /** Revokes every access token. */
  revoke(): void;
  /** Simulates the browser: opens the page, and follows it to its end. */
  browse(url: string): Promise<Response>;
  /** Waits for that many token requests. */
  untilAsked(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startOAuthServer(options: OAuthOptions = {}): Promise<OAuthServer> {
  const { clientId = 'cli:ent', clientSecret, expiresIn, refresh = false, idToken = false, pending = 0 } = options;
  const forms: Record<string, string>[] = [];
  const authorizations: (string | undefined)[] = [];
  const answers: string[] = [];
  const used: string[] = [];
  const valid = new Set<string>();
  const refreshTokens = new Set<string>();
  const codes = new Map<string, URLSearchParams>();
  const waiting = new Set<() => void>();
  let given = 0;
  let waits = pending;

  function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
    if (options.signsIn !== undefined) return options.signsIn(form, authorization);
    if (clientSecret === undefined) return form.get('client_id') === clientId && authorization === undefined;
    if (authorization === undefined) return form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    const [, pair = ''] = /^Basic (\S+)$/.exec(authorization) ?? [];
    const parts = Buffer.from(pair, 'base64').toString().split(':');
    const [id, secret] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return parts.length === 2 && id === clientId && secret === clientSecret && !form.has('client_id');
  }

  /** Why a token request is rejected; undefined if it is accepted. */
  function refused(form: URLSearchParams): string | undefined {
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return undefined;
      case 'password':
        return form.get('username') === 'ada' && form.get('password') === 'pä&ss=' ? undefined : 'invalid_grant';
      case 'refresh_token':
        // Each is good for once.
        return refreshTokens.delete(form.get('refresh_token') ?? '') ? undefined : 'invalid_grant';
      case 'authorization_code': {
        const asked = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        if (asked === undefined || asked.get('redirect_uri') !== form.get('redirect_uri')) return 'invalid_grant';
        const verifier = form.get('code_verifier') ?? '';
        const challenge =
          asked.get('code_challenge_method') === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
        if (asked.has('code_challenge') ? asked.get('code_challenge') !== challenge || verifier.length < 43 : verifier !== '')
          return 'invalid_grant';
        return form.has('scope') ? 'invalid_scope' : undefined;
      }
      case 'urn:ietf:params:oauth:grant-type:device_code':
        if (form.get('device_code') !== 'the-device') return 'invalid_grant';
        return waits-- > 0 ? 'authorization_pending' : undefined;
      default:
        return 'unsupported_grant_type';
    }
  }

  function token(form: URLSearchParams, response: http.ServerResponse, authorization: string | undefined): void {
    if (options.answer !== undefined) return options.answer(response);
    const error = isClient(form, authorization) ? refused(form) : 'invalid_client';
    answers.push(error ?? form.get('grant_type') ?? '');
    if (error !== undefined) return json(response, error === 'invalid_client' ? 401 : 400, { error, error_description: `no: ${error}` });
    const access = `access-token-${++given}`;
    valid.add(access);
    if (refresh) refreshTokens.add(`refresh-token-${given}`);
    json(response, 200, {
      access_token: access,
      token_type: 'bearer',
      ...(expiresIn === undefined ? {} : { expires_in: expiresIn }),
      ...(refresh ? { refresh_token: `refresh-token-${given}` } : {}),
      ...(idToken ? { id_token: `id-token-${given}` } : {}),
    });
  }

  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://server');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      switch (url.pathname) {
        case '/authorize': {
          const redirect = new URL(url.searchParams.get('redirect_uri') ?? '');
          const code = `code-${codes.size + 1}`;
          if (url.searchParams.get('client_id') === clientId && url.searchParams.get('response_type') === 'code') {
            codes.set(code, url.searchParams);
            redirect.searchParams.set('code', code);
          } else redirect.searchParams.set('error', 'unauthorized_client');
          redirect.searchParams.set('state', url.searchParams.get('state') ?? '');
          response.writeHead(302, { Location: redirect.href }).end();
          return;
        }
        case '/token':
        case '/device':
          forms.push(Object.fromEntries(form));
          authorizations.push(request.headers.authorization);
          for (const check of waiting) check();
          if (url.pathname === '/token') return token(form, response, request.headers.authorization);
          return json(response, 200, {
            device_code: 'the-device',
            user_code: 'ABCD-EFGH',
            verification_uri: 'http://server/activate',
            interval: 0.01,
            expires_in: options.deviceExpiresIn ?? 60,
          });
        case '/api': {
          const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
          used.push(bearer);
          return json(response, valid.has(bearer) || bearer.startsWith('id-token-') ? 200 : 401, { token: bearer });
        }
        default:
          return json(response, 404, {});
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forms,
    authorizations,
    answers,
    used,
    revoke: () => valid.clear(),
    browse: (page) => fetch(page),
    untilAsked: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (forms.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function json(response: http.ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}
