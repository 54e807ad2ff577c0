import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startProxy, type ProxyServer } from '../support/proxyServer.ts';
import { issuedCertificate, startServer, tlsFixture, type TestServer } from '../support/server.ts';
import { lenses, openFile, send } from './workspaceFile.ts';

describe('the way to a server in the editor', () => {
  let plain: TestServer;
  let secure: TestServer;
  let proxy: ProxyServer;
  before(async () => {
    plain = await startServer();
    secure = await startServer({ tls: issuedCertificate('server') });
    proxy = await startProxy({ names: { 'only.there.example': '127.0.0.1' } });
  });
  after(() => Promise.all([plain.close(), secure.close(), proxy.close()]));

  const changed = new Set<string>();
  const set = async (id: string, value: unknown): Promise<void> => {
    changed.add(id);
    await vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);
  };
  afterEach(async () => {
    for (const id of changed) await vscode.workspace.getConfiguration().update(id, undefined, vscode.ConfigurationTarget.Global);
    changed.clear();
  });

  it('trusts the certificates of req.tls.ca, and no other', async () => {
    const document = await openFile('trusted.req', `GET ${secure.url}/json\n`);
    const refused = await send(document, '/json');
    assert.equal(refused.failure?.kind, 'tls');
    assert.match(refused.failure.message, /It was issued to O=Req, CN=localhost/);
    await set('req.tls.ca', [tlsFixture('ca.pem')]);
    assert.equal((await send(document, '/json')).failure, null);
    await set('req.tls.ca', 'nonsense');
    assert.equal((await send(document, '/json')).failure?.kind, 'tls');
  });

  it('accepts any certificate if the request allows it, which its lens shows', async () => {
    const document = await openFile('insecure.req', `### a\n# @insecure\nGET ${secure.url}/json\n\n### b\nGET ${secure.url}/json?b\n`);
    assert.deepEqual(await lenses(document), ['Send (not secure)', 'Send']);
    assert.equal((await send(document, '/json')).failure, null);
    assert.equal((await send(document, '?b')).failure?.kind, 'tls');
  });

  it('uses the proxy of req.proxy, otherwise that of http.proxy, unless http.noProxy exempts the host', async () => {
    const url = `http://only.there.example:${plain.port}/json`;
    const document = await openFile('proxied.req', `# @resolve only.there.example:${plain.port}:127.0.0.1\nGET ${url}\n`);
    const directly = async (): Promise<void> => {
      const before = proxy.asked.length;
      assert.equal((await send(document, '/json')).failure, null);
      assert.equal(proxy.asked.length, before);
    };
    await set('http.proxy', `http://${proxy.host}`);
    assert.equal((await send(document, '/json')).failure, null);
    assert.deepEqual(proxy.asked.at(-1), `GET ${url}`);
    await set('http.noProxy', ['there.example']);
    await directly();
    await set('http.noProxy', undefined);
    await set('req.proxy', `socks5h://${proxy.host}`);
    assert.equal((await send(document, '/json')).failure, null);
    assert.deepEqual(proxy.asked.at(-1), `SOCKS only.there.example:${plain.port}`);
    await set('req.proxy', 'none');
    await directly();
  });
});
