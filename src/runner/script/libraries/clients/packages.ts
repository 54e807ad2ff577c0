import { isScriptPackage, missingPackage, packageName, type ScriptPackage } from '../../../../base/scriptPackages.ts';
import type { Kit } from '../kit.ts';

const url = (): unknown => ({ URL, URLSearchParams });

/** Packages that are globals of the sandbox, or shims. */
const own: Partial<Record<ScriptPackage, (load: Kit['load']) => unknown>> = {
  atob: () => atob,
  btoa: () => btoa,
  url,
  'ajv-formats': (load) => load('ajv')['addFormats'],
  axios: (load) => load('bruno')['axios'],
};

/**
 * A package that a script requires; undefined if the text is a path.
 * @throws {Error} if Req does not have the package
 */
export function requirePackage(load: Kit['load'], written: string): { readonly value: unknown } | undefined {
  const name = packageName(written);
  if (isScriptPackage(name)) return { value: own[name] === undefined ? load(name)['package'] : own[name](load) };
  const why = missingPackage(written);
  if (why !== undefined) throw new Error(why);
  return undefined;
}
