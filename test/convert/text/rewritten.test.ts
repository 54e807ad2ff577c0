import assert from 'node:assert/strict';
import { createMask } from '../../../src/base/mask.ts';
import { rewritten, toCurl } from '../../../src/convert/curl/index.ts';
import { resolved } from '../../support/exchange.ts';

const secrets = ['hush-digest', 'hush-key', 'hush-token', 'hush-proxy', 'hush-pass', 'hush-url', 'hush-header', 'hush-body'];

describe('a request without its secrets', () => {
  for (const [name, auth] of [
    ['digest', { kind: 'digest', user: 'ada', password: 'hush-digest' }],
    ['AWS', { kind: 'aws', key: 'k', secret: 'hush-key', token: 'hush-token', region: 'eu-west-1', service: 's3' }],
  ] as const) {
    it(`has none in a curl command that signs in by ${name}, goes through a proxy and shows a certificate`, () => {
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
});
