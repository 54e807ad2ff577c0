import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { ImportFormat } from '../../../src/convert/import/index.ts';
import { signerOf } from '../../../src/runner/auth/signing/signer.ts';
import { imported } from '../../support/imported.ts';
import { sendsOf } from '../../support/importedSends.ts';

type Fields = Readonly<Record<string, string>>;

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
const postman = (type: string, fields: Fields): string =>
  JSON.stringify({
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'R',
        request: {
          method: 'GET',
          url: 'https://a.b',
          auth: { type, [type]: Object.entries(fields).map(([key, value]) => ({ key, value })) },
        },
      },
    ],
  });
const insomnia = (type: string, fields: Fields): string =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'w', _type: 'workspace', name: 'C' },
      { _id: 'r', _type: 'request', parentId: 'w', name: 'R', method: 'GET', url: 'https://a.b', authentication: { type, ...fields } },
    ],
  });
const bruno = (type: string, fields: Fields): string =>
  `meta {\n  name: R\n}\n\nget {\n  url: https://a.b\n  auth: ${type}\n}\n\nauth:${type} {\n${Object.entries(fields)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}}\n`;
const yaak = (type: string, authentication: Fields): string =>
  JSON.stringify({
    yaakSchema: 4,
    resources: {
      workspaces: [{ id: 'w', name: 'W' }],
      httpRequests: [{ id: 'r', workspaceId: 'w', name: 'R', url: 'https://a.b', method: 'GET', authenticationType: type, authentication }],
    },
  });

const cases: readonly (readonly [what: string, format: ImportFormat, path: string, text: string, written: string])[] = [
  [
    'OAuth 1.0a of Postman',
    'postman',
    'p.json',
    postman('oauth1', {
      consumerKey: 'ck',
      consumerSecret: 'c s',
      token: 't',
      tokenSecret: '{{ts}}',
      signatureMethod: 'HMAC-SHA256',
      realm: 'my realm',
      addParamsToHeader: 'false',
      includeBodyHash: 'true',
    }),
    'oauth1 ck {{$secret.consumerSecret}} token={{$secret.oauthToken}} token-secret={{ts}} method=HMAC-SHA256 in=query realm="my realm" body-hash=true',
  ],
  [
    'OAuth 1.0a of Postman with a private key',
    'postman',
    'p.json',
    postman('oauth1', { consumerKey: 'ck', privateKey, signatureMethod: 'RSA-SHA1', addParamsToHeader: 'true' }),
    'oauth1 ck {{$secret.consumerPrivateKey}} method=RSA-SHA1',
  ],
  [
    'Hawk of Postman',
    'postman',
    'p.json',
    postman('hawk', { authId: 'id', authKey: 'k', algorithm: 'sha256', extraData: 'x y', app: 'a', delegation: 'd' }),
    'hawk id {{$secret.hawkKey}} ext="x y" app=a dlg=d payload=false',
  ],
  [
    'a JWT of Postman',
    'postman',
    'p.json',
    postman('jwt', {
      algorithm: 'HS512',
      secret: 'c2VjcmV0',
      isSecretBase64Encoded: 'true',
      payload: '{\n  "sub": "it\'s {{me}}"\n}',
      header: '{"kid": "k"}',
      addTokenTo: 'queryParam',
      queryParamKey: 'jwt',
      headerPrefix: 'Bearer',
    }),
    `jwt alg=HS512 key={{$secret.jwtSecret}} encoding=base64 claims='{   "sub": "it\\u0027s {{me}}" }' headers='{"kid": "k"}' in=query name=jwt`,
  ],
  [
    'a JWT of Postman with a private key',
    'postman',
    'p.json',
    postman('jwt', { algorithm: 'RS256', privateKey, payload: '{}', addTokenTo: 'header', headerPrefix: 'JWT' }),
    'jwt alg=RS256 key={{$secret.jwtPrivateKey}} prefix=JWT',
  ],
  [
    'OAuth 1.0a of Insomnia',
    'insomnia',
    'i.json',
    insomnia('oauth1', {
      consumerKey: 'ck',
      consumerSecret: 's',
      tokenKey: 't',
      tokenSecret: 'ts',
      signatureMethod: 'HMAC-SHA1',
      callback: 'http://c',
    }),
    'oauth1 ck {{$secret.consumerSecret}} token={{$secret.oauthToken}} token-secret={{$secret.oauthTokenSecret}} callback=http://c',
  ],
  [
    'Hawk of Insomnia',
    'insomnia',
    'i.json',
    insomnia('hawk', { id: 'id', key: 'k', algorithm: 'sha1' }),
    'hawk id {{$secret.hawkKey}} algorithm=sha1 payload=false',
  ],
  [
    'ASAP of Insomnia',
    'insomnia',
    'i.json',
    insomnia('asap', { issuer: 'me', audience: 'you', keyId: 'k1', privateKey }),
    `jwt alg=RS256 key={{$secret.asapPrivateKey}} claims='{"iss": "me", "aud": "you"}' headers='{"kid": "k1"}'`,
  ],
  ['WSSE of Bruno', 'bruno', 'r.bru', bruno('wsse', { username: 'ada', password: 'p' }), 'wsse ada {{$secret.password}}'],
  [
    'a JWT of Yaak',
    'yaak',
    'y.json',
    yaak('jwt', { algorithm: 'HS256', secret: 's', payload: '{"foo": "bar"}' }),
    `jwt alg=HS256 key={{$secret.jwtSecret}} claims='{"foo": "bar"}'`,
  ],
  [
    'OAuth 1.0a of Yaak',
    'yaak',
    'y.json',
    yaak('auth-oauth1', { consumerKey: 'ck', consumerSecret: 's', signatureMethod: 'PLAINTEXT' }),
    'oauth1 ck {{$secret.consumerSecret}} method=PLAINTEXT',
  ],
];

describe('an imported authentication that signs', () => {
  for (const [what, format, path, text, written] of cases)
    it(`is written for ${what}, and signs with the key of the source`, async () => {
      const result = imported(format, [{ path, text: text }]);
      const directive = /^# @auth (.*)$/m.exec(result.files.map((f) => f.text).join('\n'))?.[1];
      assert.equal(directive, written);
      assert.deepEqual(
        result.notes.filter((n) => n.level === 'warning'),
        [],
      );
      const values = {
        ...result,
        files: result.files.map(({ path: file, text: of }) => ({ path: file, text: of.replace(/^# @auth/m, '@me = x\n@ts = y\n# @auth') })),
      };
      const request = (await sendsOf(values)).get('R');
      assert.ok(request?.auth);
      const target = { scheme: 'https', hostname: 'a.b', port: 443, origin: 'https://a.b', host: 'a.b', path: '/' } as const;
      const body = { size: 0, text: undefined, open: () => null };
      const signed = await signerOf(request.auth)?.sign({ request, target, body });
      assert.ok((signed?.hides.length ?? 0) > 0);
    });

  for (const [type, format, path, text] of [
    ['ntlm', 'postman', 'p.json', postman('ntlm', { username: 'u', password: 'p' })],
    ['edgegrid', 'postman', 'p.json', postman('edgegrid', { accessToken: 'a' })],
    ['ntlm', 'bruno', 'r.bru', bruno('ntlm', { username: 'u', password: 'p' })],
    ['ntlm', 'insomnia', 'i.json', insomnia('ntlm', { username: 'u', password: 'p' })],
  ] as const)
    it(`is reported for ${type} of ${format}`, () => {
      const { notes } = imported(format, [{ path, text }]);
      assert.match(
        notes
          .filter((n) => n.level === 'warning')
          .map((n) => n.message)
          .join('\n'),
        new RegExp(`^Signing in with ${type} is not carried over\\. Req does not `),
      );
    });
});
