import assert from 'node:assert/strict';
import { createMask } from '../../../src/base/masks/mask.ts';
import { curlSignsIn, rewritten, toCurl } from '../../../src/convert/curl/index.ts';
import type { RequestAuth } from '../../../src/language/index.ts';
import { resolved } from '../../support/exchange.ts';

const jwt = {
  kind: 'jwt',
  algorithm: 'HS256',
  isBase64: false,
  claims: '{"sub":"hush-token"}',
  headers: '{}',
  lifetimeMs: 1,
  place: { in: 'query', name: 't' },
} as const;
const oauth1 = {
  kind: 'oauth1',
  consumerKey: 'ck',
  key: { kind: 'text', text: 'hush-key' },
  token: 'hush-token',
  tokenSecret: 'hush-pass',
  method: 'PLAINTEXT',
  in: 'header',
  realm: undefined,
  callback: undefined,
  verifier: undefined,
  hashesBody: false,
} as const;
const secrets = ['hush-digest', 'hush-key', 'hush-token', 'hush-proxy', 'hush-pass', 'hush-url', 'hush-header', 'hush-body'];

describe('a request without its secrets', () => {
  for (const [name, auth] of [
    ['digest', { kind: 'digest', user: 'ada', password: 'hush-digest' }],
    ['AWS', { kind: 'aws', key: 'k', secret: 'hush-key', token: 'hush-token', region: 'eu-west-1', service: 's3' }],
  ] as const) {
    it(`has none in a curl command that authenticates by ${name}, uses a proxy and has a client certificate`, () => {
      const request = resolved('http://h.test/a?k=hush-url', {
        method: 'POST',
        body: 'hush-body',
        headers: [['X-Key', 'hush-header']],
        auth,
      });
      const connection = {
        ...request.options.connection,
        proxy: 'http://ada:hush-proxy@p.test:3128',
        certificate: { cert: { path: '/c.pem', from: undefined }, key: undefined, passphrase: 'hush-pass' },
      };
      const command = toCurl(rewritten({ ...request, options: { ...request.options, connection } }, createMask(secrets)));
      for (const secret of secrets) assert.ok(!command.includes(secret), secret);
      assert.ok(command.includes('p.test:3128'));
    });
  }

  for (const [name, auth] of [
    ['a JWT', { ...jwt, key: { kind: 'text', text: 'hush-key' } }],
    ['OAuth 1.0a', oauth1],
    ['WSSE', { kind: 'wsse', user: 'ada', password: 'hush-digest' }],
    [
      'Hawk',
      { kind: 'hawk', id: 'i', key: 'hush-key', algorithm: 'sha256', ext: 'hush-header', app: undefined, dlg: undefined, hashesBody: true },
    ],
  ] as const satisfies readonly (readonly [string, RequestAuth])[])
    it(`has none in its authentication by ${name}, which curl does not support`, () => {
      const request = resolved('http://h.test/a', { auth });
      assert.ok(!JSON.stringify(rewritten(request, createMask(secrets))).includes('hush'));
      assert.ok(!curlSignsIn(request));
      assert.ok(!toCurl(request).includes('hush'));
    });
});
