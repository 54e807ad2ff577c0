import { setFlagsFromString } from 'node:v8';

/** Newer releases end at once in any case. */
const lastSlowRelease = 22;

/**
 * Lets WebAssembly, the HTTP parser's and that of the engine of scripts, run longer before V8 optimizes it. Up to Node 22 a
 * process cannot end while that compilation runs, which keeps a short command waiting for longer than its request took, and the
 * loop of the engine takes a seventh of a second. As much as can be asked for is still only a few scripts. Call before
 * WebAssembly is loaded.
 */
export function delayWasmTiering(): void {
  if (Number.parseInt(process.versions.node, 10) <= lastSlowRelease) setFlagsFromString('--wasm-tiering-budget=2000000000');
}
