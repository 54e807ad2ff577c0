/** `WebAssembly.Memory`, which TypeScript declares only in its DOM library. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** Ranges of a memory and their content. */
export type MemoryImage = readonly { readonly at: number; readonly bytes: Uint8Array }[];

/** Memory layout of the engine's build: static data from 0, then the stack, which grows down, then the heap. */
export interface MemoryLayout {
  /** Address at which the heap starts and the stack begins. */
  readonly heapStart: number;
  /** Address of the number that is the heap's end. The heap never shrinks, so nothing was ever written beyond it. */
  readonly breakAt: number;
}

/** Bytes reserved for the stack by the engine's build (5 MB), without 64 KB that static data might overlap. */
export const stackSpace = (5 << 20) - (64 << 10);
/** Bytes of the stack that a script can reach: QuickJS stops it at 256 KB, and its own functions need little more. */
const deepestStack = 1 << 20;

/** Copies the static data and the heap. Nothing may run, because the stack is left out. */
export function imageOf({ buffer }: WasmMemory, { heapStart, breakAt }: MemoryLayout): MemoryImage {
  const copy = (from: number, to: number) => ({ at: from, bytes: new Uint8Array(buffer.slice(from, to)) });
  return [copy(0, heapStart - stackSpace), copy(heapStart, breakOf(buffer, breakAt))];
}

/** Copies an image into a new, zeroed memory. */
export function fill({ buffer }: WasmMemory, image: MemoryImage): void {
  const memory = new Uint8Array(buffer);
  for (const { at, bytes } of image) memory.set(bytes, at);
}

/**
 * Removes everything from a memory that was written after its image was made. Most of a memory was never used, so it is not
 * touched: that makes this several times faster, and the memory stays unallocated. Nothing is written twice.
 */
export function restore(memory: WasmMemory, image: MemoryImage, { heapStart, breakAt }: MemoryLayout): void {
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(0, heapStart - deepestStack, heapStart);
  const end = Math.max(...image.map((range) => range.at + range.bytes.length));
  bytes.fill(0, end, breakOf(memory.buffer, breakAt));
  fill(memory, image);
}

/** The heap's end; the memory's end if that cannot be it. */
function breakOf(buffer: ArrayBuffer, breakAt: number): number {
  const end = new DataView(buffer).getUint32(breakAt, true);
  return end > breakAt && end <= buffer.byteLength ? end : buffer.byteLength;
}
