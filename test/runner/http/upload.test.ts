import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolved, send, Reported } from '../../support/exchange.ts';
import { startFaultServer } from '../../support/faultServer/faultServer.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const mebibyte = 1024 * 1024;

describe('a large body that is sent', () => {
  let server: TestServer;
  let folder: string;
  before(async () => {
    server = await startServer();
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-upload-'));
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });

  function file(bytes: number): string {
    const name = path.join(folder, `${bytes}`);
    fs.writeFileSync(name, Buffer.alloc(bytes, 'x'));
    return name;
  }

  for (const [what, headers] of [
    ['with its length', []],
    ['in chunks', [['Transfer-Encoding', 'chunked']]],
  ] as const) {
    it(`${what} reports how many bytes were sent, up to all`, async () => {
      const total = 4 * mebibyte + 7;
      const body = [
        { kind: 'text', text: 'before\n' },
        { kind: 'file', path: file(4 * mebibyte) },
      ] as const;
      const { reported, error, timings } = await send(resolved(`${server.url}/echo`, { method: 'POST', headers, body }));
      assert.equal(error, undefined);
      assert.equal(server.requests.at(-1)?.body.length, total);
      const sent = reported.uploads.map(([bytes]) => bytes);
      assert.deepEqual(
        sent,
        sent.toSorted((a, b) => a - b),
      );
      assert.deepEqual(reported.uploads.at(-1), [total, total]);
      assert.ok(reported.uploads.every(([, of]) => of === total));
      assert.ok(timings.send > 0);
    });
  }

  it('is reported for each redirect that repeats it', async () => {
    const body = [{ kind: 'file', path: file(mebibyte) }] as const;
    const { reported } = await send(resolved(`${server.url}/redirect/307?to=/echo`, { method: 'PUT', body }));
    assert.equal(reported.uploads.filter(([sent, total]) => sent === total).length, 2);
  });

  it('that the server does not read reports its progress', async () => {
    const deaf = await startFaultServer([{ do: 'stopReading' }]);
    const stop = new AbortController();
    const reported = new Reported();
    reported.onTold = (name) => {
      if (name === 'uploading') stop.abort();
    };
    try {
      const body = [{ kind: 'file', path: file(64 * mebibyte) }] as const;
      const { error } = await send(resolved(deaf.url, { method: 'POST', body, options: { timeoutMs: 0 } }), stop.signal, reported);
      assert.equal(error?.kind, 'cancelled');
      const [sent = 0] = reported.uploads.at(-1) ?? [];
      assert.ok(sent > 0 && sent < 64 * mebibyte, `${sent}`);
    } finally {
      await deaf.close();
    }
  });

  it('and is small reports nothing', async () => {
    const { reported } = await send(resolved(`${server.url}/echo`, { method: 'POST', body: 'x'.repeat(1000) }));
    assert.deepEqual(reported.uploads, []);
  });
});
