import type { Value } from '../../src/base/values/value.ts';

/** Converts a JavaScript value: plain objects become ordered maps, everything else stays. */
export function toValue(x: unknown): Value {
  if (Array.isArray(x)) return x.map(toValue);
  if (typeof x === 'object' && x !== null && Object.getPrototypeOf(x) === Object.prototype) {
    return new Map(Object.entries(x).map(([key, value]) => [key, toValue(value)]));
  }
  return x as Value;
}
