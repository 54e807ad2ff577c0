import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

/** The stack QuickJS may use, in octets: with the worker's 4 MB it meets this limit before the host meets its own. */
const stackSize = 256 * 1024;
/** A page of WebAssembly memory, in octets. */
const page = 64 * 1024;
/** Pages the engine asks for at its start: less cannot be. */
const firstPages = 256;
/** What the engine itself needs beside the script, in octets. */
const ownMemory = 6 << 20;

type WasmMemory = ReturnType<QuickJSWASMModule['getWasmMemory']>;

/** TypeScript has WebAssembly's values only in the DOM's library. */
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
    };
  }
).WebAssembly;

/**
 * An engine of its own for one script, with the API evaluated in it. Nothing in it is ever disposed: it goes as a whole,
 * so that neither a script nor a forgotten handle can harm the next one. A new instance costs less than a millisecond.
 */
export interface Machine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** The function `install` of api/main.ts. */
  readonly install: QuickJSHandle;
  /** The limit it was made for, in octets. */
  readonly memory: number;
  /** Whether its memory has grown to that limit, about: it never shrinks. */
  full(): boolean;
}

/**
 * The limit is the WebAssembly memory's own, since this build of QuickJS cannot tell the size of what it has allocated:
 * its memory limit only refuses single blocks that are larger.
 * @param api text of the bundle of api/main.ts
 * @param memory octets a script may use
 */
export async function createMachine(wasmModule: WebAssembly.Module, api: string, memory: number): Promise<Machine> {
  const maximum = Math.max(firstPages, Math.ceil((memory + ownMemory) / page));
  const wasmMemory = new wasm.Memory({ initial: firstPages, maximum });
  const engine: QuickJSWASMModule = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(memory);
  runtime.setMaxStackSize(stackSize);
  const context = runtime.newContext();
  const install = context.unwrapResult(
    context.evalCode(`(function () {${api}\nreturn scriptApi.install;\n})()`, 'api', { type: 'global' }),
  );
  // The engine asks for a twentieth more than it needs, and takes no less.
  return { runtime, context, install, memory, full: () => wasmMemory.buffer.byteLength > maximum * page * 0.9 };
}
