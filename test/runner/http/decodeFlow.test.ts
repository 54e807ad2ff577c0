import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { exchange, closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, settings, Told } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { startHttp2Server, type Http2Server } from '../../support/http2Server.ts';

const mebibyte = 1024 * 1024;

/** Compresses by half, and is decoded more slowly than it comes. */
function noise(): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: mebibyte }, () => 65 + (((state = (state * 48271) % 2147483647) >> 8) & 15)));
}

const member = zlib.gzipSync(noise(), { level: 1 });
const head = (count: number): string => `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${member.length * count}\r\n\r\n`;

describe('a body that comes faster than it is decoded', () => {
  let raw: FaultServer | undefined;
  let h2: Http2Server | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([raw?.close(), h2?.close()]);
    [raw, h2] = [undefined, undefined];
  });

  it('is whole, and its connection serves the next request', async () => {
    const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    raw = await startFaultServer([request, head(20), { do: 'repeat', bytes: member, times: 20 }, request, ok]);
    const first = await send(resolved(raw.url));
    assert.deepEqual([first.error, first.sizes.bodyDecoded], [undefined, 20 * mebibyte]);
    const second = await send(resolved(raw.url));
    assert.deepEqual([second.error, second.text, second.told.connections[0]?.reused], [undefined, 'ok', true]);
  });

  it('is whole over HTTP/2, while other streams of its connection go on', async () => {
    h2 = await startHttp2Server((stream, { headers }) => {
      if (headers.some(([, value]) => value === '/small')) {
        stream.respond({ ':status': 200 });
        return stream.end('small');
      }
      stream.respond({ ':status': 200, 'content-encoding': 'gzip' });
      return Readable.from(Array<Buffer>(20).fill(member)).pipe(stream);
    });
    const large = send(resolved(`${h2.url}/large`, { httpVersion: '2' }));
    const small = await send(resolved(`${h2.url}/small`, { httpVersion: '2' }));
    assert.deepEqual([small.error, small.text], [undefined, 'small']);
    const { error, sizes } = await large;
    assert.deepEqual([error, sizes.bodyDecoded], [undefined, 20 * mebibyte]);
    assert.equal(h2.sessions.length, 1);
  });

  it('is cancelled at once, and nothing is told of it afterwards', async () => {
    raw = await startFaultServer([request, head(1000), { do: 'repeat', bytes: member, times: 1000 }]);
    const cancelling = new AbortController();
    const told = new Told();
    told.onTold = (name) => {
      if (name === 'chunk' && told.chunks.length === 50) cancelling.abort();
    };
    const { error, sizes } = await exchange(resolved(raw.url), settings, told, cancelling.signal);
    assert.equal(error?.kind, 'cancelled');
    assert.ok(sizes.bodyDecoded < 10 * mebibyte);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(told.chunks.length, 50);
  });
});
