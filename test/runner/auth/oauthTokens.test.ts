import assert from 'node:assert/strict';
import { sendDefaults } from '../../../src/language/index.ts';
import { sendOptions } from '../../../src/language/sending.ts';
import { Tokens } from '../../../src/runner/auth/tokens/tokens.ts';
import { browser, client, isIn, OAuthRuns, secret } from '../../support/oauthRun.ts';
import type { OAuthOptions, OAuthServer } from '../../support/oauthServer.ts';

describe('a token of OAuth 2', () => {
  const runs = OAuthRuns.use();
  let server: OAuthServer;
  const start = async (options: OAuthOptions = {}): Promise<void> => void (server = await runs.start(options));
  const run: OAuthRuns['run'] = (configuration, options) => runs.run(configuration, options);

  describe('that is kept', () => {
    it('is sent again until shortly before its end, then a new one is fetched', async () => {
      await start({ ...secret, expiresIn: 3600 });
      for (const at of [0, 3569, 3571]) {
        runs.now = 1_000_000 + at * 1000;
        isIn(await run(client));
      }
      assert.deepEqual(server.used, ['access-token-1', 'access-token-1', 'access-token-2']);
    });

    it('is refreshed, and a new one is fetched if the refresh is refused', async () => {
      await start({ expiresIn: 3600, refresh: true });
      for (const at of [0, 3600, 7200]) {
        runs.now = 1_000_000 + at * 1000;
        isIn(await run(browser));
      }
      assert.deepEqual(server.answers, ['authorization_code', 'refresh_token', 'refresh_token']);
      assert.equal(runs.pages.length, 1);
      // Another one has used the refresh token.
      await fetch(`${server.url}/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'refresh-token-3', client_id: 'cli:ent' }),
      });
      runs.now += 3600_000;
      isIn(await run(browser));
      assert.deepEqual(server.answers.slice(3), ['refresh_token', 'invalid_grant', 'authorization_code']);
    });

    it('is fetched once more where the server refuses it', async () => {
      await start(secret);
      isIn(await run(client));
      server.revoke();
      const sent = await run(client);
      isIn(sent);
      assert.deepEqual(server.used, ['access-token-1', 'access-token-1', 'access-token-2']);
      assert.ok(sent.console.includes('The server rejected a cached token (401): the request is sent again with a new one.'));
      assert.equal(sent.events.filter((e) => e.kind === 'head').length, 1);
      assert.equal(sent.events.filter((e) => e.kind === 'finished').length, 1);
    });

    it('is not fetched again where a new one is refused: the answer is shown', async () => {
      await start(secret);
      const text = '# @auth oauth2 id\nGET SERVER/api/\n\n?? status == 401\n';
      await run(client);
      const sent = await run(client, {
        text: text.replace('/api/', '/api').replace('# @auth oauth2 id\n', '# @auth bearer x{{$auth.token("id")}}\n'),
      });
      assert.deepEqual(sent.tests, ['+ status == 401']);
      assert.equal(server.forms.length, 2);
    });

    it('is that of its environment, its client and its scope', async () => {
      await start(secret);
      await run(client);
      await run({ ...client, Scope: 'more' });
      await run(client, {
        files: {
          'http-client.env.json': JSON.stringify({
            $shared: { Security: { Auth: { id: { 'Token URL': 'SERVER/token', 'Client ID': 'cli:ent', ...client } } } },
          }),
        },
        environment: 'none',
      });
      assert.deepEqual(server.used, ['access-token-1', 'access-token-2', 'access-token-3']);
    });
  });

  it('is shared by simultaneous requests', async () => {
    await start(secret);
    const text = '# @auth oauth2 id\nPOST SERVER/api\nX-Same: {{$auth.token("id")}}\n\n{{$auth.token("id")}}\n';
    await run(client, { text });
    assert.equal(server.forms.length, 1);
  });

  it('replaces a placeholder, also in a variable, in a script and in the environment', async () => {
    await start({ ...secret, idToken: true });
    const text = [
      '@mine = {{$auth.token("id")}}',
      '< {% tool.setVar("seen", tool.interpolate("{{ $auth.idToken(\'id\') }}").length); %}',
      'GET SERVER/api?id={{$auth.idToken("id")}}',
      'Authorization: Bearer {{mine}}',
      '',
      '?? status == 200',
      '',
    ].join('\n');
    const sent = await run(client, { text });
    isIn(sent);
    assert.equal(sent.variable('seen'), 'id-token-1'.length);
    assert.deepEqual([server.used, server.forms.length], [['access-token-1'], 1]);
  });

  it('is the ID token if the configuration defines so, and an error if there is none', async () => {
    await start({ ...secret, idToken: true });
    isIn(await run({ ...client, 'Use ID Token': true }));
    assert.deepEqual(server.used, ['id-token-1']);
    await server.close();
    await start(secret);
    const { result } = await run(client, { text: 'GET SERVER/api?x={{$auth.idToken("id")}}\n' });
    assert.match(result.failure?.message ?? '', /has no ID token: ask for the scope openid/);
  });

  it('is not fetched in a dry run: a text or the kept token replaces it', async () => {
    await start(secret);
    const dry = await run(client, { mode: 'dry' });
    assert.match(JSON.stringify(dry.events), /Bearer •••/);
    assert.deepEqual(server.forms, []);
  });

  it('is not fetched for a request that cannot be sent', async () => {
    await start(secret);
    const { result } = await run(client, { text: '# @auth oauth2 id\nGET SERVER/{{nothing}}\n' });
    assert.equal(result.failure?.kind, 'undefined-variable');
    assert.deepEqual(server.forms, []);
  });

  it('waits for secrets of its configuration, and reads fields from the private file', async () => {
    await start(secret);
    const { 'Client Secret': _, ...open } = client;
    const asked: string[] = [];
    const sent = await run(
      { ...open, 'Client ID': '{{clientId}}' },
      {
        text: '@clientId = cli:ent\n\n###\n# @auth oauth2 id\nGET SERVER/api\n\n?? status == 200\n',
        files: {
          'http-client.private.env.json': JSON.stringify({
            dev: { Security: { Auth: { id: { 'Client Secret': '{{$secret.CLIENT}}' } } } },
          }),
        },
        host: {
          secret: (name) => {
            asked.push(name);
            return Promise.resolve('s:e c+r%');
          },
        },
      },
    );
    isIn(sent);
    assert.deepEqual(asked, ['CLIENT']);
    assert.equal(server.forms.length, 1);
  });

  it('ends at once when it is cancelled while the server is silent', async () => {
    await start({ answer: () => {} });
    const stop = new AbortController();
    const running = run(client, { signal: stop.signal });
    await server.untilAsked(1);
    stop.abort();
    assert.equal((await running).result.outcome, 'cancelled');
  });

  it('is shared by runs, of which one can be cancelled', async () => {
    let release: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    await start({
      answer: (response) => void gate.then(() => response.writeHead(200).end('{"access_token": "access-token-0"}')),
    });
    const shared = new Tokens(runs.tokens, () => runs.now);
    const fields = new Map([
      ['Grant Type', 'Client Credentials'],
      ['Token URL', `${server.url}/token`],
      ['Client ID', 'a'],
    ]);
    const exchange = { settings: { userAgent: 'Req/test', maxBodySize: 0 }, options: () => sendOptions([], sendDefaults), log: () => {} };
    const open = (): Promise<void> => Promise.reject(new Error('nobody is there'));
    const stop = new AbortController();
    const get = (signal: AbortSignal): Promise<{ readonly text: string | undefined }> =>
      shared.get(
        { kind: 'oauth2', id: 'id', which: 'access', fields },
        { root: '/ws', environment: undefined },
        { exchange, open, signal },
      );
    const cancelled = get(stop.signal);
    const others = [get(new AbortController().signal), get(new AbortController().signal)];
    await server.untilAsked(1);
    stop.abort();
    await assert.rejects(cancelled, /Cancelled/);
    release?.();
    assert.deepEqual(await Promise.all(others), [
      { text: 'access-token-0', kept: false },
      { text: 'access-token-0', kept: false },
    ]);
    assert.equal(server.forms.length, 1);
  });

  for (const [what, status, type, body, said] of [
    ['a page', 200, 'text/html', '<html>', /answered 200 OK without a JSON object\..*/],
    ['another place', 302, 'text/plain', '', /answered 302 Found/],
    ['a failure', 500, 'application/json', '{"message": "x"}', /answered 500 Internal Server Error\./],
    ['no token', 200, 'application/json', '{"token_type": "bearer"}', /contains none \(RFC 6749 §5\.1\)/],
    ['an error with a good status', 200, 'application/json', '{"error": "no\\u001b[31mway"}', /refused it: no␛\[31mway/],
  ] as const)
    it(`is told where the server answers ${what}`, async () => {
      await start({ answer: (response) => response.writeHead(status, { 'Content-Type': type, Location: '/api' }).end(body) });
      const { result } = await run(client);
      assert.match(result.failure?.message ?? '', said);
      assert.deepEqual(server.used, []);
    });

  it('is read from a form too', async () => {
    await start({
      answer: (response) =>
        response.writeHead(200, { 'Content-Type': 'application/x-www-form-urlencoded' }).end('access_token=a%20b&scope='),
    });
    await run(client, { text: '# @auth oauth2 id\nGET SERVER/api\n' });
    assert.deepEqual(server.used, ['a b']);
  });

  for (const [what, configuration, said] of [
    ['another type', { Type: 'Mock' }, /its Type is Mock/],
    ['the implicit grant', { 'Grant Type': 'Implicit' }, /its Grant Type is Implicit\. .*PKCE/],
    ['an unknown grant', { 'Grant Type': 'Magic' }, /its Grant Type is Magic\. Use one of: authorization code/],
    [
      'no Auth URL',
      { 'Grant Type': 'Authorization Code', 'Auth Url': 'http://x' },
      /"Auth URL" is missing\. Did you mean "Auth URL" by "Auth Url"/,
    ],
    ['a wrong URL', { 'Grant Type': 'Client Credentials', 'Token URL': 'ftp://x' }, /its "Token URL" is not an http or https URL/],
    ['no user', { 'Grant Type': 'password' }, /"Username" is missing/],
  ] as const)
    it(`of a configuration with ${what} is told what is wrong`, async () => {
      await start();
      const { result } = await run(configuration);
      assert.match(`${result.failure?.message} ${result.failure?.hint}`, said);
    });
});
