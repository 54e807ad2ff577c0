import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import {
  charCodeAt,
  DateCtor,
  dateToIso,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  is,
  isArray,
  isFiniteNumber,
  isNaNNumber,
  jsonStringify,
  objectKeys,
  objectPrototype,
  RangeErrorCtor,
  regExpExec,
  setOwn,
  timeOf,
  toBigInt,
  toNumber,
  toText,
  TypeErrorCtor,
} from './primordials.ts';
import { words } from './chaiWords.ts';

/** Maximum nesting levels of a value passed into or out of the sandbox. */
const maxDepth = 1000;
const plainKey = /^[A-Za-z_$][\w$]*$/;

/** An array or object being written. Linked upwards to avoid recursion, because the virtual machine's stack is small. */
interface Level {
  readonly up: Level | undefined;
  readonly depth: number;
  readonly value: object;
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  next: number;
  empty: boolean;
}

/**
 * Encodes a value as JSON text of an EncodedValue. Undefined properties are left out.
 * @param leftOut called with the path of each property that is left out
 * @param bound if set, no getter runs, and a longer text (in characters) throws a RangeError
 * @throws {TypeError} if a member is not plain data; the message has its path
 * @throws {RangeError} beyond 1,000 levels
 */
export function encodeJson(root: unknown, leftOut: (path: () => string) => void, bound?: number): string {
  let out = '';
  let level: Level | undefined;
  write(root);
  while (level !== undefined) {
    const here: Level = level;
    if (bound !== undefined && out.length > bound) throw new RangeErrorCtor('the value is too long');
    if (here.next >= here.length) {
      out += here.keys === undefined ? ']' : ']}';
      level = here.up;
      // Close the key-value pair whose value this level was.
      if (level !== undefined && level.keys !== undefined) out += ']';
      continue;
    }
    const i = here.next++;
    if (here.keys === undefined) {
      if (!here.empty) out += ',';
      here.empty = false;
      write(bound === undefined ? (here.value as readonly unknown[])[i] : ownData(here.value, i));
      continue;
    }
    const key = here.keys[i] as string;
    const value = bound === undefined ? (here.value as Record<string, unknown>)[key] : ownData(here.value, key);
    if (value === undefined) {
      leftOut(() => pathTo(here));
      continue;
    }
    out += here.empty ? '[' : ',[';
    here.empty = false;
    out += words`${jsonStringify(key)},`;
    write(value);
    if (level === here) out += ']';
  }
  return out;

  function write(value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      out += scalarJson(value, level);
      return;
    }
    const array = isArray(value);
    const date = array ? undefined : dateJson(value, level);
    if (date !== undefined) {
      out += date;
      return;
    }
    level = levelOf(value, array, level);
    out += array ? '[' : '{"$object":[';
  }
}

/** @param level container of the value, for its path in errors */
function scalarJson(value: unknown, level: Level | undefined): string {
  switch (typeof value) {
    case 'string':
      return jsonStringify(value);
    case 'number':
      if (isNaNNumber(value) || !isFiniteNumber(value)) notData(level, words`is ${value}`);
      return is(value, -0) ? '{"$number":"-0"}' : toText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return words`{"$bigint":"${toText(value)}"}`;
    case 'object':
      return 'null';
    default:
      return notData(level, value === undefined ? 'is undefined' : words`is a ${typeof value}`);
  }
}

/** JSON of a date; undefined for a plain object. @throws {TypeError} on any other object */
function dateJson(value: object, level: Level | undefined): string | undefined {
  const prototype = getPrototypeOf(value);
  if (prototype === objectPrototype || prototype === null) return undefined;
  const time = timeOf(value);
  if (time === undefined) return notData(level, words`is ${describeClass(value)}`);
  if (isNaNNumber(time)) notData(level, 'is an invalid date');
  return words`{"$date":"${dateToIso(new DateCtor(time))}"}`;
}

function levelOf(value: object, array: boolean, up: Level | undefined): Level {
  for (let l = up; l !== undefined; l = l.up) if (l.value === value) notData(up, 'refers back to itself');
  const depth = up === undefined ? 1 : up.depth + 1;
  if (depth > maxDepth) throw new RangeErrorCtor(words`the value nests more than ${maxDepth} levels deep`);
  const keys = array ? undefined : objectKeys(value);
  return {
    __proto__: null,
    up,
    depth,
    value,
    keys,
    length: keys === undefined ? (value as readonly unknown[]).length : keys.length,
    next: 0,
    empty: true,
  } as Level;
}

function notData(level: Level | undefined, what: string): never {
  throw new TypeErrorCtor(words`${pathTo(level)} ${what}: only text, numbers, booleans, null, dates, arrays and plain objects can be kept`);
}

/** Path of the member that is being written: `value.a[2].f`. */
function pathTo(level: Level | undefined): string {
  let path = '';
  for (let l = level; l !== undefined; l = l.up) {
    const i = l.next - 1;
    if (l.keys === undefined) path = words`[${i}]${path}`;
    else {
      const key = l.keys[i] as string;
      path = regExpExec(plainKey, key) === null ? words`[${jsonStringify(key)}]${path}` : words`.${key}${path}`;
    }
  }
  return words`value${path}`;
}

function describeClass(value: object): string {
  const name = classNameOf(value);
  if (name === undefined) return 'an object with a prototype of its own';
  const first = charCodeAt(name, 0) | 32;
  const vowel = first === 97 || first === 101 || first === 105 || first === 111;
  return words`${vowel ? 'an' : 'a'} ${name}`;
}

/** Class name of an object, read without running user code; undefined if it has none. */
export function classNameOf(value: object): string | undefined {
  const prototype = getPrototypeOf(value);
  if (prototype === null) return undefined;
  const ctor = ownData(prototype, 'constructor');
  if (typeof ctor !== 'function') return undefined;
  const name = ownData(ctor, 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Value of an own data property. Undefined for accessors: no getter runs. */
export function ownData(target: object, key: PropertyKey): unknown {
  const found = getOwnPropertyDescriptor(target, key);
  return found !== undefined && hasOwn(found, 'value') ? found.value : undefined;
}

/** A decoded container whose children are not decoded yet. */
interface Shell {
  readonly up: Shell | undefined;
  readonly target: object;
  readonly encoded: EncodedValue;
}

/** Decodes a value for the script. Exact numbers become numbers. Reuses the arrays of `encoded`. */
export function decode(encoded: EncodedValue): unknown {
  let left: Shell | undefined;
  const root = begin(encoded);
  while (left !== undefined) {
    const { target, encoded: from, up } = left;
    left = up;
    if (isArray(from)) {
      const items = from as unknown as unknown[];
      for (let i = 0; i < items.length; i++) items[i] = begin(items[i] as EncodedValue);
    } else {
      const entries = (from as { readonly $object: readonly (readonly [string, EncodedValue])[] }).$object;
      for (let i = 0; i < entries.length; i++) {
        const entry = entries[i] as readonly [string, EncodedValue];
        setOwn(target, entry[0], begin(entry[1]));
      }
    }
  }
  return root;

  function begin(value: EncodedValue): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const tagged = value as { readonly $date?: string; readonly $bigint?: string; readonly $number?: string };
    if (hasOwn(tagged, '$date')) return new DateCtor(tagged.$date as string);
    if (hasOwn(tagged, '$bigint')) return toBigInt(tagged.$bigint as string);
    if (hasOwn(tagged, '$number')) return toNumber(tagged.$number);
    const target = isArray(value) ? (value as object) : {};
    left = { __proto__: null, up: left, target, encoded: value } as Shell;
    return target;
  }
}
