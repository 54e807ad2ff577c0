import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, Reported, type RequestParts } from '../../support/exchange.ts';
import { echo, startHttp2Server, type Http2Server } from '../../support/http2Server.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { head, request, type Step } from '../../support/faultServer/steps.ts';
import { until } from '../../support/until.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('Expect: 100-continue', () => {
  let server: FaultServer | undefined;
  let http2: Http2Server | undefined;
  const start = async (...scripts: (readonly Step[])[]): Promise<string> => (server = await startFaultServer(...scripts)).url;
  const expecting = (url: string, parts: RequestParts = {}): ReturnType<typeof resolved> =>
    resolved(url, { method: 'POST', body: 'the body', ...parts, headers: [['Expect', '100-continue'], ...(parts.headers ?? [])] });
  const received = (): string => String(server?.received[0]);

  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([server?.close(), http2?.close()]);
    server = http2 = undefined;
  });

  for (const [title, headers, sent] of [
    ['with a length', [], 'the body'],
    ['in chunks', [['Transfer-Encoding', 'chunked']], '8\r\nthe body\r\n0\r\n\r\n'],
  ] as const) {
    it(`holds a body ${title} back until the server sends 100`, async () => {
      let atContinue = '';
      const url = await start([head, goOn, request, ok, request, ok]);
      const reported = new Reported();
      reported.onTold = (name) => {
        if (name === 'informational') atContinue = received();
      };
      const { error, text } = await send(expecting(url, { headers }), undefined, reported);
      assert.equal(error, undefined);
      assert.equal(text, 'ok');
      assert.ok(atContinue.endsWith('\r\n\r\n'), atContinue);
      assert.equal(received(), atContinue + sent);
      assert.deepEqual(reported.order, ['sending', 'connected', 'informational', 'head', 'chunk']);
      const again = await send(resolved(url, { method: 'POST', body: 'b' }));
      assert.equal(again.reported.connections[0]?.reused, true);
    });
  }

  it('sends the body after a while without a word of the server', async () => {
    const url = await start([request, ok]);
    const { error, text } = await send(expecting(url));
    assert.equal(error, undefined);
    assert.equal(text, 'ok');
    assert.ok(received().endsWith('\r\n\r\nthe body'));
  });

  it('uses an early response as its response, and the body is not sent', async () => {
    const url = await start([head, 'HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno'], [request, ok]);
    const { error, text, reported } = await send(expecting(url));
    assert.equal(error, undefined);
    assert.equal(reported.response?.status, 417);
    assert.equal(text, 'no');
    assert.doesNotMatch(received(), /the body/);
    assert.equal((await send(resolved(url))).text, 'ok');
  });

  it('has nothing to hold without a body, and is not known to HTTP/1.0', async () => {
    const url = await start([request, ok, request, ok]);
    assert.equal((await send(resolved(url, { headers: [['Expect', '100-continue']] }))).text, 'ok');
    assert.equal((await send(expecting(url, { httpVersion: '1.0' }))).text, 'ok');
  });

  it('stops while it waits', async () => {
    const url = await start([head]);
    const stopping = new AbortController();
    const sending = send(expecting(url), stopping.signal);
    await until('the head is there', () => received().endsWith('\r\n\r\n'));
    stopping.abort();
    assert.equal((await sending).error?.kind, 'cancelled');
    await server?.closed(0);
    assert.doesNotMatch(received(), /the body/);
  });

  it('holds the body back over HTTP/2 too', async () => {
    http2 = await startHttp2Server(async (stream, asked) => {
      stream.additionalHeaders({ ':status': 100 });
      await echo(stream, asked);
    });
    const { text, reported, error } = await send(expecting(http2.url, { httpVersion: '2' }));
    assert.equal(error, undefined);
    assert.equal(JSON.parse(text).body, 'the body');
    assert.deepEqual(reported.order, ['sending', 'connected', 'informational', 'head', 'chunk']);
  });

  it('uses an early response as its response over HTTP/2, and resets the body', async () => {
    http2 = await startHttp2Server((stream) => {
      stream.respond({ ':status': 417 });
      stream.end('no');
    });
    const { text, reported, error } = await send(expecting(http2.url, { httpVersion: '2' }));
    assert.equal(error, undefined);
    assert.equal(reported.response?.status, 417);
    assert.equal(text, 'no');
    await until('the stream is over', () => http2?.codes.length === 1);
    assert.deepEqual(http2.codes, [constants.NGHTTP2_CANCEL]);
  });
});
