import assert from 'node:assert/strict';
import { readProxy } from '../../../src/runner/http/connect/proxy.ts';
import type { ExchangeSettings } from '../../../src/runner/http/exchange/exchangeTypes.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { freePort } from '../../support/freePort.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { startProxy, type ProxyOptions, type ProxyServer } from '../../support/proxyServer.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request } from '../../support/faultServer/steps.ts';
import { echo, startHttp2Server } from '../../support/http2Server.ts';
import { issuedCertificate, startServer, type TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

const over = (url: string, hidden: string[] = []): Partial<ExchangeSettings> => ({
  route: ({ options }, target) =>
    Promise.resolve({ target, insecure: options.insecure, proxy: readProxy(url, '@proxy'), addresses: undefined, trust: undefined }),
  hide: (text) => void hidden.push(text),
});

const insecure = { options: { insecure: true } };

describe('a proxy', () => {
  const servers: { close(): Promise<void> }[] = [];
  const proxyWith = async (options: ProxyOptions = {}): Promise<ProxyServer> => {
    const proxy = await startProxy(options);
    servers.push(proxy);
    return proxy;
  };
  const serverWith = async (options: Parameters<typeof startServer>[0] = {}): Promise<TestServer> => {
    const server = await startServer(options);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all(servers.splice(0).map((s) => s.close()));
  });

  it('receives whole URLs for http, and the server gets the rest of the message as written', async () => {
    const [proxy, server] = [await proxyWith(), await serverWith()];
    const { reported } = await send(
      resolved(`${server.url}/echo?a=%20b`, { headers: [['X-Case', 'Kept']] }),
      undefined,
      undefined,
      over(`http://${proxy.host}`),
    );
    assert.deepEqual(proxy.asked, [`GET ${server.url}/echo?a=%20b`]);
    assert.equal(server.requests[0]?.target, '/echo?a=%20b');
    assert.equal(reported.response?.status, 200);
    assert.equal(reported.connections[0]?.info.proxy, `http://${proxy.host}`);
    assert.equal(reported.connections[0]?.address, proxy.host);
  });

  it('opens a tunnel for https, with TLS to the server alone', async () => {
    const [proxy, server] = [await proxyWith(), await serverWith({ tls: true })];
    const { reported } = await send(resolved(`${server.url}/json`, insecure), undefined, undefined, over(`http://${proxy.host}`));
    assert.deepEqual(proxy.asked, [`CONNECT 127.0.0.1:${server.port}`]);
    assert.equal(reported.response?.status, 200);
    assert.equal(reported.connections[0]?.info.tls?.chain[0]?.subject, 'CN=localhost');
  });

  it('opens a tunnel after informational responses', async () => {
    const informs = 'HTTP/1.1 100\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    const [proxy, server] = [await proxyWith({ informs }), await serverWith({ tls: true })];
    const { reported } = await send(resolved(`${server.url}/json`, insecure), undefined, undefined, over(`http://${proxy.host}`));
    assert.equal(reported.response?.status, 200);
  });

  it('over TLS forwards http and https, and its own certificate is always checked', async () => {
    const proxy = await proxyWith({ tls: issuedCertificate('server') });
    const server = await serverWith({ tls: true });
    const { error } = await sendFailing(resolved(`${server.url}/json`, insecure), over(`https://${proxy.host}`));
    assert.match(error.message, new RegExp(`The certificate of the proxy ${proxy.host} was issued by an unknown CA`));
    assert.doesNotMatch(error.hint ?? '', /@insecure/);
    assert.deepEqual(proxy.asked, []);
  });

  it('receives the credentials of its URL, percent-encoded, which are secret and shown to no server', async () => {
    const proxy = await proxyWith({ credentials: 'ada@home:p:ss' });
    const [plain, secured] = [await serverWith(), await serverWith({ tls: true })];
    const hidden: string[] = [];
    const settings = over(`http://ada%40home:p%3Ass@${proxy.host}`, hidden);
    const first = await send(resolved(`${plain.url}/json`), undefined, undefined, settings);
    const second = await send(resolved(`${secured.url}/json`, insecure), undefined, undefined, settings);
    assert.deepEqual([first.reported.response?.status, second.reported.response?.status], [200, 200]);
    assert.ok(hidden.includes('p:ss'));
    assert.ok(hidden.includes(Buffer.from('ada@home:p:ss').toString('base64')));
    assert.deepEqual(first.reported.sent[0]?.added, ['host', 'user-agent', 'accept-encoding', 'proxy-authorization', 'connection']);
    assert.equal(
      secured.requests[0]?.headers.some(([name]) => name.toLowerCase() === 'proxy-authorization'),
      false,
    );
    for (const { reported } of [first, second]) assert.doesNotMatch(JSON.stringify(reported.connections), /p:ss|p%3Ass|ada/);
  });

  it('that requires a password, or refuses it, is reported', async () => {
    const [proxy, server] = [await proxyWith({ credentials: 'ada:right' }), await serverWith({ tls: true })];
    const none = await sendFailing(resolved(server.url), over(`http://${proxy.host}`));
    assert.equal(none.error.kind, 'network');
    assert.match(none.error.message, /asks for a name and a password \(407, Basic realm="test"\)/);
    assert.match(none.error.hint ?? '', /http:\/\/\{\{user\}\}:\{\{\$secret\.PROXY_PASSWORD\}\}@127\.0\.0\.1/);
    const wrong = await sendFailing(resolved(server.url), over(`http://ada:wrong@${proxy.host}`));
    assert.match(wrong.error.message, /does not accept the name and password it was given/);
    assert.doesNotMatch(`${wrong.error.message}${wrong.error.hint}`, /wrong/);
  });

  for (const [challenges, hint] of [
    ['NTLM', /Basic only/],
    ['Negotiate, Basic realm="x"', /PROXY_PASSWORD/],
  ] as const)
    it(`that offers ${challenges} is reported with what helps`, async () => {
      const proxy = await startFaultServer([
        request,
        `HTTP/1.1 407 No\r\nProxy-Authenticate: ${challenges}\r\nContent-Length: 0\r\n\r\n`,
        end,
      ]);
      try {
        const { error } = await sendFailing(resolved('https://h.example/'), over(proxy.url));
        assert.match(error.message, /asks for a name and a password/);
        assert.match(error.hint ?? '', hint);
      } finally {
        await proxy.close();
      }
    });

  it('that requires a password for http answers itself; the response is shown, with a network error', async () => {
    const [proxy, server] = [await proxyWith({ credentials: 'ada:right' }), await serverWith()];
    const { reported, text, error } = await sendFailing(resolved(server.url), over(`http://${proxy.host}`));
    assert.equal(reported.response?.status, 407);
    assert.equal(text, 'who are you?');
    assert.equal(error.kind, 'network');
    assert.equal(error.message, `The proxy http://${proxy.host} asks for a name and a password (407, Basic realm="test").`);
    assert.match(error.hint ?? '', /PROXY_PASSWORD/);
  });

  for (const tls of [true, false]) {
    it(`carries HTTP/2 in a tunnel for ${tls ? 'https' : 'http too'}`, async () => {
      const [proxy, server] = [await proxyWith(), await startHttp2Server(echo, { tls })];
      servers.push(server);
      const request2 = resolved(server.url, { httpVersion: '2', ...insecure });
      const { reported } = await send(request2, undefined, undefined, over(`http://${proxy.host}`));
      assert.deepEqual(proxy.asked, [`CONNECT 127.0.0.1:${server.port}`]);
      assert.equal(reported.response?.httpVersion, '2');
      assert.equal(reported.connections[0]?.info.tls?.alpn, tls ? 'h2' : undefined);
    });
  }

  it('that opens no tunnel is reported with its response', async () => {
    const proxy = await proxyWith({ refuses: 'HTTP/1.1 403 Not that one\r\n\r\n' });
    const { error } = await sendFailing(resolved('https://h.example/'), over(`http://${proxy.host}`));
    assert.match(
      error.message,
      new RegExp(`The proxy http://${proxy.host} did not connect to h\\.example:443: it answered 403 Not that one`),
    );
  });

  for (const { name, script, message } of [
    { name: 'ends the connection', script: [request, end], message: /The proxy 127\.0\.0\.1:\d+ ended the connection at once/ },
    { name: 'answers something else', script: [request, 'SSH-2.0\r\n\r\n', end], message: /does not answer as an HTTP proxy/ },
    { name: 'changes the protocol', script: [request, 'HTTP/1.1 101 Other\r\n\r\n'], message: /it answered 101 Other/ },
    {
      name: 'sends a head without end',
      script: [request, `HTTP/1.1 200 OK\r\n${'x'.repeat(70_000)}`],
      message: /does not answer as an HTTP proxy/,
    },
  ]) {
    it(`that ${name} fails the request, and is named in the error`, async () => {
      const raw = await startFaultServer(script);
      servers.push(raw);
      const { error } = await sendFailing(resolved('https://h.example/'), over(raw.url));
      assert.match(error.message, message);
    });
  }

  it('that is not there is named', async () => {
    const port = await freePort();
    const { error } = await sendFailing(resolved('http://h.example/'), over(`http://127.0.0.1:${port}`));
    assert.match(error.message, new RegExp(`Nothing listens at the proxy 127\\.0\\.0\\.1:${port}`));
  });

  it('that never answers is left when the user cancels, and sees the connection close', async () => {
    const raw = await startFaultServer([request]);
    servers.push(raw);
    const stop = new AbortController();
    const sending = send(resolved('https://h.example/'), stop.signal, undefined, over(raw.url));
    await until('the proxy is asked', () => (raw.received[0]?.length ?? 0) > 0);
    stop.abort();
    assert.equal((await sending).error?.kind, 'cancelled');
    await raw.closed(0);
  });

  describe('of SOCKS5', () => {
    it('looks names up with socks5h, and gets addresses with socks5', async () => {
      const [proxy, server] = [await proxyWith({ names: { 'only.there.example': '127.0.0.1' } }), await serverWith()];
      const there = await send(
        resolved(`http://only.there.example:${server.port}/json`),
        undefined,
        undefined,
        over(`socks5h://${proxy.host}`),
      );
      assert.equal(there.reported.response?.status, 200);
      const here = await send(resolved(`${server.url}/json`), undefined, undefined, over(`socks5://${proxy.host}`));
      assert.equal(here.reported.response?.status, 200);
      assert.deepEqual(proxy.asked, [`SOCKS only.there.example:${server.port}`, `SOCKS 127.0.0.1:${server.port}`]);
      // To the server it is a request like any other.
      assert.equal(server.requests[0]?.target, '/json');
    });

    it('carries TLS and addresses of IPv6', async () => {
      const [proxy, server] = [
        await proxyWith({ names: { '0000:0000:0000:0000:0000:0000:0000:0001': '127.0.0.1' } }),
        await serverWith({ tls: true }),
      ];
      const { reported } = await send(
        resolved(`https://[::1]:${server.port}/json`, insecure),
        undefined,
        undefined,
        over(`socks5://${proxy.host}`),
      );
      assert.equal(reported.response?.status, 200);
      assert.deepEqual(proxy.asked, [`SOCKS 0000:0000:0000:0000:0000:0000:0000:0001:${server.port}`]);
    });

    it('is signed in to, and says where that fails', async () => {
      const [proxy, server] = [await proxyWith({ credentials: 'ada:right' }), await serverWith()];
      const { reported } = await send(resolved(`${server.url}/json`), undefined, undefined, over(`socks5://ada:right@${proxy.host}`));
      assert.equal(reported.response?.status, 200);
      const wrong = await sendFailing(resolved(server.url), over(`socks5://ada:wrong@${proxy.host}`));
      assert.match(wrong.error.message, /does not accept the name and password/);
      const none = await sendFailing(resolved(server.url), over(`socks5://${proxy.host}`));
      assert.match(none.error.message, /asks for a name and a password/);
    });

    it('that cannot connect reports the reason', async () => {
      const proxy = await proxyWith({ socksRefuses: 5 });
      const { error } = await sendFailing(resolved('http://127.0.0.1:9/'), over(`socks5://${proxy.host}`));
      assert.match(error.message, /did not connect to 127\.0\.0\.1:9: the connection was refused there/);
    });

    it('is not blamed for a host that is not found here', async () => {
      const proxy = await proxyWith();
      const { error } = await sendFailing(resolved('http://nowhere.invalid/'), over(`socks5://${proxy.host}`));
      assert.match(error.message, /nowhere\.invalid/);
      assert.deepEqual(proxy.asked, []);
    });

    it('that is no proxy is reported', async () => {
      const server = await serverWith();
      const { error } = await sendFailing(resolved('http://h.example/'), over(server.url.replace('http', 'socks5h')));
      assert.match(error.message, /does not answer as a SOCKS5 proxy|ended the connection/);
    });
  });

  it('is read from its URL, and an invalid one is refused without showing it', () => {
    const read = (text: string): string => {
      const { kind, secure, hostname, port, user, password, looksUpHere } = readProxy(text, '@proxy');
      return [kind, secure ? 'tls' : '', hostname, port, user ?? '', password, looksUpHere ? 'here' : ''].join(' ');
    };
    assert.equal(read('127.0.0.1:3128'), 'http  127.0.0.1 3128   ');
    assert.equal(read('http://proxy.example'), 'http  proxy.example 80   ');
    assert.equal(read('https://u:p@[::1]:8443/'), 'http tls ::1 8443 u p ');
    assert.equal(read('socks5://p.example'), 'socks  p.example 1080   here');
    assert.equal(read('socks5h://u@p.example:80'), 'socks  p.example 80 u  ');
    for (const wrong of ['http://', 'ftp://s3cret@h', 'socks4://h:1', 'http://u:s3cret@h:99999', 'http://u:s3%0Acret@h'])
      assert.throws(
        () => readProxy(wrong, '@proxy'),
        (e: Error) => e.message.startsWith('The proxy of @proxy cannot be used') && !e.message.includes('s3'),
        wrong,
      );
  });
});
