import type { MemoryImage } from './memoryImage.ts';

/** Memory that evaluating the API of scripts changes in an empty engine. */
export interface StartImage {
  /** Address of the global object's handle in that engine. */
  readonly globalAt: number;
  readonly memory: MemoryImage;
}

/** Parses the output of `makeStartImage`. */
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
