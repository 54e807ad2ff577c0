import assert from 'node:assert/strict';
import { closeIdleConnections, describe as describeRequest } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing, settings, Reported } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { bytewise, end, request, reset, wait, type Step } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('a response', () => {
  let raw: FaultServer | undefined;
  let server: TestServer | undefined;
  const play = async (...scripts: (readonly Step[])[]): Promise<string> => (raw = await startFaultServer(...scripts)).url;
  const serve = async (): Promise<string> => (server = await startServer()).url;

  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([raw?.close(), server?.close()]);
    raw = server = undefined;
  });

  it('is reported as received: status text, headers in order, case and repetition, in any encoding', async () => {
    const head = Buffer.concat([
      Buffer.from('HTTP/1.1 299 Très  bien\r\nX-B: 1\r\nset-cookie: a=1\r\nX-b: 2\r\nSet-Cookie: b=2; Path=/\r\nX-Utf: ☕\r\nX-Latin: caf'),
      Buffer.from([0xe9]),
      Buffer.from('\r\nX-Empty:\r\nContent-Length: 0\r\n\r\n'),
    ]);
    const { reported, error, sizes } = await send(resolved(await play([request, head])));
    assert.equal(error, undefined);
    assert.deepEqual(reported.response, {
      status: 299,
      statusText: 'Très  bien',
      httpVersion: '1.1',
      headers: [
        ['X-B', '1'],
        ['set-cookie', 'a=1'],
        ['X-b', '2'],
        ['Set-Cookie', 'b=2; Path=/'],
        ['X-Utf', '☕'],
        ['X-Latin', 'café'],
        ['X-Empty', ''],
        ['Content-Length', '0'],
      ],
    });
    assert.equal(sizes.headers, head.length);
    assert.deepEqual(reported.order, ['sending', 'connected', 'head']);
  });

  it('is the same byte by byte', async () => {
    const text =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 All right\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: x\r\n\r\n';
    const { reported, text: body, error } = await send(resolved(await play([request, bytewise(text)])));
    assert.equal(error, undefined);
    assert.equal(body, 'abcde');
    assert.deepEqual(
      [...reported.informationals, reported.response].map((h) => [h?.status, h?.statusText]),
      [
        [100, 'Continue'],
        [103, 'Early Hints'],
        [200, 'All right'],
      ],
    );
    assert.deepEqual(reported.informationals[1]?.headers, [['Link', '</a>']]);
    assert.deepEqual(reported.trailing, [['Trailer', 'x']]);
    assert.equal(reported.order.at(-1), 'trailers');
  });

  it('is still waited for after an informational response', async () => {
    const pause = 60;
    const url = await play([request, 'HTTP/1.1 103 Early Hints\r\n\r\n', wait(pause), 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']);
    const { timings } = await send(resolved(url));
    assert.ok(timings.firstByte >= pause - 5, `${timings.firstByte} ms until the response`);
    assert.ok(timings.download < timings.firstByte);
  });

  it('is complete if all of it, with informational responses, arrives at once', async () => {
    const url = await play([
      request,
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    ]);
    const { reported, text } = await send(resolved(url, { method: 'POST', headers: [['Expect', '100-continue']], body: 'x' }));
    assert.deepEqual(
      reported.informationals.map((h) => h.status),
      [100, 102],
    );
    assert.equal(text, 'ok');
  });

  it('of 204 and 304 is whole in spite of a Content-Length, and so is one to HEAD', async () => {
    const url = await play(
      [request, 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n'],
      [request, 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
      [request, 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\n'],
      [request, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
    );
    for (const [method, status] of [
      ['GET', 204],
      ['GET', 304],
      ['HEAD', 200],
      ['HEAD', 200],
    ] as const) {
      const { reported, error, sizes } = await send(resolved(url, { method }));
      assert.equal(error, undefined);
      assert.equal(reported.response?.status, status);
      assert.equal(sizes.body, 0);
    }
  });

  it('without a length lasts until the connection ends', async () => {
    const { text, error } = await send(resolved(await play([request, 'HTTP/1.1 200 OK\r\n\r\nfirst ', wait(5), 'second', end])));
    assert.equal(error, undefined);
    assert.equal(text, 'first second');
  });

  it('without a length that ends by a reset is broken', async () => {
    const { text, error } = await sendFailing(resolved(await play([request, 'HTTP/1.1 200 OK\r\n\r\nfirst', wait(20), reset])));
    assert.equal(text, 'first');
    assert.equal(error.kind, 'network');
    assert.equal(error.message, 'The connection broke off in the body, after 5 bytes.');
  });

  it('that is cut short fails, with the received part and its size', async () => {
    for (const last of [end, reset]) {
      const url = await play([request, 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789', wait(20), last]);
      const { text, error, sizes } = await sendFailing(resolved(url));
      assert.equal(text, '0123456789');
      assert.equal(error.kind, 'network');
      assert.equal(error.message, 'The connection broke off in the body, after 10 of 100 bytes.');
      assert.equal(sizes.body, 10);
      await raw?.close();
    }
  });

  it('in chunks that is cut short fails, with the received part', async () => {
    for (const connection of ['keep-alive', 'close']) {
      const head = `HTTP/1.1 200 OK\r\nConnection: ${connection}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const { text, error } = await sendFailing(resolved(await play([request, `${head}5\r\nhello\r\n`, wait(20), end])));
      assert.equal(text, 'hello');
      assert.equal(error.kind, 'network');
      assert.match(error.message, /broke off in the body, after 5 bytes/);
      await raw?.close();
    }
  });

  it('that closes is complete although Connection contains close', async () => {
    const url = await play([request, 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok', end]);
    for (let i = 0; i < 3; i++) {
      const { text, reported } = await send(resolved(url));
      assert.equal(text, 'ok');
      assert.equal(reported.connections[0]?.reused, false);
    }
  });

  it('before the body is all sent is the answer', async () => {
    const url = await play([{ do: 'wait', ms: 20 }, 'HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig']);
    const file = new URL(import.meta.url).pathname;
    const body = Array.from({ length: 2000 }, () => ({ kind: 'file', path: file }) as const);
    const { reported, text, error } = await send(resolved(url, { method: 'POST', body }));
    assert.equal(error, undefined);
    assert.equal(reported.response?.status, 413);
    assert.equal(text, 'big');
  });

  it('to a kept connection that the server has closed is asked for again on a new one, once, where that is harmless', async () => {
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const url = await play([request, ok, request, reset], [request, ok, request, end], [request, ok]);
    assert.equal((await send(resolved(url))).text, 'ok');
    const again = await send(resolved(url, { method: 'PUT', body: 'x' }));
    assert.equal(again.text, 'ok');
    assert.deepEqual(
      again.reported.connections.map((c) => c.reused),
      [true, false],
    );
    assert.deepEqual(again.reported.order, ['sending', 'connected', 'connected', 'head', 'chunk']);
    const post = await sendFailing(resolved(url, { method: 'POST', body: 'x' }));
    assert.equal(post.error.kind, 'network');
    assert.match(post.error.message, /ended the connection without answering/);
    assert.match(post.error.hint ?? '', /kept from an earlier request/);
  });

  it('has its timings, that add up to no more than the whole', async () => {
    const { timings } = await send(resolved(`${(await serve()).replace('127.0.0.1', 'localhost')}/slow?count=3&interval=10`));
    const { queue, dns, connect, tls, send: sending, firstByte, download, total } = timings;
    for (const phase of [queue, dns, connect, sending, firstByte, download]) assert.ok(phase > 0, JSON.stringify(timings));
    assert.equal(tls, 0);
    assert.ok(queue + dns + connect + tls + sending + firstByte + download <= total + 1, JSON.stringify(timings));
  });

  it('larger than the limit ends there', async () => {
    const { error, sizes, text } = await sendFailing(resolved(`${await serve()}/bytes/100000`), { maxBodySize: 1000 });
    assert.equal(error.kind, 'limit');
    assert.match(error.message, /limit of 1000 bytes/);
    assert.equal(sizes.bodyDecoded, 1000);
    assert.equal(text.length, 1000);
    await server?.untilOpen(0);
  });

  it('with headers up to 256 KB is read, with more refused', async () => {
    const head = (size: number): string => `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Large: ${'x'.repeat(size)}\r\n\r\n`;
    const url = await play([request, head(200_000)], [request, head(300_000)], [request, `HTTP/1.1 200 ${'x'.repeat(300_000)}`]);
    assert.equal((await send(resolved(url, { headers: [['Connection', 'close']] }))).reported.response?.headers[1]?.[1].length, 200_000);
    const { error } = await sendFailing(resolved(url));
    assert.equal(error.kind, 'limit');
    assert.match(error.message, /256 KB/);
    assert.equal((await sendFailing(resolved(url))).error.kind, 'limit');
  });

  it('that is no HTTP, or switches to another protocol, is an error of the protocol', async () => {
    const url = await play(
      [request, 'SSH-2.0-OpenSSH\r\n'],
      [request, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
      [request, 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'],
      [request, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      [request, 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    );
    for (const message of [
      /not valid HTTP\/1.1/,
      /not valid HTTP\/1.1/,
      /\(101\)/,
      /does not define where its body ends/,
      /does not define where its body ends/,
    ]) {
      const { error } = await sendFailing(resolved(url));
      assert.equal(error.kind, 'protocol', error.message);
      assert.match(error.message, message);
    }
  });

  it('has the kind of the stream and its charset', async () => {
    const sse = await send(resolved(`${await serve()}/sse?count=2`));
    assert.equal(sse.reported.stream, 'sse');
    assert.equal(sse.text, 'id: 0\ndata: {"n":0}\n\nid: 1\ndata: {"n":1}\n\n');
    const { reported } = await send(resolved(`${server?.url}/headers?Content-Type=text/plain%3Bcharset%3Dlatin1`));
    assert.equal(reported.stream, undefined);
    assert.equal(reported.charset, 'windows-1252');
  });

  it('leaves no connection behind, however many are sent', async () => {
    const url = await serve();
    for (let i = 0; i < 100; i++) assert.equal((await send(resolved(`${url}/json`))).error, undefined);
    assert.equal(server?.accepted, 1);
    await Promise.all(Array.from({ length: 50 }, () => send(resolved(`${url}/json`))));
    await server?.untilOpen(6);
    closeIdleConnections();
    await server?.untilOpen(0);
  });

  it('that makes a listener throw ends the exchange as the defect it is', async () => {
    const reported = new Reported();
    reported.onTold = (name) => {
      if (name === 'chunk') throw new Error('a defect');
    };
    const url = await serve();
    await assert.rejects(send(resolved(`${url}/json`), undefined, reported), /a defect/);
    await assert.rejects(send(resolved(`${url}/encoded/gzip`), undefined, reported), /a defect/);
    assert.equal((await send(resolved(`${url}/json`))).error, undefined);
  });

  it('is not asked for by describing a request, which tells exactly what would be sent', async () => {
    const url = await serve();
    const post = resolved(`${url}/echo`, { method: 'POST', headers: [['X-A', '1']], body: 'héllo' });
    const described = await describeRequest(post, settings);
    assert.equal(server?.accepted, 0);
    assert.deepEqual(described, (await send(post)).reported.sent[0]);
    assert.deepEqual(server?.requests[0]?.headers, described.headers);
    assert.deepEqual(described.added, ['host', 'user-agent', 'accept-encoding', 'connection', 'content-length']);
    assert.equal(described.bodyText, 'héllo');
    assert.equal(described.bodySize, 6);
  });
});
