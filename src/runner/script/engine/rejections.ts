import { Lifetime, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';

/**
 * Offset of `host_promise_rejection_tracker` in QuickJS's JSRuntime, in bytes. The package exports no function that sets it; the
 * build fails if a rejection is not reported (makeStartImage.ts).
 */
const trackerOffset = 160;
/** The name under which the build exports the engine's table of functions, see scripts/engine.mjs. */
const tableExport = '#';

/** TypeScript declares WebAssembly's values only in its DOM library. */
interface Table {
  grow(by: number): number;
  set(index: number, value: unknown): void;
}
interface Instance {
  readonly exports: Readonly<Record<string, unknown>>;
}
const wasm = (
  globalThis as unknown as {
    readonly WebAssembly: {
      readonly Module: new (bytes: Uint8Array) => object;
      readonly Instance: new (module: object, imports: object) => Instance;
    };
  }
).WebAssembly;

/**
 * A module that imports `a.b` and exports it as `c`, of the type that QuickJS calls:
 * (context: i32, promise: i64, reason: i64, isHandled: i32, opaque: i32). A table accepts only WebAssembly functions.
 */
const forwarder = Uint8Array.from(Buffer.from('0061736d0100000001090160057f7e7e7f7f0002070101610162000007050101630000', 'hex'));

/** Addresses of a context and its runtime, which are missing in its types. */
interface Addresses {
  readonly ctx: { readonly value: number };
  readonly rt: { readonly value: number };
}

/** Members of the engine's loader that are missing in its types. */
interface Loaded {
  readonly HEAPU8: Uint8Array;
  readonly _malloc: (bytes: number) => number;
  readonly _QTS_DupValuePointer: (context: number, value: number) => number;
  readonly _QTS_FreeValuePointer: (context: number, value: number) => void;
}

/**
 * Rejected promises of an engine without a handler (HostPromiseRejectionTracker of ECMA-262). The engine itself reports them, so no
 * construct is missed. A promise is referenced until it gets a handler.
 */
export class Rejections {
  readonly #context: QuickJSContext;
  readonly #addresses: Addresses;
  readonly #loaded: Loaded;
  readonly #dup: (context: number, value: number) => number;
  readonly #free: (context: number, value: number) => void;
  /** Handles by address, in order of rejection. */
  readonly #unhandled = new Map<number, number>();
  /** Eight bytes in the engine's memory. */
  readonly #scratch: number;

  constructor(context: QuickJSContext, instance: Instance, loaded: unknown) {
    this.#context = context;
    this.#addresses = context as unknown as Addresses;
    this.#loaded = loaded as Loaded;
    const { _malloc: malloc, _QTS_DupValuePointer: dup, _QTS_FreeValuePointer: free } = this.#loaded;
    this.#scratch = malloc(8);
    this.#dup = dup;
    this.#free = free;
    const table = instance.exports[tableExport] as Table;
    const imports = {
      a: { b: (_context: number, promise: bigint, _reason: bigint, handled: number) => this.#track(promise, handled !== 0) },
    };
    const index = table.grow(1);
    table.set(index, new wasm.Instance(new wasm.Module(forwarder), imports).exports['c']);
    this.#memory.setUint32(this.#addresses.rt.value + trackerOffset, index, true);
  }

  /** Reason of the first rejected promise without a handler. */
  first(): QuickJSHandle | undefined {
    for (const handle of this.#unhandled.values()) {
      const promise = new Lifetime(handle, undefined, undefined, this.#context.runtime) as unknown as QuickJSHandle;
      const state = this.#context.getPromiseState(promise);
      if (state.type === 'rejected') return state.error;
    }
    return undefined;
  }

  /** Call when the engine's memory is restored. */
  forget(): void {
    this.#unhandled.clear();
  }

  get #memory(): DataView {
    return new DataView(this.#loaded.HEAPU8.buffer);
  }

  /** @param promise an object as QuickJS represents it on 32 bits: its address is the lower half */
  #track(promise: bigint, handled: boolean): void {
    const address = Number(BigInt.asUintN(32, promise));
    const context = this.#addresses.ctx.value;
    const handle = this.#unhandled.get(address);
    if (handled && handle !== undefined) {
      this.#unhandled.delete(address);
      this.#free(context, handle);
    } else if (!handled && handle === undefined) {
      this.#memory.setBigInt64(this.#scratch, promise, true);
      const held = this.#dup(context, this.#scratch);
      // 0: out of memory, which ends the script anyway.
      if (held !== 0) this.#unhandled.set(address, held);
    }
  }
}
