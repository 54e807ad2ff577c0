import assert from 'node:assert/strict';
import { makeFolder } from '../../support/command.ts';
import { challengesOf } from '../../../src/runner/auth/signing/challenges.ts';
import { digestAuthorization, digestChallenge } from '../../../src/runner/auth/signing/digestSigner.ts';
import { resolved, send, Reported, type RequestParts, type Sent } from '../../support/exchange.ts';
import { startDigestServer, type DigestOptions, type DigestServer } from '../../support/digestServer.ts';

const shown = (values: readonly string[]): readonly string[] =>
  challengesOf(values.map((value) => ['WWW-Authenticate', value] as const)).map(({ scheme, parameters }) =>
    `${scheme} ${[...parameters].map(([name, value]) => `${name}=${value}`).join(' ')}`.trim(),
  );

describe('the challenges of a server', () => {
  for (const [values, expected] of [
    [['Basic realm="a, b", charset="UTF-8"'], ['basic realm=a, b charset=UTF-8']],
    [
      ['Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"'],
      ['newauth realm=apps type=1 title=Login to \\"apps\\"', 'basic realm=simple'],
    ],
    [
      ['Negotiate', 'Digest realm="x",nonce="n"'],
      ['negotiate', 'digest realm=x nonce=n'],
    ],
    [['Negotiate, Basic'], ['negotiate', 'basic']],
    [['Negotiate YWJj=='], ['negotiate']],
    [['Digest qop = "auth,auth-int" , NONCE = n'], ['digest qop=auth,auth-int nonce=n']],
    [['', ' , ,, Basic ,'], ['basic']],
    [['Digest realm="open, Basic'], ['digest']],
    [['"quoted", =x, Basic'], ['basic']],
  ] as const)
    it(`are read from ${JSON.stringify(values)}`, () => assert.deepEqual(shown(values), expected));
});

describe('a digest', () => {
  const challenge = (text: string): ReturnType<typeof digestChallenge> => digestChallenge(challengesOf([['WWW-Authenticate', text]]));
  const input = { user: 'Mufasa', method: 'GET', uri: '/dir/index.html', count: 1, bodyHash: '' };

  it('is that of the examples in RFC 7616 §3.9.1', () => {
    const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
    const common = `realm="http-auth@example.org", qop="auth, auth-int", nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;
    for (const [algorithm, response] of [
      ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
      ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    ]) {
      const found = challenge(`Digest ${common}, algorithm=${algorithm}`);
      assert.ok(found);
      const value = digestAuthorization({
        ...input,
        challenge: found,
        password: 'Circle of Life',
        cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
      });
      assert.match(value, new RegExp(`response="${response}"`));
      assert.match(value, /^Digest username="Mufasa", realm="http-auth@example\.org", .*qop=auth, nc=00000001, /);
    }
  });

  it('is that of RFC 2069 if the server sends no qop', () => {
    const found = challenge('Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"');
    assert.ok(found);
    const value = digestAuthorization({ ...input, challenge: found, password: 'CircleOfLife', cnonce: 'unused' });
    assert.match(value, /response="1949323746fe6a43ef61f9606e7febea"/);
    assert.doesNotMatch(value, /qop|nc=|cnonce/);
  });

  it('answers the first challenge that it supports', () => {
    assert.equal(challenge('Digest realm=a, nonce=1, algorithm=TOKEN, Digest realm=b, nonce=2, algorithm=SHA-256')?.realm, 'b');
    assert.equal(challenge('Digest realm=a, nonce=1, qop="other", Digest realm=b, nonce=2')?.realm, 'b');
    assert.equal(challenge('Digest realm=a, nonce=1, qop="auth-int,auth"')?.qop, 'auth');
    assert.equal(challenge('Digest realm=a, algorithm=__proto__, nonce=1'), undefined);
    assert.equal(challenge('Digest realm=a'), undefined);
    assert.equal(challenge('Basic realm=a, nonce=1'), undefined);
  });
});

describe('a request with a digest', () => {
  let server: DigestServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  const start = async (options: Partial<DigestOptions>): Promise<DigestServer> =>
    (server = await startDigestServer({
      user: 'ada',
      password: 'pä ss',
      challenges: ['Digest realm="here", nonce="NONCE", qop="auth"'],
      ...options,
    }));
  const get = (url: string, parts: RequestParts = {}, password = 'pä ss', user = 'ada'): Promise<Sent> =>
    send(resolved(url, { auth: { kind: 'digest', user, password }, ...parts }));

  for (const [what, challenges] of [
    ['MD5', ['Digest realm="here", nonce="NONCE", qop="auth"']],
    ['MD5, without qop', ['Digest realm="here", nonce="NONCE"']],
    ['MD5-sess', ['Digest realm="here", nonce="NONCE", qop="auth", algorithm=MD5-sess']],
    ['SHA-256', ['Digest realm="here", nonce="NONCE", qop="auth", algorithm=SHA-256']],
    ['SHA-256-sess, auth-int', ['Digest realm="here", nonce="NONCE", qop="auth-int", algorithm=SHA-256-sess']],
    ['SHA-512-256', ['Digest realm="here", nonce="NONCE", qop="auth", algorithm=SHA-512-256']],
    [
      'the second of several, with the hash of the name',
      ['Basic realm="here"', 'Digest realm="here", nonce="NONCE", qop="auth", algorithm=SHA-256, userhash=true'],
    ],
  ] as const)
    it(`is let in: ${what}`, async () => {
      const { url, answers } = await start({ challenges });
      const sent = await get(`${url}/a%20b?c=%22d,e`, { method: 'POST', body: 'what is hashed' });
      assert.equal(sent.reported.response?.status, 200);
      assert.equal(sent.text, 'welcome');
      assert.deepEqual(answers, ['nobody', 'in']);
      assert.deepEqual(
        sent.reported.order.filter((o) => o !== 'connected'),
        ['sending', 'challenged', 'sending', 'head', 'chunk'],
      );
    });

  it('is let in with a file for its body, hashed and sent', async () => {
    const folder = makeFolder();
    try {
      folder.write('body.txt', 'from a file');
      const { url, answers, bodies } = await start({ challenges: ['Digest realm="here", nonce="NONCE", qop="auth-int"'] });
      const sent = await get(url, { method: 'PUT', body: [{ kind: 'file', path: `${folder.path}/body.txt` }] });
      assert.equal(sent.reported.response?.status, 200);
      assert.deepEqual(
        [answers, bodies],
        [
          ['nobody', 'in'],
          ['from a file', 'from a file'],
        ],
      );
    } finally {
      folder.remove();
    }
  });

  it('is let in at once the next time, and counts', async () => {
    const { url, answers, credentials } = await start({});
    for (let i = 0; i < 3; i++) assert.equal((await get(`${url}/${i}`)).reported.response?.status, 200);
    assert.deepEqual(answers, ['nobody', 'in', 'in', 'in']);
    assert.deepEqual(
      credentials.map((c) => /nc=(\d+)/.exec(c)?.[1]),
      ['00000001', '00000002', '00000003'],
    );
  });

  it('uses no count twice where several are sent at once', async () => {
    const { url, answers } = await start({});
    await get(url);
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => get(`${url}/${i}`)));
    assert.deepEqual(new Set(all.map((s) => s.reported.response?.status)), new Set([200]));
    assert.deepEqual(answers.slice(2), Array(8).fill('in'));
  });

  it('uses a new nonce if the old one is stale, or if the response contains the next', async () => {
    const stale = await start({ uses: 1 });
    for (let i = 0; i < 2; i++) assert.equal((await get(stale.url)).reported.response?.status, 200);
    assert.deepEqual(stale.answers, ['nobody', 'in', 'stale', 'in']);
    await stale.close();
    const next = await start({ uses: 1, nextNonce: true });
    for (let i = 0; i < 3; i++) assert.equal((await get(next.url)).reported.response?.status, 200);
    assert.deepEqual(next.answers, ['nobody', 'in', 'in', 'in']);
  });

  it('shows the refusal of a wrong password, asked once', async () => {
    const { url, answers } = await start({});
    const sent = await get(url, {}, 'wrong');
    assert.equal(sent.reported.response?.status, 401);
    assert.equal(sent.text, 'who are you?');
    assert.deepEqual(answers, ['nobody', 'wrong response']);
  });

  it('shows a refusal that it has no answer to', async () => {
    const { url, answers } = await start({ challenges: ['Basic realm="here"', 'Digest realm="here", nonce="NONCE", algorithm=NEW'] });
    assert.equal((await get(url)).reported.response?.status, 401);
    assert.deepEqual(answers, ['nobody']);
  });

  it('stops after repeated stale nonces', async () => {
    const { url, answers } = await start({ uses: 0 });
    assert.equal((await get(url)).reported.response?.status, 401);
    assert.deepEqual(answers, ['nobody', 'stale', 'stale', 'stale']);
  });

  it('sends a name beyond ASCII as in RFC 8187, and one with quotes as text', async () => {
    for (const user of ['Jäsøn "Doe"', 'a"b\\c']) {
      const { url, answers } = await start({ user });
      assert.equal((await get(url, {}, undefined, user)).reported.response?.status, 200, user);
      assert.deepEqual(answers, ['nobody', 'in']);
      await server?.close();
    }
    server = undefined;
  });

  it('is followed to the place a redirect leads to on the same origin, and not to another', async () => {
    const here = await start({});
    const sent = await get(`${here.url}/moved`, { method: 'POST', body: 'x' });
    assert.equal(sent.reported.response?.status, 200);
    assert.deepEqual(here.answers, ['nobody', 'in', 'in']);
    assert.match(here.credentials.at(-1) ?? '', /uri="\/there"/);
  });

  it('ends at once when it is cancelled between the two', async () => {
    const { url, answers } = await start({});
    const stop = new AbortController();
    const request = resolved(url, { auth: { kind: 'digest', user: 'ada', password: 'pä ss' } });
    const reported = new Reported();
    reported.onTold = (name) => {
      if (name === 'challenged') stop.abort();
    };
    const sent = await send(request, stop.signal, reported);
    assert.equal(sent.error?.kind, 'cancelled');
    assert.deepEqual(answers, ['nobody']);
  });
});
