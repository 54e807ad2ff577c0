import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { fill, imageOf, putBack, type MemoryImage, type WasmMemory } from './memoryImage.ts';
import { withQuickTexts } from './quickTexts.ts';
import { Rejections } from './rejections.ts';
import type { StartImage } from './startImage.ts';

/** The stack QuickJS may use, in bytes: with the worker's 4 MB it meets this limit before the host meets its own. */
const stackSize = 256 * 1024;
/** The global property by which `install` of api/main.ts is found; it deletes it. */
export const installName = '$req$install';
/** A page of WebAssembly memory, in bytes. */
const page = 64 * 1024;
/** Pages of the memory that the engine imports, 16 MB: it accepts no less. */
const firstPages = 256;
/** What the engine itself needs beside the script, and may fail to get of the last twentieth, in bytes. */
const ownMemory = 8 << 20;
/** What an engine may have grown to that is used again, in bytes: all of it is written then. */
const usedAgain = 16 << 20;

type Instance = ConstructorParameters<typeof Rejections>[1];

/** TypeScript has WebAssembly's values only in the DOM's library. */
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
      readonly instantiate: (module: WebAssembly.Module, imports: object) => Promise<Instance>;
    };
  }
).WebAssembly;

// The engine writes into its memory what language it finds here, and what program it is: it is to be the same on every machine.
Reflect.deleteProperty(globalThis, 'navigator');

/**
 * An engine for one script, with the API evaluated in it. Nothing in it is ever disposed: its memory is put back or goes as a
 * whole, so that neither a script nor a forgotten handle can harm the next one.
 */
export interface Machine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** The function `install` of api/main.ts. */
  readonly install: QuickJSHandle;
  /** The function by which the script reaches out: text in, text out. */
  readonly host: QuickJSHandle;
  readonly rejections: Rejections;
  /** The limit it was made for, in bytes. */
  readonly memory: number;
  /** Says who answers `host`. */
  answerBy(answer: (text: string) => string): void;
  /** Whether its memory has grown to that limit, about: it never shrinks. */
  full(): boolean;
}

/** Takes and gives back bytes of an engine's memory. */
export interface Heap {
  take(bytes: number): number;
  giveBack(at: number): void;
}

/** What stays of a machine from script to script. */
export interface Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly host: QuickJSHandle;
  readonly rejections: Rejections;
  readonly wasmMemory: WasmMemory;
  /** Pages that its memory can have. */
  readonly maximum: number;
  /** Where the global object's handle lies. */
  readonly globalAt: number;
  readonly heap: Heap;
  answer: (text: string) => string;
}

/**
 * Makes machines. Evaluating the API would take most of the time, and do the same to each: the build has done it once, and what
 * it changed in the memory comes with it. The second machine shows what a whole memory holds then, and an engine whose script
 * has come to its end has that put back and is used again: with its memory all that the script has done is gone, and a new one
 * costs a millisecond more. A single script pays nothing for that.
 */
export class Machines {
  readonly #module: WebAssembly.Module;
  readonly #start: StartImage;
  readonly #engines = new WeakMap<Machine, Engine>();
  #made = 0;
  #whole: MemoryImage | undefined;

  constructor(module: WebAssembly.Module, start: StartImage) {
    this.#module = module;
    this.#start = start;
  }

  /**
   * The limit is the WebAssembly memory's own, since this build of QuickJS cannot tell the size of what it has allocated:
   * its memory limit only refuses single blocks that are larger.
   * @param memory bytes a script may use
   * @param used a machine that nobody needs any more and whose script came to its end: where it was stopped, its stack may lie
   * anywhere
   */
  async make(memory: number, used?: Machine): Promise<Machine> {
    return this.#again(memory, used) ?? this.#machine(await this.#ready(memory), memory);
  }

  #again(memory: number, used: Machine | undefined): Machine | undefined {
    const engine = used?.memory === memory ? this.#engines.get(used) : undefined;
    if (engine === undefined || this.#whole === undefined) return undefined;
    if (engine.wasmMemory.buffer.byteLength > usedAgain) return undefined;
    // What it knows outside of its memory.
    engine.runtime.removeInterruptHandler();
    engine.answer = unheard;
    engine.rejections.forget();
    putBack(engine.wasmMemory, this.#whole);
    return this.#machine(engine, memory);
  }

  #machine(engine: Engine, memory: number): Machine {
    const { runtime, context, host, rejections, wasmMemory, maximum } = engine;
    runtime.setMemoryLimit(memory);
    runtime.setMaxStackSize(stackSize);
    const machine: Machine = {
      runtime,
      context,
      install: context.getProp(context.global, installName),
      host,
      rejections,
      memory,
      answerBy: (answer) => void (engine.answer = answer),
      // The engine asks for a twentieth more than it needs, and takes no less.
      full: () => wasmMemory.buffer.byteLength > maximum * page * 0.9,
    };
    this.#engines.set(machine, engine);
    return machine;
  }

  /** An engine with the API in it. */
  async #ready(memory: number): Promise<Engine> {
    const engine = await newEngine(this.#module, memory);
    if (engine.globalAt !== this.#start.globalAt) throw new Error('The engine of scripts and its image are not of the same build.');
    fill(engine.wasmMemory, this.#start.memory);
    this.#made++;
    if (this.#made === 2) this.#whole = imageOf(engine.wasmMemory);
    return engine;
  }
}

/** An engine with nothing in it: each is the same, byte for byte, but for the seed of its random numbers. */
export async function newEngine(module: WebAssembly.Module, memory: number): Promise<Engine> {
  const maximum = Math.max(firstPages, Math.ceil((memory + ownMemory) / page));
  const { quickJs, instance, wasmMemory } = await instantiate(module, maximum);
  const runtime = quickJs.newRuntime();
  const context = runtime.newContext();
  const host = context.newFunction('host', (text) => context.newString(engine.answer(context.getString(text))));
  const engine: Engine = {
    runtime,
    context,
    host,
    rejections: new Rejections(context, instance, loaderOf(quickJs)),
    wasmMemory,
    maximum,
    globalAt: context.global.value,
    heap: heapOf(quickJs),
    answer: unheard,
  };
  return engine;
}

/** Where the heap of each engine begins, under which its stack grows. */
export async function heapStart(module: WebAssembly.Module): Promise<number> {
  const { quickJs } = await instantiate(module, firstPages);
  return heapOf(quickJs).take(8);
}

async function instantiate(
  module: WebAssembly.Module,
  maximum: number,
): Promise<{ readonly quickJs: QuickJSWASMModule; readonly instance: Instance; readonly wasmMemory: WasmMemory }> {
  const wasmMemory = new wasm.Memory({ initial: firstPages, maximum });
  let instance: Instance | undefined;
  const emscriptenModule = {
    thisProgram: 'req',
    // As the loader does it, but the instance is kept.
    instantiateWasm: async (imports: object, done: (made: Instance) => void) => {
      instance = await wasm.instantiate(module, imports);
      done(instance);
      return instance.exports;
    },
  };
  const own = newVariant(variant, { wasmMemory, emscriptenModule });
  const quickJs = await newQuickJSWASMModuleFromVariant(withQuickTexts(own));
  return { quickJs, instance: instance as unknown as Instance, wasmMemory };
}

function heapOf(quickJs: QuickJSWASMModule): Heap {
  const { _malloc: take, _free: giveBack } = loaderOf(quickJs) as Readonly<Record<'_malloc' | '_free', (of: number) => number>>;
  return { take, giveBack };
}

/** The loader's module is not among the types. */
const loaderOf = (quickJs: QuickJSWASMModule): unknown => (quickJs.getFFI() as unknown as { readonly module: unknown }).module;

function unheard(): never {
  throw new Error('no script runs');
}
