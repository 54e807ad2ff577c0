import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { fill, imageOf, putBack, type MemoryImage, type WasmMemory } from './memoryImage.ts';
import { withQuickTexts } from './quickTexts.ts';

/** The stack QuickJS may use, in octets: with the worker's 4 MB it meets this limit before the host meets its own. */
const stackSize = 256 * 1024;
/** The global property by which `install` of api/main.ts is found; it deletes it. */
const installName = '$req$install';
/** A page of WebAssembly memory, in octets. */
const page = 64 * 1024;
/** Pages the engine asks for at its start, see scripts/bundles.mjs: less cannot be. */
const firstPages = 96;
/** What the engine itself needs beside the script, and may fail to get of the last twentieth, in octets. */
const ownMemory = 8 << 20;
/** What an engine may have grown to that is used again, in octets: all of it is written then. */
const usedAgain = 16 << 20;

/** TypeScript has WebAssembly's values only in the DOM's library. */
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
    };
  }
).WebAssembly;

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
  /** The limit it was made for, in octets. */
  readonly memory: number;
  /** Says who answers `host`. */
  answerBy(answer: (text: string) => string): void;
  /** Whether its memory has grown to that limit, about: it never shrinks. */
  full(): boolean;
}

/** What stays of a machine from script to script. */
interface Engine {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly host: QuickJSHandle;
  readonly wasmMemory: WasmMemory;
  /** Pages that its memory can have. */
  readonly maximum: number;
  /** Where the global object's handle lies. */
  readonly globalAt: number;
  answer: (text: string) => string;
}

/** The memory of an engine in which the API has been evaluated. */
interface Image {
  readonly globalAt: number;
  readonly memory: MemoryImage;
}

/**
 * Makes machines. Evaluating the API takes most of the time, and does the same to each: the second one shows what, and those
 * after it have that memory copied into theirs. A single script pays nothing for that. An engine whose script has come to its
 * end is used again: with its memory all that the script has done is gone, and a new one costs a millisecond more.
 */
export class Machines {
  readonly #module: WebAssembly.Module;
  readonly #api: string;
  readonly #engines = new WeakMap<Machine, Engine>();
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
   * @param used a machine that nobody needs any more and whose script came to its end: where it was stopped, its stack may lie
   * anywhere
   */
  async make(memory: number, used?: Machine): Promise<Machine> {
    return this.#again(memory, used) ?? this.#machine(await this.#newEngine(memory), memory);
  }

  #again(memory: number, used: Machine | undefined): Machine | undefined {
    const engine = used?.memory === memory ? this.#engines.get(used) : undefined;
    if (engine === undefined || this.#image?.globalAt !== engine.globalAt) return undefined;
    if (engine.wasmMemory.buffer.byteLength > usedAgain) return undefined;
    // What it knows outside of its memory.
    engine.runtime.removeInterruptHandler();
    engine.answer = unheard;
    putBack(engine.wasmMemory, this.#image.memory);
    return this.#machine(engine, memory);
  }

  #machine(engine: Engine, memory: number): Machine {
    const { runtime, context, host, wasmMemory, maximum } = engine;
    runtime.setMemoryLimit(memory);
    runtime.setMaxStackSize(stackSize);
    const machine: Machine = {
      runtime,
      context,
      install: context.getProp(context.global, installName),
      host,
      memory,
      answerBy: (answer) => void (engine.answer = answer),
      // The engine asks for a twentieth more than it needs, and takes no less.
      full: () => wasmMemory.buffer.byteLength > maximum * page * 0.9,
    };
    this.#engines.set(machine, engine);
    return machine;
  }

  async #newEngine(memory: number): Promise<Engine> {
    const maximum = Math.max(firstPages, Math.ceil((memory + ownMemory) / page));
    const wasmMemory = new wasm.Memory({ initial: firstPages, maximum });
    const quickJs = await newQuickJSWASMModuleFromVariant(withQuickTexts(newVariant(variant, { wasmModule: this.#module, wasmMemory })));
    const runtime = quickJs.newRuntime();
    const context = runtime.newContext();
    const host = context.newFunction('host', (text) => context.newString(engine.answer(context.getString(text))));
    const engine: Engine = { runtime, context, host, wasmMemory, maximum, globalAt: context.global.value, answer: unheard };
    if (this.#image?.globalAt === engine.globalAt) fill(wasmMemory, this.#image.memory);
    else this.#evaluateApi(engine);
    return engine;
  }

  #evaluateApi({ context, wasmMemory, globalAt }: Engine): void {
    const setUp = `globalThis.${installName} = (...job) => { delete globalThis.${installName}; return scriptApi.install(...job); };`;
    context.unwrapResult(context.evalCode(`(function () {${this.#api}\n${setUp}\n})()`, 'api', { type: 'global' })).dispose();
    this.#made++;
    if (this.#made === 2) this.#image = { globalAt, memory: imageOf(wasmMemory) };
  }
}

function unheard(): never {
  throw new Error('no script runs');
}
