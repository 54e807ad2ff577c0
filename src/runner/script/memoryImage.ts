/** Bytes that are looked at and copied at once. */
const block = 4096;

/** A memory of WebAssembly, which TypeScript has only in the DOM's library. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** What stands in a memory, but for blocks of zeros. */
export type MemoryImage = readonly { readonly at: number; readonly bytes: Uint8Array }[];

export function imageOf({ buffer }: WasmMemory): MemoryImage {
  const zeros = Buffer.alloc(block);
  const image: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  for (let at = 0; at < buffer.byteLength; at += block) {
    const now = Buffer.from(buffer, at, block);
    if (!now.equals(zeros)) image.push({ at, bytes: Uint8Array.from(now) });
  }
  return image;
}

/** Makes a memory that is new hold what the image shows. */
export function fill({ buffer }: WasmMemory, image: MemoryImage): void {
  const memory = new Uint8Array(buffer);
  for (const { at, bytes } of image) memory.set(bytes, at);
}

/** Makes a memory hold what the image shows, and nothing of what it has held. */
export function putBack(memory: WasmMemory, image: MemoryImage): void {
  new Uint8Array(memory.buffer).fill(0);
  fill(memory, image);
}
