import { requiredName } from '../../engine/modules.ts';
import { requirePackage } from '../clients/packages.ts';
import type { Kit } from '../kit.ts';

interface Module {
  exports: unknown;
  readonly id: string;
  readonly filename: string;
  loaded: boolean;
}

type Require = (specifier: unknown) => unknown;

/** `require` for files, by the rules of CommonJS: a file runs once, and a cycle returns the exports so far. */
export function create({ ask, load }: Kit): { readonly require: Require } {
  const modules = new Map<string, Module>();

  const requireOf =
    (from: string | null): Require =>
    (specifier) => {
      if (typeof specifier !== 'string') throw new TypeError('require(path) takes text');
      const found = requirePackage(load, specifier);
      if (found !== undefined) return found.value;
      const file = ask({ op: 'require', from, specifier }) as string;
      const globals = globalThis as unknown as Record<string, (...args: unknown[]) => void>;
      const run = globals[requiredName] as (...args: unknown[]) => void;
      Reflect.deleteProperty(globals, requiredName);
      const known = modules.get(file);
      if (known !== undefined) return known.exports;
      const module: Module = { exports: {}, id: file, filename: file, loaded: false };
      modules.set(file, module);
      try {
        run.call(module.exports, module.exports, requireOf(file), module, file, file.replace(/[\\/][^\\/]*$/, ''));
      } catch (e) {
        modules.delete(file);
        throw e;
      }
      module.loaded = true;
      return module.exports;
    };
  return { require: requireOf(null) };
}
