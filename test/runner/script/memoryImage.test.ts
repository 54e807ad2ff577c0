import assert from 'node:assert/strict';
import { fill, imageOf, restore, stackSpace, type MemoryLayout, type WasmMemory } from '../../../src/runner/script/engine/memoryImage.ts';

const heapStart = stackSpace + 65_536;
const layout: MemoryLayout = { heapStart, breakAt: 400 };

/** A memory with static data, and a heap that ends at `end`. */
function memoryOf(size: number, end: number): WasmMemory {
  const memory = { buffer: new ArrayBuffer(heapStart + size) };
  new Uint8Array(memory.buffer).set([1, 2, 3], 8190);
  new Uint8Array(memory.buffer).set([4, 5, 6], heapStart + 10);
  new DataView(memory.buffer).setUint32(layout.breakAt, heapStart + end, true);
  return memory;
}

describe('the image of a memory', () => {
  it('makes another memory hold the same', () => {
    const memory = memoryOf(65_536, 100);
    const other = { buffer: new ArrayBuffer(heapStart + 2 * 65_536) };
    fill(other, imageOf(memory, layout));
    assert.ok(Buffer.from(other.buffer, 0, memory.buffer.byteLength).equals(Buffer.from(memory.buffer)));
  });

  it('takes everything out of a memory that was written later: static data, the stack, and the heap however it has grown', () => {
    const memory = memoryOf(65_536, 100);
    const before = Buffer.from(memory.buffer.slice(0));
    const image = imageOf(memory, layout);
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(9, 1000, 65_536);
    bytes.fill(9, heapStart - 512 * 1024, heapStart + 50_000);
    new DataView(memory.buffer).setUint32(layout.breakAt, heapStart + 50_000, true);
    restore(memory, image, layout);
    assert.ok(Buffer.from(memory.buffer).equals(before));
  });

  it('clears all of a memory whose heap has no end in it', () => {
    for (const end of [0, 1 << 30]) {
      const memory = memoryOf(65_536, 100);
      const before = Buffer.from(memory.buffer.slice(0));
      const image = imageOf(memory, layout);
      new Uint8Array(memory.buffer).fill(9, heapStart);
      new DataView(memory.buffer).setUint32(layout.breakAt, end, true);
      restore(memory, image, layout);
      assert.ok(Buffer.from(memory.buffer).equals(before));
    }
  });
});
