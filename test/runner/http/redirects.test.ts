import assert from 'node:assert/strict';
import fs from 'node:fs';
import { plainConnection } from '../../../src/language/semantics/request/resolvedRequest.ts';
import { redirected, redirectTarget } from '../../../src/runner/http/exchange/redirects.ts';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing } from '../../support/exchange.ts';
import { givingTime } from '../../support/givingTime.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('redirects', () => {
  let server: TestServer;
  let other: TestServer;
  let raw: FaultServer | undefined;
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
      const { reported, text, error } = await send(resolved(`${server.url}/redirect/${status}?to=/echo?q=1`, parts));
      assert.equal(error, undefined);
      const seen = echo(text);
      assert.deepEqual([seen.method, seen.target, seen.body], [expected, '/echo?q=1', body]);
      const names = seen.headers.map(([name]) => name.toLowerCase());
      assert.ok(names.includes('x-kept'));
      assert.equal(names.includes('content-type'), body !== '' || method === 'GET');
      const dropped = body !== '' || method === 'GET' ? [] : ['Content-Type'];
      assert.deepEqual(
        reported.redirects.map((r) => [r.status, r.url, r.location, r.method, r.dropped, r.warnings]),
        [[status, `${server.url}/redirect/${status}?to=/echo?q=1`, `${server.url}/echo?q=1`, expected, dropped, []]],
      );
      assert.deepEqual(reported.order, ['sending', 'connected', 'redirect', 'sending', 'connected', 'head', 'chunk']);
      assert.equal(reported.connections[1]?.reused, true);
    });
  }

  it('to another origin send no client certificate if the request excludes it', () => {
    const connection = { ...plainConnection, certificate: 'none' } as const;
    const { next, redirect } = redirected(resolved('https://a.example/', { options: { connection } }), 302, 'https://b.example/');
    assert.deepEqual([next.options.connection.certificate, redirect.warnings], ['none', []]);
  });

  it('report the headers, connection and timings of each hop, which add up to those of the whole', async () => {
    const { reported, timings } = await send(resolved(`${server.url}/redirect/302?to=/redirect/307?to=/slow`));
    const [first, second] = reported.redirects;
    assert.deepEqual(
      reported.redirects.map((r) => [r.status, r.address, r.reused, r.headers.find(([name]) => name === 'Location')?.[1]]),
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

  it('to another origin send no credentials, no secret and no Host', async () => {
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
    const { reported, text } = await send(resolved(`${server.url}/redirect/307?to=${to}`, { headers, secrets: ['s3cret!', 'k'] }));
    const seen = echo(text).headers.filter(([name]) => !['User-Agent', 'Accept-Encoding', 'Connection'].includes(name));
    assert.deepEqual(seen, [
      ['Host', `127.0.0.1:${other.port}`],
      ['X-Plain', 'stays'],
    ]);
    assert.deepEqual(server.requests[0]?.headers.slice(0, 8), headers);
    assert.deepEqual(reported.sent[1]?.headers, other.requests[0]?.headers);
  });

  it('to the same origin, or with the directive of the request, send them', async () => {
    const headers = [['Authorization', 'Bearer x']] as const;
    const same = await send(resolved(`${server.url}/redirect/302?to=/echo`, { headers }));
    assert.ok(echo(same.text).headers.some(([name]) => name === 'Authorization'));
    const to = `${other.url}/echo`;
    const kept = await send(resolved(`${server.url}/redirect/302?to=${to}`, { headers, options: { keepAuthOnRedirect: true } }));
    assert.ok(echo(kept.text).headers.some(([name]) => name === 'Authorization'));
  });

  it('are not followed if the request excludes it', async () => {
    const { reported, text, error } = await send(resolved(`${server.url}/redirect/302?to=/echo`, { options: { followRedirects: false } }));
    assert.equal(error, undefined);
    assert.equal(reported.response?.status, 302);
    assert.equal(text, 'moved');
  });

  it('end at the number allowed', async () => {
    const to = (n: number): string => `/redirect/302?to=${encodeURIComponent(n === 0 ? '/echo' : to(n - 1))}`;
    assert.equal((await send(resolved(server.url + to(2), { options: { maxRedirects: 3 } }))).reported.response?.status, 200);
    const { error, reported } = await sendFailing(resolved(server.url + to(3), { options: { maxRedirects: 3 } }));
    assert.equal(error.kind, 'network');
    assert.match(error.message, /More than 3 redirects/);
    assert.equal(reported.redirects.length, 4);
  });

  it('that form a loop are an error that shows the way round', async () => {
    const moved = (to: string): string => `HTTP/1.1 302 Found\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`;
    raw = await startFaultServer([request, moved('/a'), request, moved('/b'), request, moved('/a')]);
    const { error, reported } = await sendFailing(resolved(`${raw.url}/start`, { method: 'POST', body: 'x' }));
    assert.equal(error.kind, 'network');
    const [a, b] = [`GET ${raw.url}/a`, `GET ${raw.url}/b`];
    assert.equal(error.message, `Redirect loop: ${a} → ${b} → ${a}`);
    assert.equal(reported.redirects.length, 3);
  });

  it('to the same place are no circle where the message is another', async () => {
    const moved = 'HTTP/1.1 303 See Other\r\nLocation: /a\r\nContent-Length: 0\r\n\r\n';
    raw = await startFaultServer([request, moved, request, 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']);
    const { error, reported } = await send(resolved(`${raw.url}/a`, { method: 'POST', body: 'x' }));
    assert.equal(error, undefined);
    assert.deepEqual(
      reported.sent.map((r) => r.method),
      ['POST', 'GET'],
    );
  });

  it('do not wait for a body without end', async () => {
    const location = `HTTP/1.1 302 Found\r\nLocation: ${server.url}/echo\r\n`;
    for (const body of ['x'.repeat(200_000), 'x']) {
      raw = await startFaultServer([request, `${location}Content-Length: 1000000\r\n\r\n${body}`]);
      const { reported, error } = await send(resolved(raw.url));
      assert.equal(error, undefined);
      assert.equal(reported.response?.status, 200);
      await raw.closed(0);
      await raw.close();
    }
  });

  it('read a small body to keep the connection, and close the connection for a large one', async () => {
    const moved = (size: number): string => `HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
    for (const [size, reused] of [
      [60_000, true],
      [200_000, false],
    ] as const) {
      const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
      // Nor is a connection kept whose body takes long, as one may on a machine that is busy.
      await givingTime(async () => {
        raw = await startFaultServer([request, moved(size), request, ok], [request, ok]);
        try {
          const { reported } = await send(resolved(`${raw.url}/a`));
          assert.equal(reported.response?.status, 200);
          assert.equal(reported.connections[1]?.reused, reused);
        } finally {
          await raw.close();
        }
      });
    }
  });

  for (const [what, lines, why] of [
    ['without a Location', [], 'it has no Location.'],
    ['with an empty Location', ['Location:  '], 'its Location is empty.'],
    ['with two places', ['Location: /a', 'location: /b'], 'it has 2 different Locations.'],
    ['to a program', ['Location: myapp://callback?code=1'], '"myapp://callback?code=1" is neither http nor https.'],
    ['to a script', ['Location: javascript:alert(1)'], '"javascript:alert(1)" is neither http nor https.'],
    ['to a file', ['Location: file:///etc/passwd'], '"file:///etc/passwd" is neither http nor https.'],
    ['to what is no URL', ['Location: http://['], '"http://[" is not a URL.'],
    ['to a port that is none', ['Location: http://h:99999/'], '"http://h:99999/" is not a URL.'],
  ] as const) {
    it(`${what} are the response, and the reason is reported`, async () => {
      raw = await startFaultServer([request, ['HTTP/1.1 302 Found', ...lines, 'Content-Length: 4', '', 'body'].join('\r\n')]);
      const { reported, text, error } = await send(resolved(`${raw.url}/`));
      assert.equal(error, undefined);
      assert.deepEqual([reported.response?.status, text], [302, 'body']);
      assert.deepEqual(reported.warnings, [`The redirect (302) was not followed: ${why}`]);
    });
  }

  it('with the same Location twice have one', async () => {
    raw = await startFaultServer([
      request,
      `HTTP/1.1 302 Found\r\nLocation: ${server.url}/echo\r\nLocation: ${server.url}/echo\r\nContent-Length: 0\r\n\r\n`,
    ]);
    assert.equal((await send(resolved(raw.url))).reported.response?.status, 200);
  });

  for (const [location, expected] of [
    ['../x y#frag', 'http://h/x%20y#frag'],
    ['', undefined],
    ['?q=ü', 'http://h/a/b?q=%C3%BC#top'],
    ['#', 'http://h/a/b?c#'],
    ['#own', 'http://h/a/b?c#own'],
    ['//other:81/é', 'http://other:81/%C3%A9#top'],
    ['HTTPS://OTHER/%41%2f', 'https://other/%41%2f#top'],
    ['http://user:pass@other/', 'http://other/#top'],
    ['http://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/#top'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/#top'],
    ['g;x=1/../y', 'http://h/a/y#top'],
  ] as const) {
    it(`by ${JSON.stringify(location)} lead to ${expected ?? 'nowhere'}`, () => {
      const target = redirectTarget(
        { status: 307, headers: [['LOCATION', location]] },
        { wireUrl: 'http://h/a/b?c', url: 'http://h/a/b?c#top' },
      );
      assert.equal(target?.kind === 'place' ? target.url : undefined, expected);
    });
  }

  it('are the five statuses', () => {
    const follows = (status: number): boolean =>
      redirectTarget({ status, headers: [['Location', '/x']] }, { wireUrl: 'http://h/', url: 'http://h/' }) !== undefined;
    const all = Array.from({ length: 500 }, (_, i) => i + 100);
    assert.deepEqual(all.filter(follows), [301, 302, 303, 307, 308]);
  });

  it('carry the fragment along, and do not send it', async () => {
    const start = { ...resolved(`${server.url}/redirect/302?to=/echo`), url: `${server.url}/redirect/302?to=/echo#part` };
    const { reported, text } = await send(start);
    assert.equal(echo(text).target, '/echo');
    assert.deepEqual([reported.sent[1]?.url, reported.sent[1]?.wireUrl], [`${server.url}/echo#part`, `${server.url}/echo`]);
    assert.equal(reported.redirects[0]?.location, `${server.url}/echo#part`);
  });

  it('report which headers are not sent, and the next method', async () => {
    const headers = [
      ['Authorization', 'Bearer x'],
      ['X-Plain', 'stays'],
      ['Content-Type', 'text/plain'],
      ['Trailer', 'X-End'],
    ] as const;
    const to = `${other.url}/echo`;
    const { reported } = await send(resolved(`${server.url}/redirect/303?to=${to}`, { method: 'POST', body: 'x', headers }));
    const [redirect] = reported.redirects;
    assert.deepEqual([redirect?.method, redirect?.dropped, redirect?.warnings], ['GET', ['Authorization', 'Content-Type', 'Trailer'], []]);
  });

  it('warn of credentials that are sent, and of a body with a secret that is sent to another origin with @keep-auth-on-redirect', async () => {
    const parts = {
      method: 'PUT',
      body: 'password=s3cret!',
      headers: [
        ['authorization', 'Bearer x'],
        ['X-Key', 's3cret!'],
      ],
      secrets: ['s3cret!'],
    } as const;
    const url = `${server.url}/redirect/308?to=${other.url}/echo`;
    const body = `The body, which contains a secret, is sent to another origin: ${other.url}.`;
    const kept = await send(resolved(url, { ...parts, options: { keepAuthOnRedirect: true } }));
    assert.deepEqual(kept.reported.redirects[0]?.warnings, [
      `authorization, X-Key are sent to another origin, ${other.url}, because of @keep-auth-on-redirect.`,
      body,
    ]);
    const same = await send(resolved(`${server.url}/redirect/308?to=/echo`, parts));
    assert.deepEqual([same.reported.redirects[0]?.dropped, same.reported.redirects[0]?.warnings], [[], []]);
  });

  it('from https to http go to another origin, with a warning', () => {
    const from = resolved('https://h/', { headers: [['Authorization', 'x']] });
    const down = redirected(from, 302, 'http://h/');
    assert.deepEqual([down.next.headers, down.redirect.dropped], [[], ['Authorization']]);
    assert.deepEqual(down.redirect.warnings, ['The redirect leads from https to http: h is reached without TLS.']);
    const same = redirected(from, 302, 'https://h:443/x');
    assert.deepEqual([same.next.headers.length, same.redirect.warnings], [1, []]);
    assert.deepEqual(redirected(resolved('http://h/'), 302, 'https://h/').redirect.warnings, []);
  });
});
