import type { MemoryImage, MemoryLayout } from './memoryImage.ts';

/** Memory that evaluating the API of scripts changes in an empty engine. */
export interface StartImage {
  readonly globalAt: number;
  readonly memory: MemoryImage;
  readonly layout: MemoryLayout;
}

/** 32-bit numbers before the first range. */
const headNumbers = 3;

/** Parses the output of `makeStartImage`. */
export function readStartImage(bytes: Uint8Array): StartImage {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stretches: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  for (let i = 4 * headNumbers; i < bytes.length;) {
    const length = numbers.getUint32(i + 4, true);
    stretches.push({ at: numbers.getUint32(i, true), bytes: bytes.subarray(i + 8, i + 8 + length) });
    i += 8 + length;
  }
  const [globalAt, heapStart, breakAt] = [0, 4, 8].map((at) => numbers.getUint32(at, true)) as [number, number, number];
  return { globalAt, memory: stretches, layout: { heapStart, breakAt } };
}
