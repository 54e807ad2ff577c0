import assert from 'node:assert/strict';
import { runReq, type Around, type Ended } from '../../support/command.ts';
import { startProxy, type ProxyServer } from '../../support/proxyServer.ts';
import { issuedCertificate, startServer, tlsFixture, type TestServer } from '../../support/server.ts';
import { useServerAndFolder } from '../../support/useServerAndFolder.ts';
import fs from 'node:fs';

interface Connection {
  readonly address: string;
  readonly reused: boolean;
  readonly proxy: string | null;
  readonly tls: {
    readonly version: string;
    readonly verified: boolean;
    readonly problem: string | null;
    readonly chain: readonly { readonly subject: string }[];
  } | null;
}

describe('req send on the network', () => {
  const { server: plain, folder } = useServerAndFolder();
  let secure: TestServer;
  let proxy: ProxyServer;
  before(async () => {
    const ca = fs.readFileSync(tlsFixture('ca.pem'));
    secure = await startServer({ tls: { ...issuedCertificate('server'), requestCert: true, rejectUnauthorized: false, ca } });
    proxy = await startProxy({ names: { 'api.example': '127.0.0.1' } });
  });
  after(() => Promise.all([secure.close(), proxy.close()]));

  const send = (args: readonly string[], around: Partial<Around> = {}): Promise<Ended> =>
    runReq(['send', 'a.req', ...args], { cwd: folder.path, ...around });
  const connectionsOf = ({ stdout }: Ended): readonly Connection[] =>
    (JSON.parse(stdout) as { readonly connections: readonly Connection[] }).connections;

  it('uses the proxy of --proxy for every host and names it', async () => {
    folder.write('a.req', `GET ${plain.url}/json\n`);
    const sent = await send(['--proxy', `http://${proxy.host}`, '--json']);
    assert.deepEqual(
      connectionsOf(sent).map((c) => [c.address, c.proxy, c.tls]),
      [[proxy.host, `http://${proxy.host}`, null]],
    );
    assert.ok(proxy.asked.includes(`GET ${plain.url}/json`));
  });

  it('uses the proxy of the environment, except for this machine and hosts in NO_PROXY', async () => {
    folder.write('a.req', `# @resolve api.example:${plain.port}:127.0.0.1\nGET http://api.example:${plain.port}/json\n`);
    const env = { HTTP_PROXY: `http://${proxy.host}` };
    assert.equal(connectionsOf(await send(['--json'], { env }))[0]?.proxy, `http://${proxy.host}`);
    assert.equal(connectionsOf(await send(['--json'], { env: { ...env, NO_PROXY: 'api.example' } }))[0]?.proxy, null);
    folder.write('a.req', `GET ${plain.url}/json\n`);
    assert.equal(connectionsOf(await send(['--json'], { env }))[0]?.proxy, null);
  });

  it('uses --cacert, and --cert with a key that a secret opens', async () => {
    folder.write('a.req', `GET ${secure.url}/json\n`);
    assert.match((await send([])).stderr, /has a self-signed certificate in its chain that is not trusted[^]*--cacert FILE/);
    const ca = ['--cacert', tlsFixture('ca.pem')];
    const [connection] = connectionsOf(await send([...ca, '--json']));
    assert.equal(connection?.tls?.verified, true);
    assert.equal(connection.tls.chain[0]?.subject, 'O=Req, CN=localhost');
    assert.equal(secure.clients.at(-1), '');
    const cert = ['--cert', tlsFixture('client.pem'), '--key', tlsFixture('client-locked-key.pem'), '--passphrase', '{{$secret.PASS}}'];
    const sent = await send([...ca, ...cert], { env: { REQ_SECRET_PASS: 'open-sesame' } });
    assert.equal(sent.code, 0);
    assert.equal(secure.clients.at(-1), 'Ada');
  });

  it('trusts NODE_EXTRA_CA_CERTS, also beside another file', async () => {
    folder.write('a.req', `GET ${secure.url}/json\n`);
    const env = { NODE_EXTRA_CA_CERTS: tlsFixture('ca.pem') };
    assert.equal((await send([], { env })).code, 0);
    assert.equal((await send(['--cacert', tlsFixture('cert.pem')], { env })).code, 0);
  });

  it('always warns if the certificate was not checked', async () => {
    const warning = /^warning: not secure: the certificate of 127\.0\.0\.1:\d+ was not checked .*: SELF_SIGNED_CERT_IN_CHAIN$/m;
    folder.write('a.req', `GET ${secure.url}/json\n`);
    for (const args of [[], ['--json'], ['--body-only'], ['-v']]) {
      const { code, stderr } = await send([...args, '--insecure']);
      assert.equal(code, 0);
      assert.match(stderr, warning);
    }
    folder.write('a.req', `# @insecure\nGET ${secure.url}/json\n`);
    const sent = await send(['--json']);
    assert.match(sent.stderr, warning);
    assert.equal(connectionsOf(sent)[0]?.tls?.verified, false);
  });

  it('names the host whose certificate was not checked, not the proxy before it', async () => {
    folder.write('a.req', `GET https://api.example:${secure.port}/json\n`);
    const { stderr } = await send(['--insecure', '--proxy', `http://${proxy.host}`]);
    assert.match(stderr, new RegExp(`the certificate of api\\.example:${secure.port} was not checked`));
  });

  it('prints facts about TLS for -v', async () => {
    folder.write('a.req', `GET ${secure.url}/json\n`);
    const { stderr } = await send(['-v', '--cacert', tlsFixture('ca.pem')]);
    assert.match(
      stderr,
      /\* connected to 127\.0\.0\.1:\d+\n\* TLSv1\.3, TLS_\w+, http\/1\.1\n\* certificate of O=Req, CN=localhost by O=Req, CN=Req Test CA, valid from 2020-01-01 to 2125-01-01\n/,
    );
    assert.doesNotMatch(stderr, /not secure/);
  });

  it('refuses flags without those that they require', async () => {
    folder.write('a.req', `GET ${plain.url}/json\n`);
    const { code, stderr } = await send(['--key', 'x.pem']);
    assert.equal(code, 2);
    assert.match(stderr, /--key goes with --cert FILE/);
  });
});
