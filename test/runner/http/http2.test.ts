import assert from 'node:assert/strict';
import fs from 'node:fs';
import http2 from 'node:http2';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { closeIdleConnections, describe as describeRequest } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, settings, Reported, type RequestParts } from '../../support/exchange.ts';
import { echo, startHttp2Server, type Answer, type Http2Server } from '../../support/http2Server.ts';
import { until } from '../../support/until.ts';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM } = http2.constants;

describe('HTTP/2', () => {
  let server: Http2Server | undefined;
  const start = async (answer: Answer, tls = false): Promise<string> => (server = await startHttp2Server(answer, { tls })).url;
  const h2 = (url: string, parts: RequestParts = {}): ReturnType<typeof resolved> => resolved(url, { httpVersion: '2', ...parts });
  const ok: Answer = (stream) => {
    stream.respond({ ':status': 200 });
    stream.end('ok');
  };

  afterEach(async () => {
    closeIdleConnections();
    await server?.close();
    server = undefined;
  });

  for (const tls of [false, true]) {
    it(`is spoken ${tls ? 'where ALPN agrees on it' : 'by prior knowledge'}, with the author's headers in lower case, in order and repeated`, async () => {
      const url = await start(echo, tls);
      const headers = [
        ['X-Second', 'b'],
        ['x-first', 'a'],
        ['X-Second', 'again'],
        ['Cookie', 'café=☕'],
        ['X-Empty', ''],
        ['x-2', 'one'],
        ['x-2', 'two'],
        ['X-2', 'three'],
      ] as const;
      const { error, reported, text } = await send(h2(`${url}/a%20b/../c?q=1`, { headers, options: { insecure: true } }));
      assert.equal(error, undefined);
      assert.equal(reported.response?.httpVersion, '2');
      assert.deepEqual(JSON.parse(text).headers, [
        [':method', 'GET'],
        [':scheme', tls ? 'https' : 'http'],
        [':path', '/a%20b/../c?q=1'],
        ...(reported.sent[0]?.headers ?? []).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
      ]);
      assert.deepEqual(reported.sent[0]?.headers, [
        [':authority', `127.0.0.1:${server?.port}`],
        ...headers.map(([name, value]) => [name.toLowerCase(), value]),
        ['user-agent', 'Req/test'],
        ['accept-encoding', 'gzip, deflate, br'],
      ]);
      assert.deepEqual(reported.sent[0].added, [':authority', 'user-agent', 'accept-encoding']);
    });
  }

  it('sends headers that are named as members of every object', async () => {
    const url = await start(ok);
    const headers = ['__proto__', 'constructor', '__proto__'].map((name, i) => [name, String(i)] as const);
    assert.equal((await send(h2(url, { headers }))).error, undefined);
    const sent = server?.requests[0]?.headers.filter(([name]) => /^(?:__proto__|constructor)$/.test(name));
    assert.deepEqual(sent, headers);
  });

  it('sends bodies of text and files with their length, and without it for chunks of the author', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-h2-'));
    const file = path.join(folder, 'f.bin');
    fs.writeFileSync(file, Buffer.alloc(300_000, 'x'));
    const url = await start(echo);
    const length = (text: string): string | undefined =>
      (JSON.parse(text).headers as [string, string][]).find(([n]) => n === 'content-length')?.[1];
    const of = async (parts: RequestParts): Promise<unknown[]> => {
      const { text, error, reported } = await send(h2(url, { method: 'POST', ...parts }));
      assert.equal(error, undefined);
      return [JSON.parse(text).body.length, length(text), reported.sent[0]?.dropped];
    };
    assert.deepEqual(await of({ body: 'grüße' }), [5, '7', []]);
    assert.deepEqual(await of({}), [0, '0', []]);
    assert.deepEqual(
      await of({
        body: [
          { kind: 'text', text: 'a' },
          { kind: 'file', path: file },
        ],
      }),
      [300_001, '300001', []],
    );
    const headers = [
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
      ['TE', 'gzip'],
      ['Host', 'other.example'],
      ['host', 'second.example'],
    ] as const;
    assert.deepEqual(await of({ body: 'ab', headers }), [2, undefined, ['Transfer-Encoding', 'Connection', 'TE', 'host']]);
    assert.deepEqual(
      server?.requests.at(-1)?.headers.filter(([n]) => n === ':authority' || n === 'te'),
      [[':authority', 'other.example']],
    );
    fs.rmSync(folder, { recursive: true });
  });

  it('carries all requests to one origin over one connection, also those that open it together', async () => {
    const url = await start((stream, { headers }) => {
      stream.respond({ ':status': 200 });
      stream.end(headers.find(([n]) => n === ':path')?.[1]);
    });
    const all = await Promise.all(Array.from({ length: 50 }, (_, i) => send(h2(`${url}/${i}`))));
    assert.deepEqual(
      all.map((s) => s.text),
      all.map((_, i) => `/${i}`),
    );
    assert.equal(all.filter((s) => s.reported.connections[0]?.reused === false).length, 1);
    assert.equal((await send(h2(`${url}/again`))).reported.connections[0]?.reused, true);
    assert.equal(server?.sessions.length, 1);
  });

  it('reports informational responses and repeated headers unchanged, before the body', async () => {
    const url = await start((stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a>; rel=preload' });
      stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'], 'x-utf': Buffer.from('☕').toString('latin1') }, {
        sendDate: false,
      } as object);
      stream.end('ok');
    });
    const { reported, error } = await send(h2(url));
    assert.equal(error, undefined);
    assert.deepEqual(reported.order, ['sending', 'connected', 'informational', 'head', 'chunk']);
    assert.deepEqual(reported.informationals, [
      { status: 103, statusText: '', httpVersion: '2', headers: [['link', '</a>; rel=preload']] },
    ]);
    assert.deepEqual(
      reported.response?.headers.filter(([n]) => n !== 'date'),
      [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-utf', '☕'],
      ],
    );
  });

  it('reports trailers after all of the body, decoded', async () => {
    const url = await start((stream) => {
      stream.respond({ ':status': 200, 'content-encoding': 'gzip' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': 'abc', 'x-more': ['1', '2'] }));
      stream.end(zlib.gzipSync('whole'));
    });
    const { reported, text } = await send(h2(url));
    assert.equal(text, 'whole');
    assert.deepEqual(reported.order.slice(-3), ['head', 'chunk', 'trailers']);
    assert.deepEqual(reported.trailing, [
      ['x-sum', 'abc'],
      ['x-more', '1'],
      ['x-more', '2'],
    ]);
  });

  it('resets the stream of a cancelled request, without ending its body, and continues over the connection', async () => {
    const url = await start((stream, { headers }) => {
      if (headers.some(([, value]) => value === '/hang')) return;
      stream.respond({ ':status': 200 });
      stream.end('ok');
    });
    const reported = new Reported();
    const stopping = new AbortController();
    const cancelled = send(h2(`${url}/hang`, { method: 'POST', body: 'x' }), stopping.signal, reported);
    await until('the request is there', () => server?.requests.length === 1);
    const other = send(h2(`${url}/other`));
    stopping.abort();
    assert.equal((await cancelled).error?.kind, 'cancelled');
    assert.equal((await other).text, 'ok');
    assert.equal((await send(h2(`${url}/after`))).text, 'ok');
    await until('the stream is over', () => server?.codes.includes(NGHTTP2_CANCEL));
    assert.equal(server?.sessions.length, 1);
  });

  it('stops while it connects, and while others wait for the same connection those go on', async () => {
    const url = await start(ok);
    const stopping = new AbortController();
    const first = send(h2(url), stopping.signal);
    const second = send(h2(url));
    stopping.abort();
    assert.equal((await first).error?.kind, 'cancelled');
    assert.equal((await second).text, 'ok');
  });

  it('sends a request once more that the server refused untouched, whatever its method', async () => {
    let refused = 0;
    const url = await start((stream, asked) => (refused++ === 0 ? stream.close(NGHTTP2_REFUSED_STREAM) : echo(stream, asked)));
    const { text, error } = await send(h2(url, { method: 'POST', body: 'once' }));
    assert.equal(error, undefined);
    assert.equal(JSON.parse(text).body, 'once');
    assert.equal(refused, 2);
  });

  it('finishes exchanges in progress after GOAWAY, and opens another connection for the next request', async () => {
    const url = await start((stream) => {
      stream.respond({ ':status': 200 });
      stream.write('be');
      stream.session?.goaway();
      stream.end('fore');
    });
    assert.equal((await send(h2(url))).text, 'before');
    assert.equal((await send(h2(url))).text, 'before');
    assert.equal(server?.sessions.length, 2);
  });

  it('sends again over another connection if the kept one is closed', async () => {
    const url = await start(ok);
    await send(h2(url));
    server?.sessions[0]?.destroy();
    const { text, reported } = await send(h2(url));
    assert.equal(text, 'ok');
    assert.equal(reported.connections.at(-1)?.reused, false);
  });

  for (const [what, end] of [
    ['was cut', (of) => of.cut()],
    ['was ended with GOAWAY', (of) => of.sessions[0]?.destroy()],
  ] as const satisfies readonly (readonly [string, (of: Http2Server) => void])[])
    it(`sends a POST over another connection if the kept one ${what} and the end was not read yet`, async () => {
      const url = await start(ok);
      await send(h2(url));
      assert.ok(server);
      end(server);
      const { text, error, reported } = await send(h2(url, { method: 'POST', body: 'x' }));
      assert.deepEqual([error, text], [undefined, 'ok']);
      assert.deepEqual(
        reported.connections.map((c) => c.reused),
        [false],
      );
      assert.equal(server.requests.length, 2);
    });

  it('refuses pushes of the server', async () => {
    let allowed: boolean | undefined;
    const url = await start((stream) => {
      allowed = stream.pushAllowed;
      stream.respond({ ':status': 200 });
      stream.end('ok');
    });
    assert.equal((await send(h2(url))).text, 'ok');
    assert.equal(allowed, false);
  });

  it('answers a ping', async () => {
    const ping = new Promise((resolve) => {
      void start((stream) =>
        stream.session?.ping((error: Error | null) => {
          resolve(error);
          stream.respond({ ':status': 204 });
          stream.end();
        }),
      ).then((url) => send(h2(url)));
    });
    assert.equal(await ping, null);
  });

  it('has an answer to HEAD, and one without content, whole in spite of a length', async () => {
    const url = await start((stream, { headers }) => {
      stream.respond({ ':status': headers[0]?.[1] === 'HEAD' ? 200 : 304, 'content-length': '5' }, { endStream: true });
    });
    assert.equal((await send(h2(url, { method: 'HEAD' }))).error, undefined);
    assert.equal((await send(h2(url))).error, undefined);
  });

  it('ends with a response that arrives before the whole request was sent', async () => {
    const url = await start((stream) => {
      stream.respond({ ':status': 413 });
      stream.end('too large');
    });
    const { text, error, reported } = await send(h2(url, { method: 'POST', body: 'x'.repeat(4_000_000) }));
    assert.equal(error, undefined);
    assert.equal(reported.response?.status, 413);
    assert.equal(text, 'too large');
  });

  it('goes on over a connection after 200 uploads that the server did not read', async () => {
    const url = await start((stream) => {
      stream.respond({ ':status': 413 });
      stream.end('too large');
    });
    const body = 'x'.repeat(200_000);
    const statuses = new Set<number | undefined>();
    for (let round = 0; round < 20; round++) {
      const sent = await Promise.all(Array.from({ length: 10 }, () => send(h2(url, { method: 'POST', body }))));
      for (const { error, reported } of sent) {
        assert.equal(error, undefined);
        statuses.add(reported.response?.status);
      }
    }
    assert.deepEqual([...statuses], [413]);
    assert.equal(server?.sessions.length, 1);
  });

  it('is described as it would go out', async () => {
    const sent = await describeRequest(
      h2('http://h.example:8/a', {
        headers: [
          ['Connection', 'close'],
          ['X-A', '1'],
        ],
      }),
      settings,
    );
    assert.equal(sent.httpVersion, '2');
    assert.deepEqual(sent.dropped, ['Connection']);
    assert.deepEqual(sent.headers.slice(0, 2), [
      [':authority', 'h.example:8'],
      ['x-a', '1'],
    ]);
  });
});
