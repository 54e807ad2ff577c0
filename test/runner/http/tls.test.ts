import assert from 'node:assert/strict';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { issuedCertificate, startServer, type TestServer } from '../../support/server.ts';

describe('TLS', () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await server?.close();
    server = undefined;
  });

  it('a refused certificate is reported, with its issuer, its validity, and how to fix it', async () => {
    server = await startServer({ tls: issuedCertificate('server') });
    const { error } = await sendFailing(resolved(`${server.url}/json`));
    assert.equal(error.kind, 'tls');
    assert.equal(
      error.message,
      `The certificate of 127.0.0.1:${server.port} was issued by an unknown CA (UNABLE_TO_VERIFY_LEAF_SIGNATURE).` +
        ' It was issued to O=Req, CN=localhost for localhost, 127.0.0.1, 0:0:0:0:0:0:0:1 by O=Req, CN=Req Test CA,' +
        ' and is valid from 2020-01-01 to 2125-01-01.',
    );
    assert.match(error.hint ?? '', /req\.tls\.ca.*# @insecure/);
    assert.equal(server.requests.length, 0);
  });

  it('a connection reports its TLS and the whole chain of certificates', async () => {
    server = await startServer({ tls: true });
    const { reported } = await send(resolved(`${server.url}/json`, { options: { insecure: true } }));
    const { address, proxy, tls } = reported.connections[0]?.info ?? {};
    assert.equal(address, `127.0.0.1:${server.port}`);
    assert.equal(proxy, undefined);
    assert.equal(tls?.version, 'TLSv1.3');
    assert.match(tls.cipher, /^TLS_/);
    assert.equal(tls.alpn, 'http/1.1');
    assert.equal(tls.verified, false);
    assert.equal(tls.problem, 'DEPTH_ZERO_SELF_SIGNED_CERT');
    assert.equal(tls.chain.length, 1);
    assert.equal(tls.chain[0]?.subject, 'CN=localhost');
    assert.deepEqual(tls.chain[0]?.names, ['localhost', '127.0.0.1']);
    assert.match(tls.chain[0]?.fingerprint ?? '', /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.match(tls.chain[0]?.validTo ?? '', /^2126-/);
  });

  it('the environment cannot switch checks off, and no request touches it', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    server = await startServer({ tls: true });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await send(resolved(`${server.url}/json`, { options: { insecure: true } }));
      assert.equal((await sendFailing(resolved(`${server.url}/json`))).error.kind, 'tls');
      assert.equal(process.env['NODE_TLS_REJECT_UNAUTHORIZED'], '0');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });
});
