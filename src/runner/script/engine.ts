import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwn } from '../../files/ownFiles.ts';

/** What a worker needs to run scripts, the same for all of them. */
export interface Engine {
  /** QuickJS, compiled: a worker receives it without compiling it again. */
  readonly module: WebAssembly.Module;
  /** What `readStartImage` reads: the API of scripts. */
  readonly image: Uint8Array;
}

/** TypeScript has WebAssembly's values only in the DOM's library. */
const wasm = (globalThis as unknown as { readonly WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> } })
  .WebAssembly;

/**
 * Reads and compiles the engine of scripts, off this thread and while a worker starts.
 * @param folder where `quickjs.wasm.br` and `quickjs.image.br` are
 */
export async function loadEngine(folder: string): Promise<Engine> {
  const [module, image] = await Promise.all([
    unpacked(path.join(folder, 'quickjs.wasm.br')).then(wasm.compile),
    unpacked(path.join(folder, 'quickjs.image.br')),
  ]);
  return { module, image };
}

const unpacked = async (file: string): Promise<Buffer> => promisify(brotliDecompress)(await readOwn(file));
