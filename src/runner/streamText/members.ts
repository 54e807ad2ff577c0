import { isArrayValue, isNumeric, valueToText, type Value } from '../../base/values/value.ts';
import { childOf } from '../../language/index.ts';

/** The value at a path of keys, if there is one. */
export function at(value: Value | undefined, ...keys: readonly (string | number)[]): Value | undefined {
  let current = value;
  for (const key of keys) {
    if (current === undefined) return undefined;
    current = childOf(current, key);
  }
  return current;
}

/** The value at a path if it is a string. */
export function textAt(value: Value | undefined, ...keys: readonly (string | number)[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

/** The value at a path if it is an array, else an empty array. */
export function listAt(value: Value | undefined, ...keys: readonly (string | number)[]): readonly Value[] {
  const found = at(value, ...keys);
  return found !== undefined && isArrayValue(found) ? found : [];
}

/** The value at a path if it is a number, else null. */
export function countAt(value: Value | undefined, ...keys: readonly (string | number)[]): number | null {
  const found = at(value, ...keys);
  return found !== undefined && isNumeric(found) ? Number(valueToText(found)) : null;
}
