import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { closeIdleConnections } from '../../../src/runner/http/send.ts';
import { makeFolder, type Folder } from '../../support/command.ts';
import { startFaultServer, type FaultServer } from '../../support/faultServer/faultServer.ts';
import { end, request } from '../../support/faultServer/steps.ts';
import { runReqMeasured } from '../../support/peakMemory.ts';

const mebibyte = 1024 * 1024;

/** A mebibyte that compresses by half, as slow to decode as any. */
function noise(): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length: mebibyte }, () => 65 + (((state = (state * 48271) % 2147483647) >> 8) & 15)));
}

/** Frames of zstd that are stored as they are: the sample of the encoder that Node 20 does not have. */
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
    (server = await startFaultServer([request, `HTTP/1.1 200 OK\r\n${head}\r\n\r\n`, { do: 'repeat', octets: piece, times }, end])).url;

  for (const [coding, piece, times, decoded] of [
    ['gzip', zlib.gzipSync(noise(), { level: 1 }), 300, 300],
    ['zstd', storedZstd(noise()), 200, 200],
    ['gzip, gzip', zlib.gzipSync(zlib.gzipSync(noise(), { level: 1 }), { level: 0 }), 250, 250],
  ] as const)
    it(`stays flat where ${coding} comes faster than it is decoded`, async () => {
      const url = await serve(`Content-Encoding: ${coding}`, piece, times);
      folder.write('a.req', `GET ${url}\n`);
      const { code, peak, stderr } = await runReqMeasured(['send', 'a.req', '-o', 'out'], folder);
      assert.equal(code, 0, stderr);
      assert.equal(fs.statSync(path.join(folder.path, 'out')).size, decoded * mebibyte);
      assert.ok(peak < 135, `${peak} MiB`);
    });
});
