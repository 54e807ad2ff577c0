import type { MemoryImage } from './memoryImage.ts';

/** What evaluating the API of scripts changes in an engine that has nothing in it. */
export interface StartImage {
  /** Where the global object's handle lies in that engine. */
  readonly globalAt: number;
  readonly memory: MemoryImage;
}

/** Reads what `makeStartImage` gave. */
export function readStartImage(bytes: Uint8Array): StartImage {
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stretches: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  for (let i = 4; i < bytes.length;) {
    const length = numbers.getUint32(i + 4, true);
    stretches.push({ at: numbers.getUint32(i, true), bytes: bytes.subarray(i + 8, i + 8 + length) });
    i += 8 + length;
  }
  return { globalAt: numbers.getUint32(0, true), memory: stretches };
}
