import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Bytes } from '../../src/base/bytes.ts';
import { runs } from '../support/runs.ts';

describe('Bytes', () => {
  it('returns all pushed bytes in order, however they are cut and whenever they are read', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 200_000 }), fc.boolean()), { maxLength: 8 }), (pieces) => {
        const bytes = new Bytes();
        const all: Buffer[] = [];
        pieces.forEach(([length, look], i) => {
          const piece = Buffer.alloc(length, i + 1);
          all.push(piece);
          bytes.push(piece);
          if (look) assert.ok(Buffer.concat(all).equals(bytes.bytes()));
        });
        assert.ok(Buffer.concat(all).equals(bytes.bytes()));
        assert.equal(bytes.size, Buffer.concat(all).length);
        assert.equal(bytes.cut, false);
      }),
      { numRuns: runs(30) },
    );
  });

  it('keeps the first up to its limit, without a hole', () => {
    const bytes = new Bytes(5);
    bytes.push(Buffer.from('abc'));
    bytes.push(Buffer.from('defgh'));
    bytes.push(Buffer.from('i'));
    assert.equal(Buffer.from(bytes.bytes()).toString(), 'abcde');
    assert.ok(bytes.cut);
  });

  it('is not cut at exactly its limit', () => {
    const bytes = new Bytes(3);
    bytes.push(Buffer.from('abc'));
    assert.equal(bytes.cut, false);
  });

  it('keeps a million small pieces in the memory of their bytes', () => {
    const bytes = new Bytes();
    const piece = new Uint8Array(3);
    const before = process.memoryUsage();
    for (let i = 0; i < 1_000_000; i++) bytes.push(piece);
    const after = process.memoryUsage();
    assert.equal(bytes.bytes().length, 3_000_000);
    const grown = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
    assert.ok(grown < 30_000_000, `${grown} bytes of memory`);
  });
});
