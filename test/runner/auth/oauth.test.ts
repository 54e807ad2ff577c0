import assert from 'node:assert/strict';
import http from 'node:http';
import { mock } from 'node:test';
import { memoryTokens, type SignInPage } from '../../../src/runner/index.ts';
import { browser, client, isIn, OAuthRuns, secret } from '../../support/oauthRun.ts';
import type { OAuthOptions, OAuthServer } from '../../support/oauthServer.ts';

describe('a token of OAuth 2', () => {
  const runs = OAuthRuns.use();
  let server: OAuthServer;
  const start = async (options: OAuthOptions = {}): Promise<void> => void (server = await runs.start(options));
  const run: OAuthRuns['run'] = (configuration, options) => runs.run(configuration, options);

  describe('of the grant client credentials', () => {
    it('is fetched with the client in the header, and sent', async () => {
      await start(secret);
      const sent = await run({ ...client, Scope: 'read write' });
      isIn(sent);
      assert.deepEqual(server.forms, [{ grant_type: 'client_credentials', scope: 'read write' }]);
      assert.deepEqual(server.used, ['access-token-1']);
      assert.match(sent.console.join('\n'), /^id: POST http:\S+\/token was answered 200 in \d+ ms\.$/);
    });

    it('is fetched with the client in the body, where that is asked for, and with more parameters', async () => {
      await start(secret);
      isIn(
        await run({
          ...client,
          'Client Credentials': 'in body',
          'Custom Request Parameters': {
            resource: ['a', 'b'],
            audience: { Value: 'c', Use: 'In Token Request' },
            hint: { Value: 'd', Use: 'In Auth Request' },
          },
        }),
      );
      assert.deepEqual(server.forms, [
        { grant_type: 'client_credentials', resource: 'b', audience: 'c', client_id: 'cli:ent', client_secret: 's:e c+r%' },
      ]);
      assert.deepEqual(server.authorizations, [undefined]);
    });

    it('shows neither the secret nor the token anywhere', async () => {
      await start(secret);
      const sent = await run(client, {
        text: '# @auth oauth2 id\nPOST SERVER/api\nX-Token: {{$auth.token("id")}}\n\n{{$auth.token("id")}}\n',
      });
      const reported = JSON.stringify(sent.events.filter((e) => e.kind !== 'chunk'));
      for (const hidden of ['access-token-1', 's:e c+r%', encodeURIComponent('s:e c+r%')]) assert.ok(!reported.includes(hidden), hidden);
      assert.match(reported, /Bearer •••/);
    });

    it('has the reason of a refusal, without the secret', async () => {
      await start({ clientSecret: 'another' });
      const { result } = await run(client);
      assert.equal(result.failure?.kind, 'network');
      assert.match(result.failure.message, /^No token for id: http:\S+\/token refused it: invalid_client: no: invalid_client\.$/);
      assert.deepEqual(server.used, []);
    });
  });

  describe('of the grant password', () => {
    const login = { 'Grant Type': 'Password', Username: 'ada' };
    it('is fetched', async () => {
      await start();
      isIn(await run({ ...login, Password: 'pä&ss=' }));
      assert.deepEqual(server.forms, [{ grant_type: 'password', username: 'ada', password: 'pä&ss=', client_id: 'cli:ent' }]);
    });

    it('is refused with another password', async () => {
      await start();
      assert.match((await run({ ...login, Password: 'x' })).result.failure?.message ?? '', /refused it: invalid_grant/);
    });
  });

  describe('of the grant authorization code', () => {
    it('is fetched by the browser, with PKCE and a listener of its own', async () => {
      await start();
      isIn(await run(browser));
      const url = new URL(runs.pages[0]?.url ?? '');
      assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
      assert.match(url.searchParams.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      assert.equal(url.searchParams.get('scope'), 'openid a');
      assert.match(url.searchParams.get('state') ?? '', /^[\w-]{43}$/);
      assert.deepEqual(server.answers, ['authorization_code']);
      // The listener is closed.
      await assert.rejects(fetch(url.searchParams.get('redirect_uri') ?? ''));
    });

    it('is fetched without PKCE, or with a plain one, where that is asked for', async () => {
      await start();
      isIn(await run({ ...browser, PKCE: false }));
      runs.tokens = memoryTokens();
      isIn(await run({ ...browser, PKCE: { 'Code Challenge Method': 'Plain' } }));
      assert.deepEqual(
        runs.pages.map((p) => new URL(p.url).searchParams.get('code_challenge_method')),
        [null, 'plain'],
      );
    });

    it('comes back to the registered place', async () => {
      await start();
      isIn(await run({ ...browser, 'Redirect URL': 'http://localhost/back/here' }));
      assert.match(new URL(runs.pages[0]?.url ?? '').searchParams.get('redirect_uri') ?? '', /^http:\/\/localhost:\d+\/back\/here$/);
      const { result } = await run({ ...browser, Scope: 'other', 'Redirect URL': 'https://example.com/back' });
      assert.match(`${result.failure?.message} ${result.failure?.hint}`, /cannot return to Req .*Register http:\/\/127\.0\.0\.1\/callback/);
    });

    it('has the reason of a failed login, and shows nothing of it in the page', async () => {
      await start({ clientId: 'another' });
      let page = '';
      const open = async ({ url }: SignInPage): Promise<void> => {
        const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
        back.searchParams.set('error_description', '<script>alert(1)</script>');
        page = await (await fetch(back)).text();
      };
      const { result } = await run(browser, { open });
      assert.match(result.failure?.message ?? '', /signing in was refused: unauthorized_client: <script>/);
      assert.match(page, /The sign-in was refused/);
      assert.doesNotMatch(page, /script/);
    });

    it('accepts one response, with its own state, from the browser of this machine', async () => {
      await start();
      const statuses: number[] = [];
      const open = async ({ url }: SignInPage): Promise<void> => {
        const answer = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
        const at = (change: (u: URL) => void): string => {
          const u = new URL(answer);
          change(u);
          return u.href;
        };
        const get = (target: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<void> =>
          new Promise((resolve, reject) => {
            const asked = http.request(target, { headers, method }, (r) => {
              statuses.push(r.statusCode ?? 0);
              r.resume().on('end', resolve);
            });
            asked.on('error', reject).end();
          });
        await get(at((u) => (u.pathname = '/other')));
        await get(at((u) => u.searchParams.set('state', 'wrong')));
        await get(at((u) => u.searchParams.delete('state')));
        await get(at((u) => u.searchParams.append('state', u.searchParams.get('state') ?? '')));
        await get(answer, { Host: 'evil.example' });
        await get(answer, {}, 'POST');
        await get(answer);
        await get(answer).catch(() => statuses.push(0));
      };
      isIn(await run(browser, { open }));
      assert.deepEqual(statuses.slice(0, 7), [404, 400, 400, 400, 403, 405, 200]);
      assert.ok(statuses[7] === 400 || statuses[7] === 0, String(statuses[7]));
    });

    describe('with an issuer', () => {
      const issuer = 'https://login.example/one';
      /** Returns from the page with these parameters besides `state`. @returns the page that the browser shows */
      const returning = async (parameters: readonly (readonly [string, string])[], configured?: string) => {
        let shown = '';
        const open = async ({ url }: SignInPage): Promise<void> => {
          const { headers } = await fetch(url, { redirect: 'manual' });
          const redirect = new URL(headers.get('location') ?? '');
          for (const [name, value] of parameters) redirect.searchParams.append(name, value);
          if (parameters.some(([name]) => name === 'error')) redirect.searchParams.delete('code');
          shown = await (await fetch(redirect)).text();
        };
        const sent = await run({ ...browser, ...(configured === undefined ? {} : { Issuer: configured }) }, { open });
        return { sent, shown };
      };

      for (const [what, parameters, configured] of [
        ['the same one', [['iss', issuer]], issuer],
        ['none', [], issuer],
        ['one, and none is configured', [['iss', issuer]], undefined],
      ] as const)
        it(`takes a response with ${what}`, async () => {
          await start();
          const { sent, shown } = await returning(parameters, configured);
          isIn(sent);
          assert.match(shown, /Req is signed in/);
        });

      for (const [what, parameters] of [
        ['another one', [['iss', 'https://login.example/two']]],
        ['one that differs in a slash', [['iss', `${issuer}/`]]],
        ['an empty one', [['iss', '']]],
        [
          'two',
          [
            ['iss', issuer],
            ['iss', 'https://login.example/two'],
          ],
        ],
        [
          'an error and another one',
          [
            ['error', 'access_denied'],
            ['iss', 'https://login.example/two'],
          ],
        ],
      ] as const)
        it(`sends no code of a response with ${what}`, async () => {
          await start();
          const { sent, shown } = await returning(parameters, issuer);
          assert.match(sent.result.failure?.message ?? '', /^No token for id: the response of the sign-in is from another server \(iss=/);
          assert.match(sent.result.failure?.hint ?? '', /"Issuer" is https:\/\/login\.example\/one/);
          assert.match(shown, /The sign-in was refused/);
          assert.deepEqual(server.forms, []);
        });
    });

    it('ends at once when it is cancelled while the browser is open', async () => {
      await start();
      const stop = new AbortController();
      let redirect = '';
      const open = async ({ url }: SignInPage): Promise<void> => {
        redirect = new URL(url).searchParams.get('redirect_uri') ?? '';
        stop.abort();
      };
      const { result } = await run(browser, { open, signal: stop.signal });
      assert.equal(result.outcome, 'cancelled');
      await assert.rejects(fetch(redirect));
    });
  });

  describe('of the grant device authorization', () => {
    const device = { 'Grant Type': 'Device Authorization', 'Device Auth URL': 'SERVER/device' };
    it('is fetched once the person has typed the code', async () => {
      await start({ pending: 2 });
      isIn(await run(device, { open: async (page) => void runs.pages.push(page) }));
      assert.deepEqual(runs.pages, [{ id: 'id', url: 'http://server/activate', code: 'ABCD-EFGH' }]);
      assert.deepEqual(server.answers, ['authorization_pending', 'authorization_pending', 'urn:ietf:params:oauth:grant-type:device_code']);
    });

    for (const [what, fail] of [
      ['whose connection broke', (response) => void response.socket?.destroy()],
      ['whose connection broke in the body', (response) => void response.writeHead(200).write('{"acc', () => response.socket?.destroy())],
      ['that the server answered with 502 and a page', (response) => void response.writeHead(502).end('<html>')],
      ['that was one too many', (response) => void response.writeHead(429).end('{"error": "rate_limited"}')],
      ['at which the server was busy', (response) => void response.writeHead(400).end('{"error": "temporarily_unavailable"}')],
    ] as const satisfies readonly (readonly [string, (response: http.ServerResponse) => void])[])
      it(`goes on after a poll ${what}, and says so`, async () => {
        let polls = 0;
        await start({ answer: (response) => (++polls <= 2 ? fail(response) : void response.end('{"access_token": "access-1"}')) });
        const sent = await run(device, { text: '# @auth oauth2 id\nGET SERVER/api\n', open: async () => undefined });
        assert.deepEqual(server.used, ['access-1']);
        const again = sent.console.flatMap((line) => /Trying again in (.*)\.$/.exec(line)?.[1] ?? []);
        assert.deepEqual(again, ['20 ms', '40 ms']);
      });

    it('goes on after a poll whose response stopped in the middle', async () => {
      let polls = 0;
      await start({
        answer: (response) =>
          ++polls === 1 ? void response.writeHead(200).write('{"access_token": ') : void response.end('{"access_token": "access-1"}'),
      });
      const realTimeout = setTimeout;
      const realTurn = (): Promise<void> => new Promise((resolve) => void realTimeout(resolve, 1));
      mock.timers.enable({ apis: ['setTimeout'] });
      const stop = new AbortController();
      try {
        const state = { isDone: false };
        const running = run(device, { open: async () => undefined, signal: stop.signal }).finally(() => (state.isDone = true));
        for (let ticks = 0; ticks < 3000 && !state.isDone; ticks++) {
          // As long as the response may be on its way, its time is not over.
          mock.timers.tick(ticks < 1000 ? 1 : 100);
          await realTurn();
        }
        stop.abort();
        await running;
      } finally {
        mock.timers.reset();
      }
      assert.deepEqual(server.used, ['access-1']);
    });

    it('goes on until the code expires, and has the reason of the last failure', async () => {
      await start({ answer: (response) => void response.writeHead(503).end(), deviceExpiresIn: 0.1 });
      const { failure } = (await run(device, { open: async () => undefined })).result;
      assert.equal(failure?.message, 'The code for id was not entered in time.');
      assert.match(failure.hint ?? '', /^The last request failed: .* answered 503 Service Unavailable/);
    });

    it('ends with an error of the protocol', async () => {
      await start({ answer: (response) => void response.writeHead(400).end('{"error": "access_denied"}') });
      const { failure } = (await run(device, { open: async () => undefined })).result;
      assert.match(failure?.message ?? '', /refused it: access_denied/);
      assert.equal(server.forms.length, 2);
    });

    it('ends at once when it is cancelled while it waits', async () => {
      await start({ pending: Infinity });
      const stop = new AbortController();
      const running = run(device, { open: async () => undefined, signal: stop.signal });
      await server.untilAsked(3);
      stop.abort();
      assert.equal((await running).result.outcome, 'cancelled');
    });
  });
});
