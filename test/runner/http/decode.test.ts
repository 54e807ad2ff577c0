import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, sendFailing, Reported } from '../../support/exchange.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { request, type Step } from '../../support/faultServer/steps.ts';
import { startServer, type TestServer } from '../../support/server.ts';

describe('content codings', () => {
  let server: TestServer;
  let raw: FaultServer | undefined;
  const play = async (...script: Step[]): Promise<string> => (raw = await startFaultServer([request, ...script])).url;
  const response = (coding: string, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`), body]);

  beforeEach(async () => (server = await startServer()));
  afterEach(async () => {
    closeIdleConnections();
    await Promise.all([server.close(), raw?.close()]);
    raw = undefined;
  });

  for (const coding of ['gzip', 'deflate', 'raw-deflate', 'br', 'gzip,br', 'br,deflate,gzip', 'br,raw-deflate']) {
    it(`include ${coding}`, async () => {
      const { text, sizes, error } = await send(resolved(`${server.url}/encoded/${coding}`));
      assert.equal(error, undefined);
      assert.equal(text, '{"encoded":true}');
      assert.equal(sizes.bodyDecoded, 16);
      assert.notEqual(sizes.body, 16);
    });
  }

  it('are decoded down to an unknown one, which is reported', async () => {
    for (const [coding, body] of [
      ['exi', Buffer.from('raw')],
      ['exi, x-gzip, identity', zlib.gzipSync('raw')],
    ] as const) {
      const { text, reported } = await send(resolved(await play(response(coding, body))));
      assert.equal(text, 'raw');
      assert.match(
        reported.warnings.join('\n'),
        /^The body's Content-Encoding is "exi", which Req does not support: its bytes are shown undecoded\.$/,
      );
      await raw?.close();
    }
  });

  it('decode zstd', async () => {
    const body = Buffer.from('KLUv/QRYgQAAeyJlbmNvZGVkIjp0cnVlfRPwzAY=', 'base64');
    for (const [coding, bytes] of [
      ['zstd', body],
      ['zstd, gzip', zlib.gzipSync(body)],
    ] as const) {
      const { text, error } = await send(resolved(await play(response(coding, bytes))));
      assert.equal(error, undefined);
      assert.equal(text, '{"encoded":true}');
      await raw?.close();
    }
  });

  it('fail for a body that is not coded so, with its bytes as received', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, br']) {
      const { error, text } = await sendFailing(resolved(await play(response(coding, Buffer.from('{"plain": "text"}')))));
      assert.equal(error.kind, 'protocol', coding);
      assert.match(error.message, /does not match its Content-Encoding/);
      assert.match(error.hint ?? '', /undecoded/);
      assert.equal(text, '{"plain": "text"}');
      await raw?.close();
    }
  });

  it('are undone for each event of a stream when it arrives', async () => {
    const gzip = zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH });
    const compressed = (text: string): Promise<Buffer> =>
      new Promise((resolve) => {
        gzip.once('data', resolve);
        gzip.write(text);
      });
    // The second event is sent only after the first was emitted.
    let first: (() => void) | undefined;
    const reported = new Reported();
    reported.onTold = (name) => {
      if (name === 'chunk') first?.();
    };
    const url = await play(
      'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nContent-Length: 1000\r\n\r\n',
      await compressed('data: 1\n\n'),
      { do: 'until', promise: new Promise<void>((resolve) => (first = resolve)) },
      await compressed('data: 2\n\n'),
      { do: 'wait', ms: 50 },
      { do: 'end' },
    );
    const { error, text } = await send(resolved(url), undefined, reported);
    assert.equal(error?.kind, 'network');
    assert.equal(text, 'data: 1\n\ndata: 2\n\n');
  });

  it('fail for broken data, with the decoded part', async () => {
    const good = zlib.gzipSync('good '.repeat(10_000) + Math.random(), { level: 0 });
    const broken = Buffer.concat([good.subarray(0, good.length - 8), Buffer.alloc(8)]);
    const { error, text } = await sendFailing(resolved(await play(response('gzip', broken))));
    assert.equal(error.kind, 'protocol');
    assert.match(error.message, /does not match its Content-Encoding \(gzip\)/);
    assert.ok(text.startsWith('good good '));
  });

  it('fail for data that ends early in a complete response, with the decoded part', async () => {
    for (const [coding, whole] of [
      ['gzip', zlib.gzipSync('early end '.repeat(20), { level: 0 })],
      ['br', zlib.brotliCompressSync('early end '.repeat(20))],
    ] as const) {
      const { error, text } = await sendFailing(resolved(await play(response(coding, whole.subarray(0, -3)))));
      assert.equal(error.kind, 'protocol', coding);
      assert.match(error.message, /ends before its compressed data does/);
      if (coding === 'gzip') assert.ok(text.startsWith('early end'), text);
      await raw?.close();
    }
  });

  it('stop at the limit of a body that grows without end', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024)));
    const { error, sizes } = await sendFailing(resolved(await play(response('gzip, gzip', bomb))), { maxBodySize: 1024 * 1024 });
    assert.equal(error.kind, 'limit');
    assert.equal(sizes.bodyDecoded, 1024 * 1024);
  });

  it('are refused if there are more than five', async () => {
    const { error } = await sendFailing(resolved(await play(response(Array(6).fill('gzip').join(','), Buffer.from('x')))));
    assert.equal(error.kind, 'protocol');
    assert.match(error.message, /6 content codings/);
  });

  it('are ignored where there is no body', async () => {
    assert.equal((await send(resolved(await play(response('gzip', Buffer.alloc(0)))))).error, undefined);
  });
});
