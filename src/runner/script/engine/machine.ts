import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { fill, imageOf, restore, type MemoryImage, type WasmMemory } from './memoryImage.ts';
import { withQuickTexts } from './quickTexts.ts';
import { Rejections } from './rejections.ts';
import type { StartImage } from './startImage.ts';

/** Stack limit of QuickJS in bytes: small enough to be reached before that of the worker, 4 MB. */
const stackSize = 256 * 1024;
/** Temporary global property that holds the result of `install` of api/apiMain.ts. Calling it deletes it. */
export const beginName = '$req$begin';
/** Size of a WebAssembly page in bytes. */
const page = 64 * 1024;
/** Initial pages of the imported memory, 16 MB: the minimum that the engine accepts. */
const firstPages = 256;
/** Bytes for the engine itself, in addition to the script's memory, including the last twentieth, which it may fail to allocate. */
const engineMemory = 8 << 20;
/** Size limit in bytes of an engine that is reused: restoring it overwrites what its scripts used. */
const maxReused = 16 << 20;

type Instance = ConstructorParameters<typeof Rejections>[1];

/** TypeScript declares WebAssembly's values only in its DOM library. */
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
      readonly instantiate: (module: WebAssembly.Module, imports: object) => Promise<Instance>;
    };
  }
).WebAssembly;

// The engine stores the language of `navigator` and the program name in its memory, which must be equal on every computer.
Reflect.deleteProperty(globalThis, 'navigator');

/**
 * An engine for one script, with the API evaluated. Its handles are never disposed: its memory is restored or released as a whole, so
 * neither a script nor a leaked handle can affect the next script.
 */
export interface Machine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** The result of `install` of api/apiMain.ts: takes an ApiJob as JSON text, and returns a Control. */
  readonly begin: QuickJSHandle;
  readonly rejections: Rejections;
  readonly memory: number;
  /** Sets the implementation of the only function that leaves the engine. */
  answerBy(answer: (text: string) => string): void;
  /** Whether the memory has grown to about the limit. WebAssembly memory never shrinks. */
  full(): boolean;
}

/** Allocates and frees bytes of an engine's memory. */
export interface Heap {
  allocate(bytes: number): number;
  free(at: number): void;
}

/** The parts of a machine that are reused for the next script. */
export interface Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  /** The only function that leaves the engine. Takes and returns text. The image contains it. */
  readonly host: QuickJSHandle;
  readonly rejections: Rejections;
  readonly wasmMemory: WasmMemory;
  readonly maximum: number;
  readonly globalAt: number;
  readonly heap: Heap;
  answer: (text: string) => string;
}

/**
 * Creates machines. Evaluating the API would take most of the time, so the build does it once and ships the memory it changes. When
 * the second machine is created, an image of its memory is taken. Later machines reuse an engine whose script has ended: its
 * memory is restored from the image, which removes all effects of the script and is a millisecond faster than a new engine. A
 * single script does not pay for the image.
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
   * The WebAssembly memory's maximum enforces the limit: this build of QuickJS does not track its total allocation, and its own memory
   * limit only rejects single larger blocks.
   * @param memory bytes a script may use
   * @param used a machine that is no longer in use and whose script ended by itself. After a script that was stopped, the stack is in an unknown state
   */
  async make(memory: number, used?: Machine): Promise<Machine> {
    return this.#reused(memory, used) ?? this.#machine(await this.#newEngine(memory), memory);
  }

  #reused(memory: number, used: Machine | undefined): Machine | undefined {
    const engine = used?.memory === memory ? this.#engines.get(used) : undefined;
    if (engine === undefined || this.#whole === undefined) return undefined;
    if (engine.wasmMemory.buffer.byteLength > maxReused) return undefined;
    // State outside of the engine's memory.
    engine.runtime.removeInterruptHandler();
    engine.answer = noScript;
    engine.rejections.forget();
    restore(engine.wasmMemory, this.#whole, this.#start.layout);
    return this.#machine(engine, memory);
  }

  #machine(engine: Engine, memory: number): Machine {
    const { runtime, context, rejections, wasmMemory, maximum } = engine;
    runtime.setMemoryLimit(memory);
    runtime.setMaxStackSize(stackSize);
    const machine: Machine = {
      runtime,
      context,
      begin: context.getProp(context.global, beginName),
      rejections,
      memory,
      answerBy: (answer) => void (engine.answer = answer),
      // The engine allocates a twentieth more than it needs, and fails if it gets less.
      full: () => wasmMemory.buffer.byteLength > maximum * page * 0.9,
    };
    this.#engines.set(machine, engine);
    return machine;
  }

  /** A new engine with the API evaluated. */
  async #newEngine(memory: number): Promise<Engine> {
    const engine = await newEngine(this.#module, memory);
    if (engine.globalAt !== this.#start.globalAt) throw new Error('The script engine and its image are from different builds.');
    fill(engine.wasmMemory, this.#start.memory);
    this.#made++;
    if (this.#made === 2) this.#whole = imageOf(engine.wasmMemory, this.#start.layout);
    return engine;
  }
}

/** An empty engine. All are byte for byte equal, except for the seed of their random numbers. */
export async function newEngine(module: WebAssembly.Module, memory: number): Promise<Engine> {
  const maximum = Math.max(firstPages, Math.ceil((memory + engineMemory) / page));
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
    answer: noScript,
  };
  return engine;
}

/** Start address of every engine's heap. The stack grows below it. */
export async function heapStart(module: WebAssembly.Module): Promise<number> {
  const { quickJs } = await instantiate(module, firstPages);
  return heapOf(quickJs).allocate(8);
}

async function instantiate(
  module: WebAssembly.Module,
  maximum: number,
): Promise<{ readonly quickJs: QuickJSWASMModule; readonly instance: Instance; readonly wasmMemory: WasmMemory }> {
  const wasmMemory = new wasm.Memory({ initial: firstPages, maximum });
  let instance: Instance | undefined;
  const emscriptenModule = {
    thisProgram: 'req',
    // Like the loader's default, but keeps the instance.
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
  const { _malloc: allocate, _free: free } = loaderOf(quickJs) as Readonly<Record<'_malloc' | '_free', (of: number) => number>>;
  return { allocate, free };
}

/** The loader's module is missing in the package's types. */
const loaderOf = (quickJs: QuickJSWASMModule): unknown => (quickJs.getFFI() as unknown as { readonly module: unknown }).module;

function noScript(): never {
  throw new Error('no script runs');
}
