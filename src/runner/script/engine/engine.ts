import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { readOwn } from '../../../files/ownFiles.ts';

/** Code that a worker needs to run scripts. Shared by all workers. */
export interface Engine {
  /** QuickJS, compiled once: transferring it to a worker does not compile it again. */
  readonly module: WebAssembly.Module;
  /** The evaluated API of scripts, for `readStartImage`. */
  readonly image: Uint8Array;
}

/** TypeScript declares WebAssembly's values only in its DOM library. */
const wasm = (globalThis as unknown as { readonly WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> } })
  .WebAssembly;

/**
 * Reads and compiles the engine of scripts asynchronously, while a worker starts.
 * @param folder contains `quickjs.wasm.br` and `quickjs.image.br`
 */
export async function loadEngine(folder: string): Promise<Engine> {
  const [module, image] = await Promise.all([
    unpacked(path.join(folder, 'quickjs.wasm.br')).then(wasm.compile),
    unpacked(path.join(folder, 'quickjs.image.br')),
  ]);
  return { module, image };
}

const unpacked = async (file: string): Promise<Buffer> => promisify(brotliDecompress)(await readOwn(file));
