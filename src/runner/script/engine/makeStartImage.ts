// Runs at build time, so that starting the engine need not evaluate the API.
import { beginName, heapStart, newEngine, type Engine } from './machine.ts';
import { stackSpace, type MemoryImage } from './memoryImage.ts';

/** Granularity of the comparison in bytes. */
const grain = 16;
/** Memory limit in bytes of the engine that makes the image. */
const memory = 64 << 20;

/**
 * Evaluates the API in an engine and returns the changed memory. The format is 32-bit little-endian numbers: first `globalAt`,
 * `heapStart` and `breakAt`, then for each changed range its address, its length in bytes, and the bytes.
 * @param api text of the bundle of api/apiMain.ts
 */
export async function makeStartImage(module: WebAssembly.Module, api: string): Promise<Buffer> {
  await tryRejections(module);
  const engine = await newEngine(module, memory);
  const { context, wasmMemory, globalAt } = engine;
  const before = Buffer.from(new Uint8Array(wasmMemory.buffer));
  const setUp = `const begin = scriptApi.install(host);
    globalThis.${beginName} = (job) => { delete globalThis.${beginName}; return begin(job); };`;
  const install = context.unwrapResult(context.evalCode(`(function (host) {${api}\n${setUp}\n})`, 'api', { type: 'global' }));
  context.unwrapResult(context.callFunction(install, context.undefined, engine.host)).dispose();
  install.dispose();
  clearFreed(engine);
  const after = Buffer.from(new Uint8Array(wasmMemory.buffer));
  // Nothing runs, so the content of the stack is irrelevant.
  const heap = await heapStart(module);
  for (const now of [before, after]) now.fill(0, heap - stackSpace, heap);
  const numbers = (...of: readonly number[]): Buffer => Buffer.from(Uint32Array.from(of).buffer);
  const parts = [numbers(globalAt, heap, await breakAddress(module, heap))];
  for (const { at, bytes } of changes(before, after)) parts.push(numbers(at, bytes.length), Buffer.from(bytes));
  return Buffer.concat(parts);
}

/**
 * Address of the heap's end in the static data: the number that moves by the size of each large allocation, stays when it is freed, and is
 * beyond the last one. The allocator stores the end of its last block in a similar number, which is lower.
 * @throws {Error} if there is none: `memoryImage.ts` is written for another build
 */
async function breakAddress(module: WebAssembly.Module, heapAt: number): Promise<number> {
  const { heap, wasmMemory } = await newEngine(module, memory);
  const read = (): Uint32Array => new Uint32Array(wasmMemory.buffer.slice(0, heapAt - stackSpace));
  const sizes = [1 << 20, 3 << 20] as const;
  const before = read();
  const first = heap.allocate(sizes[0]);
  const between = read();
  const last = heap.allocate(sizes[1]);
  const after = read();
  for (const at of [first, last]) heap.free(at);
  const freed = read();
  const moved = (i: number): boolean =>
    (between[i] ?? 0) - (before[i] ?? 0) === sizes[0] && (after[i] ?? 0) - (between[i] ?? 0) === sizes[1] && freed[i] === after[i];
  const found = after.reduce((best, end, i) => (moved(i) && end > (after[best] ?? 0) ? i : best), 0);
  if ((after[found] ?? 0) < last + sizes[1]) throw new Error("The end of QuickJS's heap was not found.");
  return found * 4;
}

/** @throws {Error} if the engine does not report rejected promises: `rejections.ts` is written for another build */
async function tryRejections(module: WebAssembly.Module): Promise<void> {
  const { context, rejections } = await newEngine(module, memory);
  context.unwrapResult(context.evalCode('var p = Promise.reject(5); (async () => { throw 6 })().catch(() => {});')).dispose();
  const found = rejections.first();
  const reason: unknown = found === undefined ? undefined : context.dump(found);
  context.unwrapResult(context.evalCode('p.catch(() => {})')).dispose();
  if (reason !== 5 || rejections.first() !== undefined) throw new Error('QuickJS does not report its rejected promises.');
}

function changes(before: Buffer, after: Buffer): MemoryImage {
  const found: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  for (let at = 0; at < after.length; at += grain) {
    const start = at;
    while (at < after.length && !after.subarray(at, at + grain).equals(before.subarray(at, at + grain))) at += grain;
    if (at > start) found.push({ at: start, bytes: after.subarray(start, at) });
  }
  return found;
}

/** Zeroes freed heap memory, by allocating, clearing and freeing it again. This makes the image smaller. */
function clearFreed({ heap, wasmMemory }: Engine): void {
  const end = Buffer.from(wasmMemory.buffer).findLastIndex((byte) => byte !== 0);
  const taken: number[] = [];
  for (let size = 1 << 17; size >= 8; size /= 2) {
    let at = heap.allocate(size);
    for (; at + size <= end; at = heap.allocate(size)) {
      taken.push(at);
      Buffer.from(wasmMemory.buffer).fill(0, at, at + size);
    }
    heap.free(at);
  }
  for (const at of taken) heap.free(at);
}
