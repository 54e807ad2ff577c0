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
/** The global property by which `install` of api/main.ts is found; it deletes it. */
const installName = '$req$install';
/** A page of WebAssembly memory, in octets. */
const page = 64 * 1024;
/** Pages the engine asks for at its start: less cannot be. */
const firstPages = 256;
/** What the engine itself needs beside the script, in octets. */
const ownMemory = 6 << 20;

/** Octets that are compared and copied at once. */
const block = 4096;

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

/** An engine before the API is evaluated in it. */
interface Bare {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly wasmMemory: WasmMemory;
  /** Where the global object's handle lies. */
  readonly globalAt: number;
}

/** What evaluating the API changes in the memory of an engine. */
interface Image {
  readonly globalAt: number;
  readonly blocks: readonly { readonly at: number; readonly bytes: Uint8Array }[];
}

/**
 * Makes machines. Evaluating the API takes most of the time, and does the same to each: the second one shows what, and those
 * after it have the changed memory copied into theirs. A single script pays nothing for that.
 */
export class Machines {
  readonly #module: WebAssembly.Module;
  readonly #api: string;
  #made = 0;
  #image: Image | undefined;

  /** @param api text of the bundle of api/main.ts */
  constructor(module: WebAssembly.Module, api: string) {
    this.#module = module;
    this.#api = api;
  }

  /**
   * The limit is the WebAssembly memory's own, since this build of QuickJS cannot tell the size of what it has allocated:
   * its memory limit only refuses single blocks that are larger.
   * @param memory octets a script may use
   */
  async make(memory: number): Promise<Machine> {
    const maximum = Math.max(firstPages, Math.ceil((memory + ownMemory) / page));
    const bare = await bareEngine(this.#module, maximum);
    const { runtime, context, wasmMemory } = bare;
    if (this.#image?.globalAt === bare.globalAt) restore(this.#image, wasmMemory);
    else this.#evaluateApi(bare);
    runtime.setMemoryLimit(memory);
    runtime.setMaxStackSize(stackSize);
    const install = context.getProp(context.global, installName);
    // The engine asks for a twentieth more than it needs, and takes no less.
    return { runtime, context, install, memory, full: () => wasmMemory.buffer.byteLength > maximum * page * 0.9 };
  }

  #evaluateApi(bare: Bare): void {
    const { context, wasmMemory } = bare;
    this.#made++;
    const before = this.#made === 2 ? wasmMemory.buffer.slice(0) : undefined;
    const setUp = `globalThis.${installName} = (...job) => { delete globalThis.${installName}; return scriptApi.install(...job); };`;
    context.unwrapResult(context.evalCode(`(function () {${this.#api}\n${setUp}\n})()`, 'api', { type: 'global' })).dispose();
    if (before?.byteLength === wasmMemory.buffer.byteLength) this.#image = imageOf(bare, before);
  }
}

async function bareEngine(wasmModule: WebAssembly.Module, maximum: number): Promise<Bare> {
  const wasmMemory = new wasm.Memory({ initial: firstPages, maximum });
  const engine: QuickJSWASMModule = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
  const runtime = engine.newRuntime();
  const context = runtime.newContext();
  return { runtime, context, wasmMemory, globalAt: context.global.value };
}

function imageOf({ globalAt, wasmMemory }: Bare, before: ArrayBuffer): Image {
  const blocks: Image['blocks'][number][] = [];
  for (let at = 0; at < before.byteLength; at += block) {
    const now = Buffer.from(wasmMemory.buffer, at, block);
    if (!now.equals(Buffer.from(before, at, block))) blocks.push({ at, bytes: Uint8Array.from(now) });
  }
  return { globalAt, blocks };
}

function restore({ blocks }: Image, { buffer }: WasmMemory): void {
  const memory = new Uint8Array(buffer);
  for (const { at, bytes } of blocks) memory.set(bytes, at);
}
