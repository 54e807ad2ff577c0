import assert from 'node:assert/strict';
import http2 from 'node:http2';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, sendFailing, type RequestParts } from '../../support/exchange.ts';
import { startHttp2Server, type Answer, type Http2Server } from '../../support/http2Server.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const { NGHTTP2_CANCEL, NGHTTP2_REFUSED_STREAM, NGHTTP2_INTERNAL_ERROR, NGHTTP2_HTTP_1_1_REQUIRED, NGHTTP2_ENHANCE_YOUR_CALM } =
  http2.constants;

describe('HTTP/2 that fails', () => {
  let server: Http2Server | undefined;
  const others: (TestServer | FaultServer)[] = [];
  const start = async (answer: Answer): Promise<string> => (server = await startHttp2Server(answer)).url;
  const h2 = (url: string, parts: RequestParts = {}): ReturnType<typeof resolved> => resolved(url, { httpVersion: '2', ...parts });

  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([server?.close(), ...others.splice(0).map((o) => o.close())]);
    server = undefined;
  });

  it('reports a request that is refused twice', async () => {
    const url = await start((stream) => stream.close(NGHTTP2_REFUSED_STREAM));
    const { error } = await sendFailing(h2(url));
    assert.match(error.message, /reset the request instead of answering it \(REFUSED_STREAM\)\.$/);
    assert.equal(server?.requests.length, 2);
  });

  const failures: readonly (readonly [title: string, Answer, kind: string, RegExp, text?: string])[] = [
    [
      'a reset before the answer',
      (s) => s.close(NGHTTP2_INTERNAL_ERROR),
      'network',
      /reset the request instead of answering it \(INTERNAL_ERROR\)\.$/,
    ],
    [
      'headers that are too large',
      (s) => {
        s.respond({ ':status': 200, ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x-${i}`, 'x'.repeat(10_000)])) });
        s.end();
      },
      'network',
      /reset the request instead of answering it/,
    ],
    ['a server that wants HTTP/1.1', (s) => s.close(NGHTTP2_HTTP_1_1_REQUIRED), 'protocol', /wants HTTP\/1\.1 for this request/],
    [
      'a reset in the body',
      (s) => {
        s.respond({ ':status': 200 });
        s.write('part', () => s.close(NGHTTP2_CANCEL));
      },
      'network',
      /broke off in the body, after 4 bytes\. \(CANCEL\)$/,
      'part',
    ],
    [
      'a body that is shorter than promised',
      (s) => {
        s.respond({ ':status': 200, 'content-length': '10' });
        s.end('part');
      },
      'network',
      /after \d+ of 10 bytes/,
    ],
    ['a connection that ends before the answer', (_s, _r, all) => all.cut(), 'network', /ended the connection without answering/],
    [
      'a connection that ends in the body',
      (s, _r, all) => {
        s.respond({ ':status': 200 });
        s.write('part', () => all.cut());
      },
      'network',
      /broke off in the body, after 4 bytes/,
      'part',
    ],
    [
      'a connection that is closed for a reason',
      (s) => s.session?.goaway(NGHTTP2_ENHANCE_YOUR_CALM, 0),
      'network',
      /ended the connection \(ENHANCE_YOUR_CALM\)/,
    ],
  ];
  for (const [title, answer, kind, message, text] of failures) {
    it(`reports ${title}`, async () => {
      const { error, ...sent } = await sendFailing(h2(await start(answer), { method: 'POST' }));
      assert.equal(error.kind, kind);
      assert.match(error.message, message);
      if (text !== undefined) assert.equal(sent.text, text);
    });
  }

  it('reports the chosen protocol of a server without HTTP/2, and sends nothing', async () => {
    const other = await startServer({ tls: true });
    others.push(other);
    const { error, reported } = await sendFailing(h2(other.url, { options: { insecure: true } }));
    assert.equal(error.kind, 'protocol');
    assert.match(error.message, /does not speak HTTP\/2: of HTTP\/2 and HTTP\/1\.1 it chose http\/1\.1\. Nothing was sent\./);
    assert.match(error.hint ?? '', /Remove HTTP\/2 from the request line/);
    assert.deepEqual(reported.order, ['sending']);
    assert.equal(other.requests.length, 0);
  });

  it('is what the error names where a server speaks nothing else', async () => {
    const plain = await sendFailing(resolved(await start(() => undefined)));
    assert.match(plain.error.hint ?? '', /https on this port, or HTTP\/2\?$/);
    await server?.close();
    server = await startHttp2Server(() => undefined, { tls: true });
    const { error } = await sendFailing(resolved(server.url, { options: { insecure: true } }));
    assert.equal(error.kind, 'tls');
    assert.match(error.message, /does not speak HTTP\/1\.1/);
    assert.match(error.hint ?? '', /Write HTTP\/2 behind the URL/);
  });

  it('reports that prior knowledge was wrong', async () => {
    const other = await startFaultServer([request, 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', end]);
    others.push(other);
    const { error } = await sendFailing(h2(other.url));
    assert.equal(error.kind, 'protocol');
    assert.match(error.message, /without sending any HTTP\/2/);
    assert.match(error.hint ?? '', /to send with HTTP\/1\.1/);
  });
});
