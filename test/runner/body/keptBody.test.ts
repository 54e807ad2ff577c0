import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { KeptBody } from '../../../src/runner/http/exchange/keptBody.ts';
import { sweepSpoolFolders } from '../../../src/files/spool.ts';

const mebibyte = 1024 * 1024;

function folder(): { readonly path: string; readonly files: readonly string[] } {
  const name = fs.readdirSync(os.tmpdir()).find((n) => n.startsWith(`req-bodies-${process.pid}-`));
  const own = path.join(os.tmpdir(), name ?? 'none');
  return { path: own, files: name === undefined ? [] : fs.readdirSync(own) };
}

/** `length` bytes that each depend on their position. */
function bytes(length: number, from = 0): Buffer {
  const out = Buffer.alloc(length);
  for (let i = 0; i < length; i++) out[i] = ((from + i) * 2_654_435_761) >>> 24;
  return out;
}

describe('a body that is kept', () => {
  const kept: KeptBody[] = [];
  const made = (...limit: number[]): KeptBody => {
    const body = new KeptBody(...limit);
    kept.push(body);
    return body;
  };
  afterEach(() => {
    for (const body of kept.splice(0)) body.release();
  });

  for (const [what, pieces] of [
    ['nothing', []],
    ['one small piece', [5]],
    ['up to what memory holds', [mebibyte]],
    ['more than that in one piece', [3 * mebibyte + 1]],
    ['more than that in pieces', Array.from({ length: 50 }, (_, i) => 37_000 + i)],
    ['a large piece after small ones', [1, 2, 3, 5 * mebibyte, 4, 5]],
    ['exactly whole batches', [mebibyte, 256 * 1024, 256 * 1024]],
  ] as const) {
    it(`of ${what} reads unchanged in any part while more arrives`, () => {
      const body = made();
      let size = 0;
      const whole = bytes(pieces.reduce((a: number, b) => a + b, 0));
      for (const piece of pieces) {
        body.push(whole.subarray(size, size + piece));
        size += piece;
        assert.equal(body.size, size);
        const end = body.read(size - 10, size);
        assert.deepEqual(Buffer.from(end), whole.subarray(Math.max(0, size - 10), size));
      }
      assert.ok(Buffer.from(body.read(0, size)).equals(whole));
      for (const [start, end] of [
        [0, 1],
        [mebibyte - 3, mebibyte + 3],
        [size - 300_000, size],
        [size, size + 5],
        [-5, 5],
      ] as const)
        assert.ok(Buffer.from(body.read(start, end)).equals(whole.subarray(Math.max(0, start), Math.max(0, end))), `${start}`);
    });
  }

  it('is in a file only if it is large; only its user can read it, and it is deleted after its last use', () => {
    const small = made();
    small.push(bytes(mebibyte));
    const before = folder().files.length;
    const large = new KeptBody();
    large.push(bytes(mebibyte + 1));
    const { path: own, files } = folder();
    assert.equal(files.length, before + 1);
    if (process.platform !== 'win32') {
      assert.equal(fs.statSync(own).mode & 0o777, 0o700);
      for (const file of files) assert.equal(fs.statSync(path.join(own, file)).mode & 0o777, 0o600);
    }
    large.share();
    large.release();
    assert.equal(large.size, mebibyte + 1);
    large.release();
    assert.equal(folder().files.length, before);
  });

  it('with a limit keeps the first bytes and counts the others', () => {
    for (const limit of [0, 10, 2 * mebibyte]) {
      const body = made(limit);
      body.push(bytes(limit + 1));
      body.push(bytes(7));
      assert.deepEqual([body.size, body.received, body.failure], [limit, limit + 8, undefined]);
      assert.ok(Buffer.from(body.read(0, limit + 8)).equals(bytes(limit)));
    }
  });

  for (const after of [0, 100, mebibyte + 5, 2 * mebibyte]) {
    it(`keeps the received part if the disk is full after ${after} bytes, and reports it`, () => {
      const { writeSync } = fs;
      let room = after;
      const whole = bytes(4 * mebibyte);
      const body = made();
      // No disk of a test can be filled: this one takes only so much.
      fs.writeSync = ((descriptor: number, chunk: Uint8Array, offset: number, length: number, position: number) => {
        if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        const written = writeSync(descriptor, chunk, offset, Math.min(length, room), position);
        room -= written;
        return written;
      }) as typeof fs.writeSync;
      try {
        for (let at = 0; at < whole.length; at += 100_000) body.push(whole.subarray(at, at + 100_000));
      } finally {
        fs.writeSync = writeSync;
      }
      assert.equal(body.failure, 'the disk for temporary files is full');
      assert.equal(body.received, whole.length);
      assert.ok(body.size >= Math.max(after, mebibyte - 100_000) && body.size < whole.length, `${body.size}`);
      assert.ok(Buffer.from(body.read(0, body.size)).equals(whole.subarray(0, body.size)));
    });
  }
});

describe('body files of killed processes', () => {
  it('are removed, and nothing else', async () => {
    const make = (name: string): string => {
      const at = path.join(os.tmpdir(), name);
      fs.mkdirSync(at);
      fs.writeFileSync(path.join(at, '0'), 'body');
      return at;
    };
    // No process has so large a number.
    const dead = make(`req-bodies-${2 ** 30}-abc${process.pid}`);
    const others = [make(`req-bodies-${process.ppid}-abc${process.pid}`), make(`req-bodies-of-mine-${process.pid}`)];
    const body = new KeptBody();
    body.push(bytes(2 * mebibyte));
    try {
      await sweepSpoolFolders();
      assert.equal(fs.existsSync(dead), false);
      for (const other of others) assert.equal(fs.existsSync(path.join(other, '0')), true, other);
      assert.equal(Buffer.from(body.read(0, 3)).equals(bytes(3)), true);
      assert.equal(folder().files.length > 0, true);
    } finally {
      body.release();
      for (const other of others) fs.rmSync(other, { recursive: true });
    }
  });
});
