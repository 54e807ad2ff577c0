import { setFlagsFromString } from 'node:v8';

/** Newer releases of Node.js exit at once in any case. */
const lastSlowRelease = 22;

/**
 * Delays the optimization of WebAssembly (HTTP parser, script engine). Up to Node.js 22 a process cannot exit during that compilation,
 * which takes longer than a short request; optimizing the engine's loop takes a seventh of a second. The maximum budget still covers only a
 * few scripts. Call before WebAssembly is loaded.
 */
export function delayWasmTiering(): void {
  if (Number.parseInt(process.versions.node, 10) <= lastSlowRelease) setFlagsFromString('--wasm-tiering-budget=2000000000');
}
