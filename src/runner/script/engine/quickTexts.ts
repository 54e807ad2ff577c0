import type { QuickJSSyncVariant } from 'quickjs-emscripten-core';

interface Texts {
  readonly HEAPU8: Uint8Array;
  lengthBytesUTF8: (text: string) => number;
  stringToUTF8: (text: string, at: number, most: number) => number;
}

type Loader = Extract<Awaited<ReturnType<QuickJSSyncVariant['importModuleLoader']>>, (...args: never[]) => unknown>;

const encoder = new TextEncoder();

/** Replaces the engine's string encoding with Node's: the original handles each character in JavaScript. */
export function withQuickTexts(variant: QuickJSSyncVariant): QuickJSSyncVariant {
  return {
    ...variant,
    importModuleLoader: async () => {
      const loader = await variant.importModuleLoader();
      const load = ('default' in loader ? loader.default : loader) as Loader;
      return async (options) => {
        const engine = await load(options);
        useNode(engine as unknown as Texts);
        return engine;
      };
    },
  };
}

function useNode(engine: Texts): void {
  const length = engine.lengthBytesUTF8;
  const write = engine.stringToUTF8;
  // Node would replace lone surrogates, which a script may contain.
  engine.lengthBytesUTF8 = (text) => (text.isWellFormed() ? Buffer.byteLength(text) : length(text));
  engine.stringToUTF8 = (text, at, most) => {
    if (!text.isWellFormed()) return write(text, at, most);
    const { written } = encoder.encodeInto(text, engine.HEAPU8.subarray(at, at + most - 1));
    engine.HEAPU8[at + written] = 0;
    return written;
  };
}
