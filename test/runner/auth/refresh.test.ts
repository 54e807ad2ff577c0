import assert from 'node:assert/strict';
import type http from 'node:http';
import type { ReqError } from '../../../src/base/reqError.ts';
import { sendDefaults } from '../../../src/language/index.ts';
import { sendOptions } from '../../../src/language/sending.ts';
import { Tokens } from '../../../src/runner/auth/tokens/tokens.ts';
import type { Runner, SignInPage, TokenStore } from '../../../src/runner/index.ts';
import { browser, client, OAuthRuns } from '../../support/oauthRun.ts';
import type { OAuthServer } from '../../support/oauthServer.ts';
import { memoryHost, testRunner, type SendRun } from '../../support/sendRun.ts';

type Answer = Readonly<Record<string, unknown>> & { readonly status?: number };

const jwt = (claims: object): string =>
  [{ alg: 'none' }, claims, 'x'].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

describe('the refresh of a token', () => {
  const runs = OAuthRuns.use();
  let server: OAuthServer;
  /** Starts a server that gives these responses to token requests, one after the other. */
  const start = async (...answers: readonly Answer[]): Promise<void> => {
    let next = 0;
    const answer = (response: http.ServerResponse): void => {
      const { status = 200, ...body } = answers[next++] ?? { status: 500 };
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    server = await runs.start({ answer });
  };
  const text = '# @auth oauth2 id\nGET SERVER/api\n';
  const idText = 'GET SERVER/api\nAuthorization: Bearer {{$auth.idToken("id")}}\n';
  const later = (seconds: number): void => void (runs.now += seconds * 1000);
  const grants = (): readonly (string | undefined)[] => server.forms.map((form) => form['grant_type']);
  const refreshTokens = (): readonly (string | undefined)[] => server.forms.map((form) => form['refresh_token']);

  /** A store with a token, and a function that fetches from it without a run. */
  const direct = (
    kept: object,
    defaults = sendDefaults,
  ): {
    readonly store: TokenStore;
    readonly get: (from: Tokens, which: 'access' | 'id', signal?: AbortSignal) => Promise<{ readonly text: string | undefined }>;
  } => {
    let stored: string | undefined = JSON.stringify(kept);
    const store: TokenStore = { ...runs.tokens, get: async () => stored, set: async (_, value) => void (stored = value) };
    const exchange = { settings: { userAgent: 'Req/test', maxBodySize: 0 }, options: () => sendOptions([], defaults), log: () => {} };
    const fields = new Map(Object.entries({ 'Grant Type': 'Client Credentials', 'Token URL': `${server.url}/token`, 'Client ID': 'a' }));
    const open = (): Promise<void> => Promise.reject(new Error('nobody is there'));
    return {
      store,
      get: (from, which, signal = new AbortController().signal) =>
        from.get({ kind: 'oauth2', id: 'id', which, fields }, { root: '/ws', environment: undefined }, { exchange, open, signal }),
    };
  };

  for (const [what, failure, said] of [
    ['a busy server', { status: 503, error: 'temporarily_unavailable' }, /refused it: temporarily_unavailable/],
    ['a failure of the server', { status: 500, error: 'invalid_grant' }, /refused it: invalid_grant/],
    ['too many requests', { status: 429, error: 'rate_limited' }, /refused it: rate_limited/],
    ['a wrong client', { status: 401, error: 'invalid_client' }, /refused it: invalid_client/],
    ['a failure without a reason', { status: 502 }, /answered 502 Bad Gateway/],
  ] as const)
    it(`is tried again after ${what}: the user need not sign in`, async () => {
      await start({ access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 }, failure, { access_token: 'access-2' });
      await runs.run(browser, { text });
      later(60);
      const { result } = await runs.run(browser, { text });
      assert.match(result.failure?.message ?? '', said);
      await runs.run(browser, { text });
      assert.deepEqual(grants(), ['authorization_code', 'refresh_token', 'refresh_token']);
      assert.deepEqual(server.used, ['access-1', 'access-2']);
      assert.equal(runs.pages.length, 1);
    });

  for (const refusal of [{ status: 400, error: 'invalid_grant' }, { error: 'bad_refresh_token' }, { status: 401, message: 'no' }])
    it(`becomes a sign-in where the server refuses the refresh token by ${JSON.stringify(refusal)}`, async () => {
      await start({ access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 }, refusal, { access_token: 'access-2' });
      await runs.run(browser, { text });
      later(60);
      await runs.run(browser, { text });
      assert.deepEqual(grants(), ['authorization_code', 'refresh_token', 'authorization_code']);
      assert.deepEqual(server.used, ['access-1', 'access-2']);
    });

  it('is not cut off by the time limits of the request that needs the token', async () => {
    server = await runs.start({
      answer(response) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"access_token": ');
        setTimeout(() => response.end('"access-1", "refresh_token": "refresh-1"}'), 50);
      },
    });
    const limits = '# @timeout 1ms\n# @connect-timeout 1ms\n# @idle-timeout 1ms\n';
    const { result } = await runs.run(client, { text: `${limits}${text}`.replace('/api', '/other') });
    assert.doesNotMatch(result.failure?.message ?? '', /No token/);
    // Nothing there refuses a token, so the kept one is sent.
    await runs.run(client, { text: text.replace('/api', '/other') });
    assert.deepEqual(grants(), ['client_credentials']);
  });

  it('names the time that token requests have where a limit is over', async () => {
    server = await runs.start({ answer: () => {} });
    const { get } = direct({ refresh: 'refresh-1', renewAt: 0, access: 'access-1' }, { ...sendDefaults, timeoutMs: 1 });
    await assert.rejects(get(new Tokens(runs.tokens, () => runs.now), 'access'), (e: ReqError) => {
      assert.match(e.message, /^No token for id \(http:\S+\/token\): No response within 1 ms/);
      return /# @timeout 60s.* Token requests have at least 30 s\.$/.test(e.hint ?? '');
    });
  });

  it('keeps the refresh token where a response has an empty one', async () => {
    await start(
      { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 },
      { access_token: 'access-2', refresh_token: '', expires_in: 60 },
      { access_token: 'access-3' },
    );
    for (let i = 0; i < 3; i++) {
      await runs.run(browser, { text });
      later(60);
    }
    assert.deepEqual(refreshTokens(), [undefined, 'refresh-1', 'refresh-1']);
    assert.equal(runs.pages.length, 1);
  });

  it('shows no refresh token that the error of the server quotes', async () => {
    const quoting = { status: 503, error: 'server_error', error_description: 'cannot look up refresh-secret-1' };
    await start({ access_token: 'access-1', refresh_token: 'refresh-secret-1', expires_in: 60 }, quoting);
    await runs.run(browser, { text });
    later(60);
    const sent = await runs.run(browser, { text });
    assert.match(sent.result.failure?.message ?? '', /cannot look up •••/);
    assert.doesNotMatch(JSON.stringify(sent.events), /refresh-secret-1/);
  });

  it('shows no beginning of a long refresh token that the error of the server quotes', async () => {
    const token = 'refresh-secret-'.repeat(60);
    const quoting = { status: 503, error: 'server_error', error_description: `cannot look up ${token}` };
    await start({ access_token: 'access-1', refresh_token: token, expires_in: 60 }, quoting);
    await runs.run(browser, { text });
    later(60);
    const sent = await runs.run(browser, { text });
    assert.match(sent.result.failure?.message ?? '', /cannot look up •••…/);
    assert.doesNotMatch(JSON.stringify(sent.events), /refresh-secret/);
  });

  it('takes the token that another window has refreshed meanwhile', async () => {
    await start({ access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 }, { status: 400, error: 'invalid_grant' });
    await runs.run(browser, { text });
    later(60);
    const other = JSON.stringify({ access: 'access-2', refresh: 'refresh-2' });
    const own = runs.tokens;
    runs.tokens = { ...own, get: async (key) => (server.forms.length < 2 ? own.get(key) : other) };
    await runs.run(browser, { text });
    assert.deepEqual(server.used, ['access-1', 'access-2']);
    assert.equal(runs.pages.length, 1);
  });

  describe('whose run is cancelled meanwhile', () => {
    const kept = { status: 200, access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 };
    let refreshing: http.ServerResponse | undefined;
    const stored = new Map<string, string>();
    let runner: Runner;
    let stop: AbortController;
    const reply = (response: http.ServerResponse | undefined, { status, ...body }: typeof kept | typeof refused): void =>
      void response?.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const refused = { status: 400, error: 'invalid_grant' };
    const renewed = { ...kept, access_token: 'access-2', refresh_token: 'refresh-2' };
    const send = (signal = new AbortController().signal): Promise<SendRun> => runs.run(browser, { text, runner, signal });

    beforeEach(async () => {
      refreshing = undefined;
      stop = new AbortController();
      let asked = 0;
      server = await runs.start({
        answer(response) {
          if (++asked === 2) refreshing = response;
          else reply(response, asked === 1 ? kept : { ...kept, access_token: 'access-3' });
        },
      });
      const open = async (page: SignInPage): Promise<void> => void (runs.pages.push(page), await server.browse(page.url));
      stored.clear();
      const tokens: TokenStore = {
        get: async (key) => stored.get(key),
        set: async (key, value) => void stored.set(key, value),
        delete: async (key) => void stored.delete(key),
      };
      const signIn = { tokens, open, mayRun: () => Promise.resolve(false) };
      runner = await testRunner(memoryHost(new Map(), { now: () => runs.now, signIn }));
      await send();
      later(60);
      const cancelled = send(stop.signal);
      await server.untilAsked(2);
      stop.abort();
      assert.equal((await cancelled).result.outcome, 'cancelled');
    });
    afterEach(() => runner.dispose());

    it('stores the new refresh token that the server sends afterwards', async () => {
      reply(refreshing, renewed);
      await runner.tokensKept();
      // The API refuses `access-2`, so it is refreshed.
      await send();
      assert.deepEqual(refreshTokens(), [undefined, 'refresh-1', 'refresh-2']);
      assert.deepEqual(server.used, ['access-1', 'access-2', 'access-3']);
    });

    it('is awaited by the next run, which does not use the old refresh token', async () => {
      const next = send();
      const other = new AbortController();
      const another = send(other.signal);
      other.abort();
      assert.equal((await another).result.outcome, 'cancelled');
      reply(refreshing, renewed);
      await next;
      assert.deepEqual(refreshTokens(), [undefined, 'refresh-1']);
      assert.deepEqual(server.used, ['access-1', 'access-2']);
    });

    it('stores nothing if the user has signed out meanwhile', async () => {
      stored.clear();
      reply(refreshing, renewed);
      await runner.tokensKept();
      assert.equal(stored.size, 0);
    });

    it('opens no page if the server refuses it', async () => {
      reply(refreshing, refused);
      await runner.tokensKept();
      assert.equal(runs.pages.length, 1);
      assert.deepEqual(grants(), ['authorization_code', 'refresh_token']);
    });

    it('lets the next run sign in if the server refuses it', async () => {
      const next = send();
      reply(refreshing, refused);
      assert.equal((await next).result.failure, undefined);
      assert.deepEqual(grants(), ['authorization_code', 'refresh_token', 'refresh_token']);
    });
  });

  it('is awaited by the next pass of --watch, which has a runner of its own over the same store', async () => {
    let held: http.ServerResponse | undefined;
    server = await runs.start({ answer: (response) => void (held = response) });
    const { store, get } = direct({ refresh: 'refresh-1', renewAt: 0, access: 'access-1' });
    const stop = new AbortController();
    const cancelled = get(new Tokens(store, () => runs.now), 'access', stop.signal);
    await server.untilAsked(1);
    stop.abort();
    await assert.rejects(cancelled, /Cancelled/);
    const next = get(new Tokens(store, () => runs.now), 'access');
    held?.end('{"access_token": "access-2", "refresh_token": "refresh-2"}');
    assert.equal((await next).text, 'access-2');
    assert.deepEqual(refreshTokens(), ['refresh-1']);
  });

  describe('and the ID token', () => {
    it('that has expired is not sent: the user signs in, and the new refresh token is kept', async () => {
      await start(
        { access_token: 'access-1', id_token: 'id-token-1', refresh_token: 'refresh-1', expires_in: 60 },
        { access_token: 'access-2', refresh_token: 'refresh-2', expires_in: 60 },
        { access_token: 'access-3', refresh_token: 'refresh-3', expires_in: 60, id_token: 'id-token-3' },
      );
      await runs.run(browser, { text: idText });
      later(60);
      await runs.run(browser, { text });
      await runs.run(browser, { text: idText });
      assert.deepEqual(grants(), ['authorization_code', 'refresh_token', 'authorization_code']);
      assert.deepEqual(server.used, ['id-token-1', 'access-2', 'id-token-3']);
    });

    it('that the refresh returns is sent', async () => {
      await start(
        { access_token: 'access-1', id_token: 'id-token-1', refresh_token: 'refresh-1', expires_in: 60 },
        { access_token: 'access-2', id_token: 'id-token-2' },
      );
      await runs.run(browser, { text: idText });
      later(60);
      await runs.run(browser, { text: idText });
      assert.deepEqual(server.used, ['id-token-1', 'id-token-2']);
    });

    for (const [what, seconds, expected] of [
      ['lives longer than the access token is sent until its own end', 7200, ['authorization_code']],
      ['ends before the access token is refreshed', 30, ['authorization_code', 'refresh_token']],
    ] as const)
      it(`that ${what}, by the clock of the server`, async () => {
        const iat = 5_000_000;
        await start(
          { access_token: 'access-1', id_token: jwt({ iat, exp: iat + seconds }), refresh_token: 'refresh-1', expires_in: 60 },
          { access_token: 'access-2', id_token: jwt({ iat, exp: iat + 3600 }), expires_in: 60 },
        );
        for (const wait of [50, 20, 0]) {
          // Nothing there refuses a token.
          await runs.run(browser, { text: idText.replace('/api', '/other') });
          later(wait);
        }
        assert.deepEqual(grants(), expected);
      });

    it('that was never issued is an error without a sign-in', async () => {
      await start({ access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 60 });
      await runs.run(browser, { text });
      const { result } = await runs.run(browser, { text: idText });
      assert.match(result.failure?.message ?? '', /has no ID token/);
      assert.equal(runs.pages.length, 1);
    });

    it('is fetched by itself where requests for both kinds wait at the same time', async () => {
      await start({ access_token: 'access-2', refresh_token: 'refresh-2' }, { access_token: 'access-3', id_token: 'id-token-3' });
      const { store, get } = direct({ id: 'id-token-1', refresh: 'refresh-1', renewAt: 0 });
      const tokens = new Tokens(store, () => runs.now);
      const found = await Promise.all([get(tokens, 'access'), get(tokens, 'id')]);
      assert.deepEqual(
        found.map((f) => f.text),
        ['access-2', 'id-token-3'],
      );
      assert.deepEqual(refreshTokens(), ['refresh-1', undefined]);
    });
  });
});
