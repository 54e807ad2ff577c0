import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { exchange, closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, settings, Reported } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request } from '../../support/faultServer/steps.ts';
import { startHttp2Server, type Http2Server } from '../../support/http2Server.ts';

const mebibyte = 1024 * 1024;

/** Compresses to half, and is decoded more slowly than it arrives. */
function noise(): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: mebibyte }, () => 65 + (((state = (state * 48271) % 2147483647) >> 8) & 15)));
}

const member = zlib.gzipSync(noise(), { level: 1 });
const head = (count: number): string => `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${member.length * count}\r\n\r\n`;

describe('a body that arrives faster than it is decoded', () => {
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
    assert.deepEqual([second.error, second.text, second.reported.connections[0]?.reused], [undefined, 'ok', true]);
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

  it('is cancelled at once, and nothing is reported of it afterwards', async () => {
    raw = await startFaultServer([request, head(1000), { do: 'repeat', bytes: member, times: 1000 }]);
    const cancelling = new AbortController();
    const reported = new Reported();
    reported.onTold = (name) => {
      if (name === 'chunk' && reported.chunks.length === 50) cancelling.abort();
    };
    const { error, sizes } = await exchange(resolved(raw.url), settings, reported, cancelling.signal);
    assert.equal(error?.kind, 'cancelled');
    assert.ok(sizes.bodyDecoded < 10 * mebibyte);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(reported.chunks.length, 50);
  });
});

describe('a body that arrives faster than it is processed', () => {
  let raw: FaultServer | undefined;
  let h2: Http2Server | undefined;
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([raw?.close(), h2?.close()]);
    [raw, h2] = [undefined, undefined];
  });

  const piece = Buffer.alloc(256 * 1024, 'x');
  const pieces = 4;

  /** Maximum number of bytes that arrive before other tasks run, if each piece takes longer than the limit. */
  async function mostAtOnce(url: string, httpVersion?: '2'): Promise<number> {
    const reported = new Reported();
    let [most, now, all] = [0, 0, 0];
    const turn = (): void => {
      now = 0;
      timer = setImmediate(turn);
    };
    let timer = setImmediate(turn);
    reported.onTold = (name) => {
      if (name !== 'chunk') return;
      const since = performance.now();
      while (performance.now() - since < 6);
      const { length } = reported.chunks.at(-1) ?? piece;
      now += length;
      all += length;
      most = Math.max(most, now);
    };
    const { error } = await send(resolved(url, { httpVersion }), undefined, reported);
    clearImmediate(timer);
    assert.deepEqual([error, all], [undefined, piece.length * pieces]);
    return most;
  }

  it('is read in small pieces between which other tasks run', async () => {
    const length = `HTTP/1.1 200 OK\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`;
    raw = await startFaultServer([request, length, { do: 'repeat', bytes: piece, times: pieces }]);
    const most = await mostAtOnce(raw.url);
    assert.ok(most <= 16 * 1024, `${most}`);
  });

  it('is read so over HTTP/2 too', async () => {
    h2 = await startHttp2Server((stream) => {
      stream.respond({ ':status': 200 });
      Readable.from(Array<Buffer>(pieces).fill(piece)).pipe(stream);
    });
    const most = await mostAtOnce(h2.url, '2');
    assert.ok(most <= 16 * 1024, `${most}`);
  });
});
