// oxlint-disable typescript/unbound-method, typescript/no-unnecessary-type-parameters -- this file detaches methods from their prototypes
// Intrinsics that the API uses, saved before any user code runs. A script can then replace globals and prototype methods without any
// effect on the API. For the same reason, code in this folder must not use: method calls on arrays, strings, maps and dates; for-of,
// spread and array destructuring, which look up Symbol.iterator; untagged template literals, for which QuickJS calls `concat`; and
// assignments of new properties to ordinary objects and arrays, which would call setters on prototypes.

const { bind, call } = Function.prototype;

/** Converts a method to a function with `this` as its first argument, of type `F`. Calling the result looks up no property. */
const uncurry = bind.bind(call) as <F>(f: unknown) => F;

export const { apply, defineProperty: reflectDefine, get: reflectGet, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
export const { freeze, is, isExtensible, isFrozen, isSealed, keys: objectKeys } = Object;
export const isArray = Array.isArray;
export const isError = (Error as unknown as { isError(x: unknown): x is Error }).isError;
export const { isFinite: isFiniteNumber, isNaN: isNaNNumber } = Number;
export const jsonParse = JSON.parse as (text: string) => unknown;
export const jsonStringify = JSON.stringify as (text: string) => string;
export const toText = String;
export const dateNow = Date.now;
export const toBoolean = Boolean;
export const toObject = Object as (value: unknown) => object;
export const toBigInt = BigInt;
export const toNumber = Number;
export const {
  Date: DateCtor,
  Error: ErrorCtor,
  TypeError: TypeErrorCtor,
  RangeError: RangeErrorCtor,
  SyntaxError: SyntaxErrorCtor,
  Map: MapCtor,
  WeakMap: WeakMapCtor,
  Promise: PromiseCtor,
  Proxy: ProxyCtor,
} = globalThis;

export const objectPrototype: object = Object.prototype;
export const iteratorSymbol: typeof Symbol.iterator = Symbol.iterator;

export const functionToString = uncurry<(f: object) => string>(Function.prototype.toString);
/** `[object Name]`, by `Symbol.toStringTag` where there is one. */
export const classText = uncurry<(o: unknown) => string>(Object.prototype.toString);
export const hasOwn = uncurry<(o: object, key: PropertyKey) => boolean>(Object.prototype.hasOwnProperty);

const dateGetTime = uncurry<(d: object) => number>(Date.prototype.getTime);
export const dateToIso = uncurry<(d: object) => string>(Date.prototype.toISOString);
export const regExpExec = uncurry<(r: RegExp, text: string) => RegExpExecArray | null>(RegExp.prototype.exec);
export const regExpToString = uncurry<(r: object) => string>(RegExp.prototype.toString);
export const symbolToString = uncurry<(s: symbol) => string>(Symbol.prototype.toString);

export const charCodeAt = uncurry<(s: string, i: number) => number>(String.prototype.charCodeAt);
export const slice = uncurry<(s: string, start: number, end?: number) => string>(String.prototype.slice);
export const indexOf = uncurry<(s: string, part: string, from?: number) => number>(String.prototype.indexOf);
export const toLowerCase = uncurry<(s: string) => string>(String.prototype.toLowerCase);
export const trim = uncurry<(s: string) => string>(String.prototype.trim);

export const mapGet = uncurry<<K, V>(m: Map<K, V>, key: K) => V | undefined>(Map.prototype.get);
export const mapSet = uncurry<<K, V>(m: Map<K, V>, key: K, value: V) => Map<K, V>>(Map.prototype.set);
export const mapDelete = uncurry<(m: object, key: unknown) => boolean>(Map.prototype.delete);
export const mapForEach = uncurry<<K, V>(m: object, f: (value: V, key: K) => void) => void>(Map.prototype.forEach);
export const setForEach = uncurry<(s: object, f: (value: unknown) => void) => void>(Set.prototype.forEach);
export const weakMapGet = uncurry<<K extends object, V>(m: WeakMap<K, V>, key: K) => V | undefined>(WeakMap.prototype.get);
export const weakMapSet = uncurry<<K extends object, V>(m: WeakMap<K, V>, key: K, value: V) => WeakMap<K, V>>(WeakMap.prototype.set);

const sizeOf = (prototype: object): ((o: object) => number | undefined) => {
  const get = uncurry<(o: object) => number>(Object.getOwnPropertyDescriptor(prototype, 'size')?.get);
  return (o) => {
    try {
      return get(o);
    } catch {
      return undefined;
    }
  };
};
/** Size of a Map; undefined for any other object. */
export const mapSize = sizeOf(Map.prototype);
/** Size of a Set; undefined for any other object. */
export const setSize = sizeOf(Set.prototype);

/** Sets an own property, ignoring setters and read-only properties of the prototypes. */
export function setOwn(target: object, key: PropertyKey, value: unknown): void {
  reflectDefine(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true } as PropertyDescriptor);
}

/** Appends to an array with `setOwn`. */
export function append<T>(target: T[], value: T): void {
  setOwn(target, target.length, value);
}

/** Milliseconds of a Date since 1970; undefined for any other object. */
export function timeOf(value: object): number | undefined {
  try {
    return dateGetTime(value);
  } catch {
    return undefined;
  }
}
