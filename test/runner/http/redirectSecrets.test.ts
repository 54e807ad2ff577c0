import assert from 'node:assert/strict';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { issuedCertificate, startServer, type TestServer } from '../../support/server.ts';

describe('redirects to another origin', () => {
  let server: TestServer;
  let other: TestServer;
  beforeEach(async () => {
    [server, other] = await Promise.all([startServer(), startServer()]);
  });
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([server.close(), other.close()]);
  });
  const echo = (text: string): { target: string; body: string } => JSON.parse(text) as { target: string; body: string };

  for (const [what, body] of [
    ['plain', 'password=s3cret!/'],
    ['base64', Buffer.from('a:s3cret!/').toString('base64')],
    ['percent-encoded', 'password=s3cret!%2F'],
    ['in two parts', [{ kind: 'text', text: 's3cre' } as const, { kind: 'text', text: 't!/' } as const]],
  ] as const)
    it(`do not send a body with a secret to another origin: ${what}`, async () => {
      const url = `${server.url}/redirect/307?to=${other.url}/echo`;
      const before = other.requests.length;
      const { reported, error } = await sendFailing(resolved(url, { method: 'POST', body, secrets: ['s3cret!/'] }));
      assert.equal(error.kind, 'trust');
      assert.equal(
        error.message,
        `The redirect (307) was not followed: its body contains a secret and would be sent to another origin, ${other.url}.`,
      );
      assert.match(error.hint ?? '', /# @keep-auth-on-redirect/);
      assert.deepEqual([reported.redirects.length, other.requests.length - before], [1, 0]);
    });

  it('accept a body with a secret to another origin if the request becomes a GET', async () => {
    const url = `${server.url}/redirect/303?to=${other.url}/echo`;
    const { text } = await send(resolved(url, { method: 'POST', body: 's3cret!', secrets: ['s3cret!'] }));
    assert.equal(echo(text).body, '');
  });

  describe('with @insecure', () => {
    let [here, there]: TestServer[] = [];
    beforeEach(async () => {
      [here, there] = await Promise.all([
        startServer({ tls: issuedCertificate('server') }),
        startServer({ tls: issuedCertificate('server') }),
      ]);
    });
    afterEach(() => Promise.all([here?.close(), there?.close()]));

    it('check the certificate of another origin', async () => {
      for (const keepAuthOnRedirect of [false, true]) {
        const options = { insecure: true, keepAuthOnRedirect };
        const { error, reported } = await sendFailing(resolved(`${here?.url}/redirect/302?to=${there?.url}/echo`, { options }));
        assert.deepEqual([error.kind, reported.redirects.length, there?.requests.length], ['tls', 1, 0]);
        assert.match(error.hint ?? '', /@insecure applies only to the origin that the request names/);
      }
    });

    it('check none of the origin that is written, also on the way back to it', async () => {
      const back = `${server.url}/redirect/302?to=${encodeURIComponent(`${here?.url}/echo`)}`;
      const { text } = await send(resolved(`${here?.url}/redirect/302?to=${encodeURIComponent(back)}`, { options: { insecure: true } }));
      assert.equal(echo(text).target, '/echo');
    });

    it('check none where all requests are insecure (--insecure)', async () => {
      const options = { insecure: true, insecureEverywhere: true } as const;
      const { text } = await send(resolved(`${here?.url}/redirect/302?to=${there?.url}/echo`, { options }));
      assert.equal(echo(text).target, '/echo');
    });
  });
});
