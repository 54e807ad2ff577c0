// Globals that a library defines when a script first uses one of them.
import type { Kit } from '../libraries/kit.ts';
import type { LocaleTexts } from '../libraries/web/intl.ts';
import type { Web } from '../libraries/web/webMain.ts';
import { reflectDefine, toBigInt, toNumber, TypeErrorCtor } from './primordials.ts';

/** Global names of the library `web`. */
const webNames = [
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'atob',
  'btoa',
  'crypto',
  'CryptoKey',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'clearImmediate',
  'queueMicrotask',
  'Intl',
  'structuredClone',
  'DOMException',
] as const;

/** Other global names, and the libraries that define them. */
const others: readonly { readonly 0: string; readonly 1: string }[] = [
  ['require', 'modules'],
  ['jsonPath', 'query'],
  ['$random', 'query'],
  ['xpath', 'xml'],
  ['pm', 'postman'],
  ['postman', 'postman'],
  ['insomnia', 'postman'],
  ['tests', 'postman'],
  ['responseBody', 'postman'],
  ['responseCode', 'postman'],
  ['responseHeaders', 'postman'],
  ['responseTime', 'postman'],
  ['environment', 'postman'],
  ['globals', 'postman'],
  ['data', 'postman'],
  ['iteration', 'postman'],
  ['xml2Json', 'postman'],
  ['tv4', 'tv4'],
  ['bru', 'bruno'],
  ['req', 'bruno'],
  ['res', 'bruno'],
  ['test', 'bruno'],
  ['expect', 'bruno'],
  ['assert', 'bruno'],
  ['axios', 'bruno'],
  ['_', 'lodash'],
  ['CryptoJS', 'crypto-js'],
  ['moment', 'moment'],
  ['cheerio', 'cheerio'],
  ['Buffer', 'buffer'],
];

type Library = Readonly<Record<string, unknown>>;

// oxlint-disable-next-line no-eval -- inside the sandbox
const evaluate = globalThis.eval;

/** Loads libraries for a script, each once. */
export type Load = (name: string) => Library;

let load: Load | undefined;
/** Libraries that are being loaded. */
let loading = 0;

/** @param kit functions for libraries */
export function createLoad(kit: Kit): Load {
  const loaded: Record<string, Library> = { __proto__: null } as never;
  return (load = (name) => {
    let found = loaded[name];
    if (found === undefined) {
      // A library that reads its own global finds nothing, as without it.
      loaded[name] = {};
      loading++;
      try {
        found = (evaluate(kit.ask({ op: 'library', name }) as string) as (kit: Kit) => Library)(kit);
      } finally {
        loading--;
      }
      loaded[name] = found;
    }
    return found;
  });
}

/**
 * A library of the running script, loaded on first use.
 * @throws {TypeError} if no script runs
 */
export function library(name: string): Library {
  if (load === undefined) throw new TypeErrorCtor('no script runs');
  return load(name);
}

export const web = (): Web => library('web') as Web;

/** Defines lazy globals. Call at build time: they are part of the memory's image. */
export function defineWebGlobals(): void {
  for (let i = 0; i < others.length; i++) {
    const entry = others[i] as (typeof others)[number];
    define(globalThis, entry[0], () => library(entry[1])[entry[0]], entry[0] === 'Buffer');
  }
  for (let i = 0; i < webNames.length; i++) {
    const name = webNames[i] as string;
    define(globalThis, name, () => web()[name]);
  }
  const locale = (): LocaleTexts => web().locale;
  const method = (target: object, name: string, call: (self: never, locales: unknown, options: unknown) => string): void => {
    const value = function (this: never, locales?: unknown, options?: unknown): string {
      return call(this, locales, options);
    };
    reflectDefine(target, name, { __proto__: null, value, writable: true, configurable: true } as PropertyDescriptor);
  };
  method(Date.prototype, 'toLocaleString', (self, locales, options) => locale().date(self, locales, options, 'any'));
  method(Date.prototype, 'toLocaleDateString', (self, locales, options) => locale().date(self, locales, options, 'date'));
  method(Date.prototype, 'toLocaleTimeString', (self, locales, options) => locale().date(self, locales, options, 'time'));
  const number = (self: unknown, locales: unknown, options: unknown): string => locale().number(self, locales, options);
  method(Number.prototype, 'toLocaleString', (self: unknown, locales, options) => number(toNumber(self), locales, options));
  method(BigInt.prototype, 'toLocaleString', (self: unknown, locales, options) => number(toBigInt(self as bigint), locales, options));
}

/**
 * A property whose value is created on first access. A script can replace it.
 * @param isProbed whether many packages test for it while they are loaded and work without it: the test does not load it
 */
function define(target: object, name: string, make: () => unknown, isProbed = false): void {
  const own = (value: unknown): void => {
    reflectDefine(target, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true } as PropertyDescriptor);
  };
  const accessor = {
    __proto__: null,
    configurable: true,
    enumerable: false,
    get: () => {
      if (isProbed && loading > 0) return undefined;
      const value = make();
      own(value);
      return value;
    },
    set: own,
  };
  reflectDefine(target, name, accessor as PropertyDescriptor);
}
