import assert from 'node:assert/strict';
import { fill, imageOf, restore } from '../../../src/runner/script/memoryImage.ts';

const page = 65_536;

describe('the image of a memory', () => {
  it('makes another memory hold the same', () => {
    const memory = { buffer: new ArrayBuffer(page) };
    new Uint8Array(memory.buffer).set([1, 2, 3], 8190);
    const other = { buffer: new ArrayBuffer(2 * page) };
    fill(other, imageOf(memory));
    assert.deepEqual(Buffer.from(other.buffer, 0, page), Buffer.from(memory.buffer));
  });

  it('takes all out of a memory that was put into it later, however it has grown', () => {
    const memory = { buffer: new ArrayBuffer(2 * page) };
    const bytes = new Uint8Array(memory.buffer);
    bytes.set([1, 2, 3], 100);
    const image = imageOf(memory);
    bytes.fill(9);
    restore(memory, image);
    assert.deepEqual(
      [...bytes.entries()].filter(([, byte]) => byte !== 0),
      [
        [100, 1],
        [101, 2],
        [102, 3],
      ],
    );
  });
});
