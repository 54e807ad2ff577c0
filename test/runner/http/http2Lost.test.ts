import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http2 from 'node:http2';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { resolved, send, type RequestParts } from '../../support/exchange.ts';
import { startHttp2Server, type Answer, type Http2Server } from '../../support/http2Server.ts';
import { until } from '../../support/until.ts';

describe('HTTP/2, where something is lost on the way,', () => {
  let server: Http2Server | undefined;
  const start = async (answer: Answer): Promise<string> => (server = await startHttp2Server(answer)).url;
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

  it('leaves a connection that no longer carries anything, for others that are not to wait too', async () => {
    const url = await start(ok);
    const { port = 0 } = server ?? {};
    const carried: net.Socket[] = [];
    const relay = net.createServer((socket) => {
      const on = net.connect(port, '127.0.0.1');
      carried.push(socket, on);
      socket.pipe(on).pipe(socket);
      for (const s of [socket, on]) s.on('error', () => undefined);
    });
    relay.listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const over = url.replace(`${port}`, `${(relay.address() as net.AddressInfo).port}`);
    assert.equal((await send(h2(over))).text, 'ok');
    for (const socket of carried) socket.unpipe().pause();
    const waited = await send(h2(over, { options: { timeoutMs: 100 } }));
    assert.deepEqual([waited.error?.kind, waited.reported.connections[0]?.reused], ['timeout', true]);
    let next = waited;
    while (next.error !== undefined) next = await send(h2(over, { options: { timeoutMs: 500 } }));
    assert.deepEqual([next.text, next.reported.connections[0]?.reused], ['ok', false]);
    for (const socket of carried) socket.destroy();
    relay.close();
  });

  it('closes the files of a body whose stream the server ends in the middle', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-h2-'));
    const file = path.join(folder, 'large.bin');
    fs.writeFileSync(file, '');
    fs.truncateSync(file, 64 * 1024 * 1024);
    let left: Readable | undefined;
    const from = Readable.from.bind(Readable);
    Readable.from = (...given) => (left = from(...given));
    try {
      const url = await start((stream) => {
        stream.pause();
        stream.once('readable', () => stream.close(http2.constants.NGHTTP2_CANCEL));
      });
      const { error } = await send(h2(url, { method: 'POST', body: [{ kind: 'file', path: file }] }));
      assert.match(error?.message ?? '', /CANCEL/);
      // With the stream that reads it.
      await until('the file is closed', () => left?.closed);
    } finally {
      Readable.from = from;
      fs.rmSync(folder, { recursive: true });
    }
  });
});
