import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { closeIdleConnections } from '../../../src/runner/http/exchange/exchange.ts';
import { makeFolder, type Folder } from '../../support/command.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request } from '../../support/faultServer/steps.ts';
import { runReqMeasured } from '../../support/peakMemory.ts';

const mebibyte = 1024 * 1024;

/** A mebibyte that compresses to half, which is the slowest to decode. */
function noise(): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: mebibyte }, () => 65 + (((state = (state * 48271) % 2147483647) >> 8) & 15)));
}

/** zstd frames with uncompressed blocks. Node.js 20 has no zstd encoder. */
function storedZstd(content: Buffer): Buffer {
  const blocks: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at < content.length; at += 128 * 1024) {
    const block = content.subarray(at, at + 128 * 1024);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (at + block.length >= content.length ? 1 : 0), 0, 3);
    blocks.push(header, block);
  }
  return Buffer.concat(blocks);
}

describe('the memory of req send', () => {
  let folder: Folder;
  let server: FaultServer | undefined;
  beforeEach(() => (folder = makeFolder()));
  afterEach(async () => {
    closeIdleConnections();
    await server?.close();
    server = undefined;
    folder.remove();
  });
  const serve = async (head: string, piece: Buffer | string, times: number): Promise<string> =>
    (server = await startFaultServer([request, `HTTP/1.1 200 OK\r\n${head}\r\n\r\n`, { do: 'repeat', bytes: piece, times }, end])).url;

  // These two have no members, so the whole is compressed at once, with a window that is shorter than the repeated mebibyte.
  const long = (): Buffer => Buffer.concat(Array<Buffer>(100).fill(noise()));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = zlib.constants;

  for (const [coding, piece, times, decoded] of [
    ['deflate', zlib.deflateSync(long(), { level: 1 }), 1, 100],
    ['br', zlib.brotliCompressSync(long(), { params: { [quality]: 1, [window]: 16 } }), 1, 100],
    ['gzip', zlib.gzipSync(noise(), { level: 1 }), 200, 200],
    ['zstd', storedZstd(noise()), 120, 120],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(noise(), { level: 1 }), { level: 0 }), 200, 200],
  ] as const)
    it(`stays flat if ${coding} arrives faster than it is decoded`, async () => {
      const url = await serve(`Content-Encoding: ${coding}`, piece, times);
      folder.write('a.req', `GET ${url}\n`);
      const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '-o', 'out'], folder);
      assert.equal(code, 0, stderr);
      assert.equal(fs.statSync(path.join(folder.path, 'out')).size, decoded * mebibyte);
      assert.ok(peak < 150, `${peak} MiB`);
    });

  const bomb = zlib.gzipSync(Buffer.alloc(16 * mebibyte));

  for (const [flag, most] of [
    ['--color=never', 160],
    ['--json', 400],
    ['--body-only', 135],
  ] as const)
    it(`stays below ${most} MiB for a gigabyte of NUL characters with ${flag}`, async () => {
      const url = await serve('Content-Encoding: gzip\r\nContent-Type: text/plain', bomb, 64);
      folder.write('a.req', `GET ${url}\n`);
      const { code, peak, stderr, stdout } = await runReqMeasured(['send', 'a.req', flag], folder);
      assert.equal(code, flag === '--json' ? 4 : 0, stderr);
      assert.ok(peak < most, `${peak} MiB`);
      const { size } = fs.statSync(stdout);
      // As it arrives, the text is printed whole.
      if (flag === '--json') assert.ok(size >= 6 * 64 * mebibyte, `${size}`);
      else assert.equal(size, 1024 * mebibyte);
    });

  for (const [most, secret, ...flags] of [
    [240, ''],
    [240, '', '--jsonl'],
    [240, '', '--text'],
    [280, 'X-Key: {{$secret.K}}\n'],
  ] as const)
    it(`is below ${most} MiB for an event of 60 MiB${secret && ' with a secret in use'} ${flags.join('')}`, async () => {
      const head = 'Content-Type: text/event-stream\r\n\r\ndata: ';
      server = await startFaultServer([
        request,
        `HTTP/1.1 200 OK\r\n${head}`,
        { do: 'repeat', bytes: Buffer.alloc(mebibyte, 'a'), times: 60 },
        '\n\n',
        end,
      ]);
      folder.write('a.req', `GET ${server.url}\n${secret}`);
      const { code, peak, stderr, stdout } = await runReqMeasured(['send', 'a.req', ...flags], folder, { REQ_SECRET_K: 'hunter2-secret' });
      assert.equal(code, 0, stderr);
      assert.ok(fs.statSync(stdout).size >= 60 * mebibyte);
      assert.ok(peak < most, `${peak} MiB`);
    });

  it('stays below 350 MiB for JSON that --text prints on standard error, which is read slowly', async () => {
    const items = { do: 'repeat', bytes: Buffer.from('{"a":"some text","b":[1,2,3]},'.repeat(30_000)), times: 60 } as const;
    server = await startFaultServer([request, 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[', items, '0]', end]);
    folder.write('a.req', `GET ${server.url}\n`);
    const { code, peak } = await runReqMeasured(['send', 'a.req', '--text'], folder);
    assert.equal(code, 0);
    assert.ok(peak < 350, `${peak} MiB`);
  });

  it('stays below 150 MiB for 400,000 events in one piece', async () => {
    const url = await serve('Content-Type: text/event-stream', 'data: {"n":1}\n\n'.repeat(400_000), 1);
    folder.write('a.req', `GET ${url}\n`);
    const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '--jsonl'], folder);
    assert.equal(code, 0, stderr);
    assert.ok(peak < 150, `${peak} MiB`);
  });

  it('stays flat with a million events and --jsonl', async () => {
    const url = await serve('Content-Type: text/event-stream', 'data:0123456789abcdef\n\n', 1_000_000);
    folder.write('a.req', `GET ${url}\n`);
    const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '--jsonl'], folder);
    assert.equal(code, 0, stderr);
    assert.ok(peak < 150, `${peak} MiB`);
  });

  it('stays flat with a million levels of JSON, laid out', async () => {
    const deep = Buffer.from('['.repeat(1_000_000) + ']'.repeat(1_000_000));
    const url = await serve('Content-Type: application/json', deep, 1);
    folder.write('a.req', `GET ${url}\n\n?? body isArray\n`);
    const { peak, stdout } = await runReqMeasured(['send', 'a.req'], folder);
    assert.ok(fs.statSync(stdout).size > 100 * mebibyte);
    assert.ok(peak < 300, `${peak} MiB`);
  });

  it('stays below 400 MiB for the JSON of a large event full of secrets that are not Latin', async () => {
    const secret = 'пароль-żółć';
    const piece = Buffer.from(`${secret} x `.repeat(40_000));
    const times = Math.floor((62 * mebibyte) / piece.length);
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ';
    server = await startFaultServer([request, head, { do: 'repeat', bytes: piece, times }, '\n\n', end]);
    folder.write('a.req', `GET ${server.url}?key={{$secret.K}}\n`);
    const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '--json'], folder, { REQ_SECRET_K: secret });
    assert.equal(code, 0, stderr);
    assert.ok(peak < 400, `${peak} MiB`);
  });

  it('stays below 500 MiB for assertions on a long list', async () => {
    const list = JSON.stringify(
      Array.from({ length: 300_000 }, (_, id) => ({ id, name: `user ${id}`, tags: ['a', 'b'], on: true, price: id / 7 })),
    );
    const url = await serve(`Content-Type: application/json\r\nContent-Length: ${list.length}`, list, 1);
    const schema = '{"items": {"properties": {"id": {"type": "integer"}}}}';
    folder.write('a.req', `GET ${url}\n\n?? body.$[299999].id == 299999\n?? body matchesSchema ${schema}\n?? body matchesShape\n`);
    const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '--body-only', '--update-snapshots'], folder);
    assert.equal(code, 0, stderr);
    assert.ok(peak < 500, `${peak} MiB`);
  });
});
