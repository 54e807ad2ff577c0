import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** What a worker needs to run scripts, the same for all of them. */
export interface Engine {
  /** QuickJS, compiled: a worker receives it without compiling it again. */
  readonly module: WebAssembly.Module;
  /** Text of the bundle of api/main.ts. */
  readonly api: string;
}

/** TypeScript has WebAssembly's values only in the DOM's library. */
const wasm = (globalThis as unknown as { readonly WebAssembly: { readonly compile: (bytes: Uint8Array) => Promise<WebAssembly.Module> } })
  .WebAssembly;

/**
 * Reads and compiles the engine of scripts, off this thread and while a worker starts.
 * @param folder where `quickjs.wasm.br` and `scriptApi.js.br` are
 */
export async function loadEngine(folder: string): Promise<Engine> {
  const [module, api] = await Promise.all([
    unpacked(path.join(folder, 'quickjs.wasm.br')).then(wasm.compile),
    unpacked(path.join(folder, 'scriptApi.js.br')).then(String),
  ]);
  return { module, api };
}

const decompress = promisify(brotliDecompress);
const unpacked = async (file: string): Promise<Buffer> => decompress(await readFile(file));
