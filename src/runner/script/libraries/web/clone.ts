import { bytesOf, DOMException } from './calls.ts';

const errors: Readonly<Record<string, new (message: string) => Error>> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** `structuredClone` (WHATWG HTML §2.7) without transfer. @throws {DOMException} `DataCloneError` for functions and symbols */
export function structuredClone(value: unknown): unknown {
  const seen = new Map<object, unknown>();

  function clone(from: unknown): unknown {
    if (typeof from === 'function' || typeof from === 'symbol')
      throw new DOMException(`${String(from)} could not be cloned.`, 'DataCloneError');
    if (typeof from !== 'object' || from === null) return from;
    if (seen.has(from)) return seen.get(from);
    const made = shallow(from);
    seen.set(from, made);
    if (from instanceof Map) for (const [k, v] of from) (made as Map<unknown, unknown>).set(clone(k), clone(v));
    else if (from instanceof Set) for (const v of from) (made as Set<unknown>).add(clone(v));
    else if (from instanceof Error) {
      if (Object.hasOwn(from, 'cause')) (made as Error).cause = clone(from.cause);
    } else if (made !== undefined && (Array.isArray(from) || isPlain(from)))
      for (const key of Object.keys(from)) (made as Record<string, unknown>)[key] = clone((from as Record<string, unknown>)[key]);
    return made;
  }
  return clone(value);
}

const isPlain = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]';

function shallow(from: object): unknown {
  if (Array.isArray(from)) return Array.from({ length: from.length });
  if (from instanceof Date) return new Date(from.getTime());
  if (from instanceof RegExp) return new RegExp(from.source, from.flags);
  if (from instanceof Map) return new Map();
  if (from instanceof Set) return new Set();
  if (from instanceof Error) {
    const made = new (errors[from.name] ?? Error)(from.message);
    Object.defineProperty(made, 'stack', { value: from.stack, configurable: true, writable: true });
    return made;
  }
  if (/^\[object (?:Boolean|Number|String|BigInt)\]$/.test(Object.prototype.toString.call(from))) return Object(from.valueOf());
  if (from instanceof ArrayBuffer) return from.slice(0);
  if (ArrayBuffer.isView(from)) return viewOf(from);
  if (from instanceof Promise || from instanceof WeakMap || from instanceof WeakSet || from instanceof WeakRef)
    throw new DOMException(`${Object.prototype.toString.call(from)} could not be cloned.`, 'DataCloneError');
  return {};
}

function viewOf(from: ArrayBufferView): unknown {
  const { buffer } = (bytesOf(from) as Uint8Array).slice();
  return new (from.constructor as new (of: unknown) => unknown)(buffer);
}
