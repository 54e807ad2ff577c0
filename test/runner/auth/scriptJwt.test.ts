import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify, SignJWT, UnsecuredJWT } from 'jose';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun, type SendOptions, type SendRun } from '../../support/sendRun.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const secret = 'a secret of thirty-two characters';
const bytes = new TextEncoder().encode(secret);
const now = 1_800_000_000;

describe('tool.jwt', () => {
  let server: Recorder;
  before(async () => (server = await startRecorder()));
  after(() => server.close());

  const run = (script: string, files: Readonly<Record<string, string>> = {}, host: SendOptions['host'] = {}): Promise<SendRun> =>
    sendRun(
      { 'a.req': `< {%\n${script}\n%}\nGET ${server.url}/a\n`, 'public.pem': publicKey, 'private.pem': privateKey, ...files },
      { host: { now: () => now * 1000, secret: () => Promise.resolve(secret), ...host } },
    );
  const sentToken = (): string => server.requests.at(-1)?.headers.find(([name]) => name === 'X-Token')?.[1] ?? '';

  it('signs with a secret that the script does not see, and is accepted by jose', async () => {
    const sent = await run(`
      const token = tool.jwt.sign({ sub: "me" }, { alg: "HS256", key: "{{$secret.KEY}}", headers: { kid: "k" } });
      request.headers["X-Token"] = token;
      console.log("token", token);
      tool.setVar("t", token);`);
    assert.equal(sent.result.failure?.message, undefined);
    const { payload, protectedHeader } = await jwtVerify(sentToken(), bytes);
    assert.deepEqual([payload, protectedHeader], [{ sub: 'me' }, { kid: 'k', alg: 'HS256', typ: 'JWT' }]);
    assert.ok(!JSON.stringify(sent.events).includes(sentToken()));
    assert.deepEqual(sent.console, ['token •••']);
  });

  it('signs with a file of the collection, and not with one that Req may not read', async () => {
    const script = 'request.headers["X-Token"] = tool.jwt.sign({ sub: "me" }, { alg: "PS256", keyFile: "./private.pem" });';
    await run(script);
    await jwtVerify(sentToken(), await importSPKI(publicKey, 'PS256'));
    const { result } = await run(script, {}, { mayRead: () => Promise.resolve(false) });
    assert.match(result.failure?.message ?? '', /reading it was not allowed/);
  });

  it('verifies a token of jose and returns its claims', async () => {
    const token = await new SignJWT({ sub: 'me', n: 1 })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(now + 60)
      .setAudience(['a', 'b'])
      .sign(bytes);
    const sent = await run(`
      const claims = tool.jwt.verify(${JSON.stringify(token)}, { alg: "HS256", key: "{{$secret.KEY}}", audience: "b" });
      console.log(claims.sub, claims.n);
      const { header, claims: all, signature } = tool.jwt.decode(${JSON.stringify(token)});
      console.log(header.alg, all.exp, signature.length);`);
    assert.deepEqual(sent.console, ['me 1', `HS256 ${now + 60} 43`]);
  });

  describe('verify', () => {
    const token = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(bytes);
    const verified = (text: string, options: string): Promise<SendRun> =>
      run(`try { tool.jwt.verify(${JSON.stringify(text)}, ${options}); console.log("accepted"); } catch (e) { console.log(e.message); }`);
    const withSecret = '{ alg: "HS256", key: "{{$secret.KEY}}", audience: "a", issuer: "i" }';

    it('refuses a token that has expired, is not valid yet, or is for another audience', async () => {
      for (const [claims, why] of [
        [{ exp: now }, /expired/],
        [{ exp: 'x' }, /expired/],
        [{ nbf: now + 1 }, /is not valid yet/],
        [{ aud: ['b'], iss: 'i' }, /another audience/],
        [{ aud: 'a', iss: 'j' }, /another issuer/],
        [{ aud: 'a', iss: 'i' }, /^accepted$/],
      ] as const)
        assert.match((await verified(await token(claims), withSecret)).console.join(), why);
    });

    it('refuses a token without a signature, with another one, or with another algorithm', async () => {
      const good = await token({ aud: 'a', iss: 'i' });
      const confused = await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(publicKey));
      for (const [text, options, why] of [
        [new UnsecuredJWT({}).encode(), withSecret, /its algorithm is "none", not HS256/],
        [`${good.slice(0, -4)}AAAA`, withSecret, /its signature does not fit/],
        [good.slice(0, good.lastIndexOf('.') + 1), withSecret, /its signature does not fit/],
        [confused, '{ alg: "RS256", keyFile: "./public.pem" }', /its algorithm is "HS256", not RS256/],
        [confused, '{ alg: "HS256", keyFile: "./public.pem" }', /needs a secret, not a PEM key/],
        ['a.b', withSecret, /This is not a JWT/],
        ['a.b.c', withSecret, /This is not a JWT/],
      ] as const)
        assert.match((await verified(text, options)).console.join(), why);
    });

    it('names the right arguments for those of a wrong type', async () => {
      for (const [call, why] of [
        ['sign("x", { alg: "HS256", key: "k" })', /takes the claims as an object/],
        ['sign({}, { key: "k" })', /needs alg, such as "HS256"/],
        ['sign({}, { alg: "HS256" })', /needs either key or keyFile/],
        ['sign({}, { alg: "HS999", key: "k" })', /is not a JWT algorithm/],
        ['sign({}, { alg: "HS256", key: "{{nothing}}" })', /nothing/],
        ['verify(1, {})', /takes a token as text/],
      ] as const)
        assert.match((await run(`tool.jwt.${call};`)).result.failure?.message ?? '', why);
    });
  });
});
