// oxlint-disable typescript/unbound-method, typescript/no-unnecessary-type-parameters -- taking methods off their prototypes is what this file is for
// The intrinsics the API stands on, taken before any user code runs: a script may replace all of them on the globals
// and prototypes without any effect on the API. The same reason forbids in this folder: method calls on arrays, strings,
// maps and dates, for-of, spread and array destructuring (they look up Symbol.iterator), untagged template literals (QuickJS calls `concat`), assigning new properties to
// ordinary objects and arrays (setters on prototypes would see them).

const { bind, call } = Function.prototype;

/** `f` with its `this` as first argument, of type `F`. Calling the result looks nothing up. */
const uncurry = bind.bind(call) as <F>(f: unknown) => F;

export const { apply, defineProperty: reflectDefine, get: reflectGet, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
export const { freeze, is, isExtensible, isFrozen, isSealed, keys: objectKeys } = Object;
export const isArray = Array.isArray;
export const isError = (Error as unknown as { isError(x: unknown): x is Error }).isError;
export const { isFinite: isFiniteNumber, isNaN: isNaNNumber } = Number;
export const jsonParse = JSON.parse as (text: string) => unknown;
export const jsonStringify = JSON.stringify as (text: string) => string;
export const toText = String;
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
/** Size of a Map, undefined for anything else. */
export const mapSize = sizeOf(Map.prototype);
/** Size of a Set, undefined for anything else. */
export const setSize = sizeOf(Set.prototype);

/** Sets an own property whatever setters and read-only properties the prototypes have. */
export function setOwn(target: object, key: PropertyKey, value: unknown): void {
  reflectDefine(target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true } as PropertyDescriptor);
}

/** Appends to an array by an own property. */
export function append<T>(target: T[], value: T): void {
  setOwn(target, target.length, value);
}

/** A Date's milliseconds, or undefined for what is not a Date. */
export function timeOf(value: object): number | undefined {
  try {
    return dateGetTime(value);
  } catch {
    return undefined;
  }
}
