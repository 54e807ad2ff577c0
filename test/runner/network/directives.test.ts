import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { RunEvent } from '../../../src/runner/index.ts';
import { directNetwork, type HostCertificate, type NetworkSettings } from '../../../src/runner/http/connect/networkOptions.ts';
import { root } from '../../support/memoryWorkspace.ts';
import { startProxy, type ProxyServer } from '../../support/proxyServer.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { issuedCertificate, startServer, tlsFixture, type TestServer } from '../../support/server.ts';

const fixture = (name: string): Buffer => fs.readFileSync(tlsFixture(name));
const ca = fixture('ca.pem').toString();
const client = { 'client.pem': fixture('client.pem').toString(), 'client-key.pem': fixture('client-key.pem').toString() };

const connected = ({ events }: SendRun) =>
  events.filter((e): e is RunEvent & { readonly kind: 'connected' } => e.kind === 'connected').map(({ info }) => info);
const consoleOf = ({ events }: SendRun): string => events.map((e) => (e.kind === 'console' ? e.text : '')).join('\n');
const status = ({ events }: SendRun): number | undefined =>
  events.find((e): e is RunEvent & { readonly kind: 'head' } => e.kind === 'head')?.head.status;

describe('a request', () => {
  const servers: { close(): Promise<void> }[] = [];
  const serverWith = async (options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
  const proxyWith = async (options: Parameters<typeof startProxy>[0] = {}): Promise<ProxyServer> => {
    const proxy = await startProxy(options);
    servers.push(proxy);
    return proxy;
  };
  afterEach(() => Promise.all(servers.splice(0).map((s) => s.close())));

  /** A server that requires a client certificate of the test CA. */
  const wantingCertificate = () => serverWith({ tls: { ...issuedCertificate('server'), requestCert: true, ca } });

  it('uses a proxy whose password is a secret, and shows the secret nowhere', async () => {
    const [proxy, server] = [await proxyWith({ credentials: 'ada:correct horse' }), await serverWith()];
    const run = await sendRun(
      { 'a.req': `@proxy = ${proxy.host}\n# @proxy http://ada:{{$secret.PROXY | url}}@{{proxy}}\nGET ${server.url}/json` },
      { host: { secret: () => Promise.resolve('correct horse') } },
    );
    assert.equal(status(run), 200);
    assert.deepEqual(proxy.asked, [`GET ${server.url}/json`]);
    assert.doesNotMatch(JSON.stringify(run.events), /correct|horse|YWRhOmNvcnJlY3QgaG9yc2U/);
    assert.match(JSON.stringify(run.events), /"Proxy-Authorization","Basic •••"/);
  });

  it('uses a proxy over TLS to reach servers with and without TLS', async () => {
    const proxy = await proxyWith({ tls: issuedCertificate('server') });
    const [plain, secured] = [await serverWith(), await serverWith({ tls: issuedCertificate('server') })];
    for (const server of [plain, secured]) {
      const text = `# @cacert ca.pem\n# @proxy https://${proxy.host}\nGET ${server.url}/bytes/200000`;
      const run = await sendRun({ 'a.req': text, 'ca.pem': ca });
      assert.equal(run.result.failure, undefined);
      assert.equal(status(run), 200);
      assert.equal(connected(run)[0]?.address, proxy.host);
    }
    assert.deepEqual(proxy.asked, [`GET ${plain.url}/bytes/200000`, `CONNECT 127.0.0.1:${secured.port}`]);
  });

  describe('over a proxy of VS Code', () => {
    const names = { 'only.there.example': '127.0.0.1' };
    const over = (settings: Partial<NetworkSettings>) => ({ network: { ...directNetwork, environmentProxies: true, ...settings } });

    it('sends http.proxyAuthorization to it and shows it nowhere', async () => {
      const [proxy, server] = [await proxyWith({ credentials: 'ada:horse', names }), await serverWith()];
      const proxyAuthorization = `Basic ${Buffer.from('ada:horse').toString('base64')}`;
      const text = `GET http://only.there.example:${server.port}/json`;
      const settings = { otherProxy: `http://${proxy.host}`, proxyAuthorization };
      const run = await sendRun({ 'a.req': text }, over(settings));
      assert.equal(status(run), 200);
      assert.doesNotMatch(JSON.stringify(run.events), /YWRhOmhvcnNl/);
      const refused = await sendRun({ 'a.req': text }, over({ ...settings, proxyAuthorization: 'Basic nobody' }));
      assert.match(
        refused.result.failure?.message ?? '',
        /does not accept the setting http\.proxyAuthorization \(407, Basic realm="test"\)/,
      );
      const own = await sendRun({ 'a.req': `# @proxy http://${proxy.host}\n${text}` }, over(settings));
      assert.match(own.result.failure?.message ?? '', /asks for a name and a password/);
      const bad = await sendRun({ 'a.req': text }, over({ ...settings, proxyAuthorization: 'a\r\nX: b' }));
      assert.match(bad.result.failure?.message ?? '', /http\.proxyAuthorization is not a valid header value/);
    });

    it('checks its certificate unless http.proxyStrictSSL is off', async () => {
      const [proxy, server] = [await proxyWith({ tls: issuedCertificate('expired'), names }), await serverWith()];
      const text = `GET http://only.there.example:${server.port}/json`;
      const otherProxy = `https://${proxy.host}`;
      const refused = await sendRun({ 'a.req': text }, over({ otherProxy }));
      assert.equal(refused.result.failure?.kind, 'tls');
      assert.equal(status(await sendRun({ 'a.req': text }, over({ otherProxy, checksProxies: false }))), 200);
      const own = await sendRun({ 'a.req': text }, over({ proxy: otherProxy, checksProxies: false }));
      assert.equal(own.result.failure?.kind, 'tls');
    });
  });

  it('connects directly if it excludes proxies, though its file names a proxy', async () => {
    const server = await serverWith();
    const run = await sendRun({ 'a.req': `# @proxy http://127.0.0.1:1\n### a\n# @proxy none\nGET ${server.url}/json` });
    assert.equal(status(run), 200);
  });

  it('connects to the address of @resolve, with the Host of the URL', async () => {
    const server = await serverWith();
    const url = `http://only.here.example:${server.port}`;
    const run = await sendRun({ 'a.req': `# @resolve only.here.example:${server.port}:127.0.0.1\nGET ${url}/json` });
    assert.equal(status(run), 200);
    assert.deepEqual(server.requests[0]?.headers[0], ['Host', `only.here.example:${server.port}`]);
    assert.equal(connected(run)[0]?.address, `127.0.0.1:${server.port}`);
  });

  it('still needs the certificate of the host with @resolve', async () => {
    const server = await serverWith({ tls: issuedCertificate('other') });
    const directives = `# @cacert ./ca.pem\n# @resolve other.example:${server.port}:127.0.0.1\n# @resolve wrong.example:${server.port}:127.0.0.1\n`;
    const good = await sendRun({ 'a.req': `${directives}GET https://other.example:${server.port}/json`, 'ca.pem': ca });
    assert.equal(status(good), 200);
    const bad = await sendRun({ 'a.req': `${directives}GET https://wrong.example:${server.port}/json`, 'ca.pem': ca });
    assert.match(
      bad.result.failure?.message ?? '',
      /certificate of wrong\.example:\d+ is for another host .* for other\.example, \*\.other\.example/,
    );
    assert.equal(server.requests.length, 1);
  });

  it('is not sent with a @resolve that cannot be read', async () => {
    const run = await sendRun({ 'a.req': '# @resolve example.com\nGET http://example.com' });
    assert.match(run.result.failure?.message ?? '', /@resolve is host:port:address/);
  });

  it('trusts a CA of a PEM file that the request or its collection names by a relative path', async () => {
    const server = await serverWith({ tls: issuedCertificate('server') });
    const refused = await sendRun({ 'a.req': `GET ${server.url}/json` });
    assert.match(refused.result.failure?.message ?? '', /was issued by an unknown CA/);
    for (const files of [
      { 'a.req': `# @cacert certs/ca.pem\nGET ${server.url}/json`, 'certs/ca.pem': ca },
      { 'collection.req': '# @cacert certs/ca.pem', 'a.req': `GET ${server.url}/json`, 'certs/ca.pem': ca },
    ]) {
      const run = await sendRun(files);
      assert.equal(status(run), 200);
      const { tls } = connected(run)[0] ?? {};
      assert.equal(tls?.verified, true);
      assert.deepEqual(
        tls.chain.map((c) => c.subject),
        ['O=Req, CN=localhost', 'O=Req, CN=Req Test CA'],
      );
    }
    // Who is trusted by one request is not by the next.
    assert.equal((await sendRun({ 'a.req': `GET ${server.url}/json` })).result.failure?.kind, 'tls');
  });

  it('trusts a CA of the settings', async () => {
    const server = await serverWith({ tls: issuedCertificate('server') });
    const network = { ...directNetwork, ca: [`${root}/ca.pem`] };
    assert.equal(status(await sendRun({ 'a.req': `GET ${server.url}/json`, 'ca.pem': ca }, { network })), 200);
  });

  it('refuses an expired certificate and reports since when it is expired', async () => {
    const server = await serverWith({ tls: issuedCertificate('expired') });
    const run = await sendRun({ 'a.req': `# @cacert ca.pem\nGET ${server.url}/json`, 'ca.pem': ca });
    assert.match(run.result.failure?.message ?? '', /has expired \(CERT_HAS_EXPIRED\).* is valid from 2020-01-01 to 2021-01-01/);
    assert.match(run.result.failure?.hint ?? '', /clock/);
  });

  it('shows a client certificate to its own origin, not to one that it is redirected to', async () => {
    const server = await wantingCertificate();
    const elsewhere = await serverWith({ tls: { ...issuedCertificate('server'), requestCert: true, rejectUnauthorized: false, ca } });
    const text = `# @cacert ca.pem\n# @cert client.pem\n# @key client-key.pem\nGET ${server.url}`;
    const run = await sendRun({ 'a.req': `${text}/json`, 'ca.pem': ca, ...client });
    assert.equal(status(run), 200);
    const redirected = await sendRun({ 'a.req': `${text}/redirect/302?to=${elsewhere.url}/json`, 'ca.pem': ca, ...client });
    assert.deepEqual(
      elsewhere.requests.map(({ target }) => target),
      ['/json'],
    );
    assert.equal(redirected.result.outcome, 'complete');
    assert.deepEqual(elsewhere.clients, ['']);
    assert.deepEqual(server.clients, ['Ada', 'Ada']);
  });

  it('reports that the server requires a client certificate', async () => {
    const server = await wantingCertificate();
    const run = await sendRun({ 'a.req': `# @cacert ca.pem\nGET ${server.url}/json`, 'ca.pem': ca });
    // The server says why and resets the connection: where the reset is faster, that is all there is.
    assert.match(run.result.failure?.message ?? '', /wants a client certificate|ended the connection without answering/);
    assert.match(run.result.failure?.hint ?? '', /# @cert/);
  });

  describe('with a client certificate of the settings', () => {
    const certificate = (more: Partial<HostCertificate>): { readonly network: NetworkSettings } => ({
      network: {
        ...directNetwork,
        ca: [tlsFixture('ca.pem')],
        certificates: [
          { host: 'elsewhere.example', cert: '/no/such/file', key: undefined, passphrase: undefined },
          { host: '127.0.0.1', cert: tlsFixture('client.pem'), key: tlsFixture('client-key.pem'), passphrase: undefined, ...more },
        ],
      },
    });
    const host = {
      readFile: (path: string) => Promise.resolve(fs.existsSync(path) ? fs.readFileSync(path) : undefined),
      secret: (name: string) => Promise.resolve(name === 'PASS' ? 'open-sesame' : undefined),
    };

    for (const [title, more] of [
      ['in PEM', {}],
      ['whose key is locked', { key: tlsFixture('client-locked-key.pem'), passphrase: '{{$secret.PASS}}' }],
      ['in PKCS#12', { cert: tlsFixture('client.pfx'), key: undefined, passphrase: '{{$secret.PASS}}' }],
    ] as const) {
      it(`shows the certificate to its host: ${title}`, async () => {
        const server = await wantingCertificate();
        const run = await sendRun({ 'a.req': `GET ${server.url}/json` }, { ...certificate(more), host });
        assert.equal(run.result.failure, undefined);
        assert.deepEqual(server.clients, ['Ada']);
        assert.doesNotMatch(JSON.stringify(run.events), /open-sesame/);
      });
    }

    it('shows a certificate for every host to all hosts of requests, but not to one that a response leads to', async () => {
      const [server, host2] = [
        await wantingCertificate(),
        await serverWith({ tls: { ...issuedCertificate('server'), requestCert: true, rejectUnauthorized: false, ca } }),
      ];
      const run = await sendRun(
        { 'a.req': `GET ${server.url}/redirect/302?to=${host2.url}/json` },
        { ...certificate({ host: '*' }), host },
      );
      assert.equal(run.result.failure, undefined);
      assert.deepEqual([server.clients, host2.clients], [['Ada'], ['']]);
      assert.match(consoleOf(run), new RegExp(`The client certificate for every host was not sent to another origin, ${host2.url}\\.`));
      const named = await sendRun({ 'a.req': `GET ${server.url}/redirect/302?to=${host2.url}/json` }, { ...certificate({}), host });
      assert.equal(named.result.failure, undefined);
      assert.deepEqual(host2.clients, ['', 'Ada']);
    });

    it('shows none if it excludes it', async () => {
      const server = await wantingCertificate();
      const run = await sendRun({ 'a.req': `# @cert none\nGET ${server.url}/json` }, { ...certificate({}), host });
      assert.deepEqual(server.clients, []);
      assert.match(run.result.failure?.kind ?? '', /tls|network/);
    });

    for (const [title, more, message] of [
      ['a wrong passphrase', { key: tlsFixture('client-locked-key.pem'), passphrase: 'wrong' }, /the passphrase does not decrypt its key/],
      ['no passphrase', { key: tlsFixture('client-locked-key.pem') }, /its key is encrypted with a passphrase/],
      ['a wrong passphrase of PKCS#12', { cert: tlsFixture('client.pfx'), passphrase: 'wrong' }, /the passphrase does not decrypt its key/],
      ['the key of another', { key: tlsFixture('server-key.pem') }, /the key does not belong to the certificate/],
      ['no key', { key: undefined }, /client\.pem cannot be used: the file contains no key, and no key file is named/],
      ['a key that is none', { key: tlsFixture('server.pem') }, /its key file contains no key/],
      ['no file', { key: '/no/such/key.pem' }, /\/no\/such\/key\.pem does not exist/],
      ['an unknown secret', { passphrase: '{{$nonsense}}' }, /The passphrase of a client certificate: \{\{\$nonsense\}\}/],
    ] as const) {
      it(`fails with ${title}, before anything is sent`, async () => {
        const server = await wantingCertificate();
        const run = await sendRun({ 'a.req': `GET ${server.url}/json` }, { ...certificate(more), host });
        assert.match(run.result.failure?.message ?? '', message);
        assert.equal(server.accepted, 0);
      });
    }
  });

  it('is not sent with a file outside the collection that Req may not read', async () => {
    const run = await sendRun(
      { 'a.req': '# @cacert /etc/ca.pem\nGET https://h.example' },
      { host: { mayRead: () => Promise.resolve(false) } },
    );
    assert.equal(run.result.failure?.kind, 'trust');
    assert.match(run.result.failure?.message ?? '', /\/etc\/ca\.pem is outside .*, and reading it was not allowed/);
  });

  it('is not sent with a file that contains no certificate', async () => {
    const run = await sendRun({ 'a.req': '# @cacert ca.pem\nGET https://h.example', 'ca.pem': 'hello' });
    assert.match(run.result.failure?.message ?? '', /ca\.pem contains no certificate in PEM form/);
  });
});
