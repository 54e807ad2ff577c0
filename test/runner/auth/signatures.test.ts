import assert from 'node:assert/strict';
import { constants, createHash, createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { importJWK, importSPKI, jwtVerify, type CryptoKey } from 'jose';
import OAuth from 'oauth-1.0a';
import { oauth1Base, oauth1Signature } from '../../../src/runner/auth/signing/oauth1Signer.ts';
import type { RecordedRequest } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';
import { held, secret, SignedSends } from '../../support/signedSends.ts';

const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const curve = (namedCurve: string): { publicKey: string; privateKey: string } =>
  generateKeyPairSync('ec', {
    namedCurve,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const edwards = generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keys: Readonly<Record<string, { readonly publicKey: string; readonly privateKey: string }>> = {
  RS256: rsa,
  RS512: rsa,
  PS256: rsa,
  PS384: rsa,
  ES256: curve('prime256v1'),
  ES384: curve('secp384r1'),
  ES512: curve('secp521r1'),
  EdDSA: edwards,
};

describe('a signature of a message', () => {
  const sends = SignedSends.use();
  const { last, header, send, hides } = sends;

  describe('by JWT', () => {
    it('is accepted by jose for a secret, with times made when sending, and is shown nowhere', async () => {
      const run = await send(
        `# @auth jwt key={{$secret.KEY}} claims='{"sub": "me", "big": 12345678901234567890}' headers='{"kid": "k1"}' ttl=1m\nGET SERVER/a\n`,
      );
      const token = header('authorization').replace(/^Bearer /, '');
      const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(secret), { algorithms: ['HS256'] });
      assert.deepEqual(
        [payload.sub, protectedHeader, (payload.exp ?? 0) - (payload.iat ?? 0)],
        ['me', { kid: 'k1', alg: 'HS256', typ: 'JWT' }, 60],
      );
      assert.match(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(), /12345678901234567890/);
      hides(run, token, secret);
    });

    for (const [algorithm, { publicKey, privateKey }] of Object.entries(keys))
      it(`is accepted by jose for ${algorithm}, with a key file`, async () => {
        await send(`# @auth jwt alg=${algorithm} key-file=./key.pem claims='{"sub": "me"}'\nGET SERVER/a\n`, { 'key.pem': privateKey });
        const { payload } = await jwtVerify(header('authorization').slice(7), await importSPKI(publicKey, algorithm), {
          algorithms: [algorithm],
        });
        assert.equal(payload.sub, 'me');
      });

    it('is accepted by jose for a JWK', async () => {
      const jwk = createPublicKey(edwards.publicKey).export({ format: 'jwk' });
      const text = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
      await send(`# @auth jwt alg=EdDSA key-file=./key.json\nGET SERVER/a\n`, { 'key.json': text });
      const { d: _, ...own } = JSON.parse(text) as Record<string, string>;
      await jwtVerify(header('authorization').slice(7), (await importJWK(own, 'EdDSA')) as CryptoKey);
      await assert.rejects(async () => jwtVerify(header('authorization').slice(7), await importJWK({ ...jwk, kty: 'OKP' }, 'EdDSA')));
    });

    it('goes into another header, without a prefix, or into the query', async () => {
      await send(`# @auth jwt key={{$secret.KEY}} name=X-Token prefix=""\nGET SERVER/a\nAuthorization: own\n`);
      await jwtVerify(header('x-token'), new TextEncoder().encode(secret));
      assert.equal(header('authorization'), 'own');
      const run = await send(`# @auth jwt key={{$secret.KEY}} in=query name=jwt\nGET SERVER/a?b=1\n`);
      const token = /^\/a\?b=1&jwt=(.*)$/.exec(last().target)?.[1] ?? '';
      await jwtVerify(token, new TextEncoder().encode(secret));
      hides(run, token);
    });

    it('fails with the reason for a key that does not fit', async () => {
      for (const [auth, why] of [
        [`alg=RS256 key={{$secret.KEY}}`, /is not a private key that can be read/],
        [`alg=HS256 key-file=./key.pem`, /HS256 needs a secret, not a PEM key/],
        [`alg=ES256 key-file=./key.pem`, /ES256 cannot use this key: it is rsa/],
        [`alg=RS256 key-file=./no.pem`, /key file .*no\.pem does not exist/],
      ] as const) {
        const { length } = sends.requests;
        const run = await sendRun(
          { 'a.req': `# @auth jwt ${auth}\nGET ${sends.url}/a\n`, 'key.pem': rsa.privateKey },
          {
            host: { secret: () => Promise.resolve(secret) },
          },
        );
        assert.match(run.result.failure?.message ?? '', why);
        hides(run, secret);
        assert.equal(sends.requests.length, length);
      }
    });
  });

  describe('by OAuth 1.0a', () => {
    it('is that of the examples in RFC 5849 §1.2 and §3.4.1', () => {
      const common = { method: 'HMAC-SHA1', httpMethod: 'POST', scheme: 'https', host: 'photos.example.net', form: '' } as const;
      const first = [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131200'],
        ['oauth_nonce', 'wIjqoS'],
        ['oauth_callback', 'http://printer.example.com/ready'],
      ] as const;
      const key = 'kd94hf93k423kf44';
      assert.equal(
        oauth1Signature({ ...common, path: '/initiate', parameters: first, key, tokenSecret: '' }),
        '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
      );
      const photos = [
        ['oauth_consumer_key', 'dpf43f3p2l4k3l03'],
        ['oauth_token', 'nnch734d00sl2jdk'],
        ['oauth_signature_method', 'HMAC-SHA1'],
        ['oauth_timestamp', '137131202'],
        ['oauth_nonce', 'chapoH'],
      ] as const;
      const get = {
        ...common,
        httpMethod: 'GET',
        scheme: 'http',
        path: '/photos?file=vacation.jpg&size=original',
        parameters: photos,
        key,
      };
      assert.equal(oauth1Signature({ ...get, tokenSecret: 'pfkkdhi9sl3r4s00' }), 'MdpQcU8iPSUjWoN/UDMsK2sui9I=');
      const base = oauth1Base({
        ...common,
        scheme: 'http',
        host: 'EXAMPLE.COM',
        path: '/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
        form: 'c2&a3=2+q',
        parameters: [
          ['oauth_consumer_key', '9djdj82h48djs9d2'],
          ['oauth_token', 'kkk9d7dh3k39sjv7'],
          ['oauth_signature_method', 'HMAC-SHA1'],
          ['oauth_timestamp', '137131201'],
          ['oauth_nonce', '7d8f3e4a'],
        ],
        key: '',
        tokenSecret: '',
      });
      assert.equal(
        base,
        'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
      );
    });

    /** The parameters of the protocol, in any place of the request. */
    const parametersOf = ({ target, body }: RecordedRequest): Record<string, string> => {
      const own = [...header('authorization').matchAll(/(oauth_\w+)="([^"]*)"/g)].map(
        ([, n = '', v = '']) => [n, decodeURIComponent(v)] as const,
      );
      const sent = [...new URL(`http://h${target}`).searchParams, ...new URLSearchParams(body)].filter(([n]) => n.startsWith('oauth_'));
      return Object.fromEntries([...own, ...sent]);
    };
    const pairsOf = (form: string): Record<string, string> =>
      Object.fromEntries([...new URLSearchParams(form)].filter(([name]) => !name.startsWith('oauth_')));
    /** The peer's base string for the received request. */
    const peer = (method: string, hash: (base: string, key: string) => string): { signature: string; given: string } => {
      const request = last();
      const oauth = new OAuth({
        consumer: { key: 'dpf43f3p', secret: held.CONSUMER },
        signature_method: method,
        hash_function: hash,
      });
      const { oauth_signature: given = '', ...parameters } = parametersOf(request);
      const [path = '', query = ''] = request.target.split('?');
      const isForm = request.headers.some(([, v]) => v.startsWith('application/x-www-form-urlencoded'));
      const data = { ...pairsOf(query), ...(isForm ? pairsOf(request.body) : {}) };
      const signature = oauth.getSignature(
        { url: sends.url + path, method: request.method, data },
        held.TOKEN,
        parameters as unknown as OAuth.Data,
      );
      return { signature, given };
    };
    const words = 'dpf43f3p {{$secret.CONSUMER}} token=nnch734d token-secret={{$secret.TOKEN}}';
    const form = 'Content-Type: application/x-www-form-urlencoded\n\na=b+c%20d&e=%C3%A9&a2=1\n';

    for (const [method, hash] of [
      ['HMAC-SHA1', 'sha1'],
      ['HMAC-SHA256', 'sha256'],
      ['HMAC-SHA512', 'sha512'],
    ] as const)
      for (const place of ['header', 'query', 'body'] as const)
        it(`is accepted by oauth-1.0a for ${method} in the ${place}`, async () => {
          const run = await send(`# @auth oauth1 ${words} method=${method} in=${place}\nPOST SERVER/p%20q/é?x=1%2B1&y=z%20w\n${form}`);
          const { signature, given } = peer(method, (base, key) => createHmac(hash, key).update(base).digest('base64'));
          assert.equal(given, signature);
          hides(run, given, encodeURIComponent(given), held.CONSUMER, held.TOKEN);
          if (place === 'body') assert.match(last().body, /^a=b\+c%20d&e=%C3%A9&a2=1&oauth_consumer_key=/);
        });

    it('is verified with the public key for RSA-SHA1, by the base string of oauth-1.0a', async () => {
      await send(`# @auth oauth1 dpf43f3p "" key-file=./key.pem token=nnch734d method=RSA-SHA1\nGET SERVER/a?b=c\n`, {
        'key.pem': rsa.privateKey,
      });
      const { signature: base, given } = peer('RSA-SHA1', (text) => text);
      assert.ok(
        verify('sha1', Buffer.from(base), { key: rsa.publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(given, 'base64')),
      );
    });

    it('consists of the secrets for PLAINTEXT, and is shown nowhere', async () => {
      const run = await send(`# @auth oauth1 ${words} method=PLAINTEXT realm=Photos\nGET SERVER/a\n`);
      assert.match(header('authorization'), /^OAuth realm="Photos", /);
      assert.match(header('authorization'), /oauth_signature="kd94hf93k423kf44%26pfkkdhi9sl3r4s00"/);
      hides(run, 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00');
    });

    it('contains the hash of a body that is not a form', async () => {
      await send(`# @auth oauth1 ${words} body-hash=true\nPOST SERVER/a\nContent-Type: text/plain\n\nHello World!\n`);
      const hash = createHash('sha1').update('Hello World!').digest('base64');
      assert.equal(parametersOf(last())['oauth_body_hash'], hash);
    });

    it('needs a form for in=body', async () => {
      const text = `# @auth oauth1 k s in=body\nPOST ${sends.url}/a\nContent-Type: text/plain\n\nx\n`;
      assert.match((await sendRun({ 'a.req': text })).result.failure?.message ?? '', /in=body needs a form/);
    });
  });
});
