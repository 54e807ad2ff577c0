import assert from 'node:assert/strict';
import fs from 'node:fs';
import { redirected, redirectLocation } from '../../../src/runner/http/redirects.ts';
import { closeIdleConnections } from '../../../src/runner/http/send.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { givingTime } from '../../support/givingTime.ts';
import { request, startRawServer, type RawServer } from '../../support/rawServer.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('redirects', () => {
  let server: TestServer;
  let other: TestServer;
  let raw: RawServer | undefined;
  beforeEach(async () => {
    [server, other] = await Promise.all([startServer(), startServer()]);
  });
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([server.close(), other.close(), raw?.close()]);
    raw = undefined;
  });
  const echo = (text: string): { method: string; target: string; body: string; headers: [string, string][] } =>
    JSON.parse(text) as { method: string; target: string; body: string; headers: [string, string][] };

  for (const [status, method, expected, body] of [
    [301, 'GET', 'GET', ''],
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [301, 'PUT', 'PUT', 'body'],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [303, 'DELETE', 'GET', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ] as const) {
    it(`a ${status} after ${method} is followed by ${expected}${body === '' ? ' without body' : ' with the body'}`, async () => {
      const headers = [
        ['Content-Type', 'text/plain'],
        ['X-Kept', '1'],
      ] as const;
      const parts = method === 'GET' ? { headers } : { method, headers, body: 'body' };
      const { told, text, error } = await send(resolved(`${server.url}/redirect/${status}?to=/echo?q=1`, parts));
      assert.equal(error, undefined);
      const seen = echo(text);
      assert.deepEqual([seen.method, seen.target, seen.body], [expected, '/echo?q=1', body]);
      const names = seen.headers.map(([name]) => name.toLowerCase());
      assert.ok(names.includes('x-kept'));
      assert.equal(names.includes('content-type'), body !== '' || method === 'GET');
      assert.deepEqual(
        told.redirects.map(({ status: answered, url, location }) => ({ status: answered, url, location })),
        [{ status, url: `${server.url}/redirect/${status}?to=/echo?q=1`, location: `${server.url}/echo?q=1` }],
      );
      assert.deepEqual(told.order, ['sending', 'connected', 'redirect', 'sending', 'connected', 'head', 'chunk']);
      assert.equal(told.connections[1]?.reused, true);
    });
  }

  it('tell of each hop its headers, connection and timings, which add up to those of the whole', async () => {
    const { told, timings } = await send(resolved(`${server.url}/redirect/302?to=/redirect/307?to=/slow`));
    const [first, second] = told.redirects;
    assert.deepEqual(
      told.redirects.map((r) => [r.status, r.address, r.reused, r.headers.find(([name]) => name === 'Location')?.[1]]),
      [
        [302, `127.0.0.1:${server.port}`, false, '/redirect/307?to=/slow'],
        [307, `127.0.0.1:${server.port}`, true, '/slow'],
      ],
    );
    assert.ok(first !== undefined && second !== undefined);
    assert.ok(first.timings.connect > 0 && first.timings.firstByte > 0);
    assert.equal(second.timings.connect, 0);
    assert.equal(timings.connect, first.timings.connect);
    assert.ok(first.timings.total + second.timings.total <= timings.total);
    for (const { total, ...phases } of [first.timings, second.timings, timings])
      assert.ok(Object.values(phases).reduce((a, b) => a + b) <= total + 0.001, JSON.stringify({ total, ...phases }));
  });

  it('of HEAD stays HEAD', async () => {
    await send(resolved(`${server.url}/redirect/303?to=/echo`, { method: 'HEAD' }));
    assert.deepEqual(
      server.requests.map((r) => r.method),
      ['HEAD', 'HEAD'],
    );
  });

  it('read a body file again', async () => {
    const path = new URL(import.meta.url).pathname;
    const { text } = await send(resolved(`${server.url}/redirect/308?to=/echo`, { method: 'POST', body: [{ kind: 'file', path }] }));
    assert.equal(echo(text).body, fs.readFileSync(path, 'utf8'));
  });

  it('to another origin take no credentials and no secret along, and no Host', async () => {
    const headers = [
      ['Host', 'virtual.example'],
      ['Authorization', 'Bearer x'],
      ['Cookie', 'a=1'],
      ['Proxy-Authorization', 'Basic x'],
      ['X-Api-Key', 'key s3cret!'],
      ['X-Basic', Buffer.from('s3cret!').toString('base64')],
      ['X-Short', 'k'],
      ['X-Plain', 'stays'],
    ] as const;
    const to = `${other.url}/echo`;
    const { told, text } = await send(resolved(`${server.url}/redirect/307?to=${to}`, { headers, secrets: ['s3cret!', 'k'] }));
    const seen = echo(text).headers.filter(([name]) => !['User-Agent', 'Accept-Encoding', 'Connection'].includes(name));
    assert.deepEqual(seen, [
      ['Host', `127.0.0.1:${other.port}`],
      ['X-Plain', 'stays'],
    ]);
    assert.deepEqual(server.requests[0]?.headers.slice(0, 8), headers);
    assert.deepEqual(told.sent[1]?.headers, other.requests[0]?.headers);
  });

  it('to the same origin, or where the request says so, take them along', async () => {
    const headers = [['Authorization', 'Bearer x']] as const;
    const same = await send(resolved(`${server.url}/redirect/302?to=/echo`, { headers }));
    assert.ok(echo(same.text).headers.some(([name]) => name === 'Authorization'));
    const to = `${other.url}/echo`;
    const kept = await send(resolved(`${server.url}/redirect/302?to=${to}`, { headers, options: { keepAuthOnRedirect: true } }));
    assert.ok(echo(kept.text).headers.some(([name]) => name === 'Authorization'));
  });

  it('are not followed where the request says so', async () => {
    const { told, text, error } = await send(resolved(`${server.url}/redirect/302?to=/echo`, { options: { followRedirects: false } }));
    assert.equal(error, undefined);
    assert.equal(told.response?.status, 302);
    assert.equal(text, 'moved');
  });

  it('end at the number allowed', async () => {
    const to = (n: number): string => `/redirect/302?to=${encodeURIComponent(n === 0 ? '/echo' : to(n - 1))}`;
    assert.equal((await send(resolved(server.url + to(2), { options: { maxRedirects: 3 } }))).told.response?.status, 200);
    const { error, told } = await sendFailing(resolved(server.url + to(3), { options: { maxRedirects: 3 } }));
    assert.equal(error.kind, 'network');
    assert.match(error.message, /More than 3 redirects/);
    assert.equal(told.redirects.length, 4);
  });

  it('that go in a circle are an error', async () => {
    raw = await startRawServer([
      request,
      'HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
      request,
      'HTTP/1.1 302 Found\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n',
    ]);
    const { error } = await sendFailing(resolved(`${raw.url}/a`));
    assert.equal(error.kind, 'network');
    assert.match(error.message, /in a circle: GET http:\/\/127\.0\.0\.1:\d+\/a was already sent/);
  });

  it('do not wait for a body without end', async () => {
    const location = `HTTP/1.1 302 Found\r\nLocation: ${server.url}/echo\r\n`;
    for (const body of ['x'.repeat(200_000), 'x']) {
      raw = await startRawServer([request, `${location}Content-Length: 1000000\r\n\r\n${body}`]);
      const { told, error } = await send(resolved(raw.url));
      assert.equal(error, undefined);
      assert.equal(told.response?.status, 200);
      await raw.closed(0);
      await raw.close();
    }
  });

  it('read a small body away to keep the connection, and give up a connection for a large one', async () => {
    const moved = (size: number): string => `HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
    for (const [size, reused] of [
      [60_000, true],
      [200_000, false],
    ] as const) {
      const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
      // Nor is a connection kept whose body takes long, as one may on a machine that is busy.
      await givingTime(async () => {
        raw = await startRawServer([request, moved(size), request, ok], [request, ok]);
        try {
          const { told } = await send(resolved(`${raw.url}/a`));
          assert.equal(told.response?.status, 200);
          assert.equal(told.connections[1]?.reused, reused);
        } finally {
          await raw.close();
        }
      });
    }
  });

  it('without a Location, or to a scheme that is not http, are answers', () => {
    const url = 'http://h/a/b?c';
    const location = (value: string, status = 302): string | undefined => redirectLocation(status, [['LOCATION', value]], url);
    assert.equal(redirectLocation(302, [], url), undefined);
    assert.equal(location('myapp://callback?code=1'), undefined);
    assert.equal(location('javascript:alert(1)'), undefined);
    assert.equal(location('http://['), undefined);
    assert.equal(location('/x', 300), undefined);
    assert.equal(location('/x', 304), undefined);
    assert.equal(location('../x y#frag'), 'http://h/x%20y');
    assert.equal(location('//other/é'), 'http://other/%C3%A9');
    assert.equal(location('http://user:pass@other/'), 'http://other/');
  });

  it('from https to http go to another origin', () => {
    const from = resolved('https://h/', { headers: [['Authorization', 'x']] });
    assert.deepEqual(redirected(from, 302, 'http://h/').headers, []);
    assert.equal(redirected(from, 302, 'https://h:443/x').headers.length, 1);
  });
});
