import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Octets } from '../../src/base/octets.ts';

describe('Octets', () => {
  it('gives back all that came, in order, however it is cut and whenever it is looked at', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 200_000 }), fc.boolean()), { maxLength: 8 }), (pieces) => {
        const octets = new Octets();
        const all: Buffer[] = [];
        pieces.forEach(([length, look], i) => {
          const piece = Buffer.alloc(length, i + 1);
          all.push(piece);
          octets.push(piece);
          if (look) assert.ok(Buffer.concat(all).equals(octets.bytes()));
        });
        assert.ok(Buffer.concat(all).equals(octets.bytes()));
        assert.equal(octets.size, Buffer.concat(all).length);
        assert.equal(octets.cut, false);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the first up to its limit, without a hole', () => {
    const octets = new Octets(5);
    octets.push(Buffer.from('abc'));
    octets.push(Buffer.from('defgh'));
    octets.push(Buffer.from('i'));
    assert.equal(Buffer.from(octets.bytes()).toString(), 'abcde');
    assert.ok(octets.cut);
  });

  it('is not cut where exactly its limit came', () => {
    const octets = new Octets(3);
    octets.push(Buffer.from('abc'));
    assert.equal(octets.cut, false);
  });

  it('keeps a million small pieces in the memory of their octets', () => {
    const octets = new Octets();
    const piece = new Uint8Array(3);
    const before = process.memoryUsage();
    for (let i = 0; i < 1_000_000; i++) octets.push(piece);
    const after = process.memoryUsage();
    assert.equal(octets.bytes().length, 3_000_000);
    const grown = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
    assert.ok(grown < 30_000_000, `${grown} octets of memory`);
  });
});
