/** Bytes that are compared and copied at once. */
const block = 4096;

/** `WebAssembly.Memory`, which TypeScript declares only in its DOM library. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** Content of a memory without its blocks of zeros. */
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

/** Copies an image into a new, zeroed memory. */
export function fill({ buffer }: WasmMemory, image: MemoryImage): void {
  const memory = new Uint8Array(buffer);
  for (const { at, bytes } of image) memory.set(bytes, at);
}

/** Replaces the whole content of a memory with an image. */
export function restore(memory: WasmMemory, image: MemoryImage): void {
  new Uint8Array(memory.buffer).fill(0);
  fill(memory, image);
}
