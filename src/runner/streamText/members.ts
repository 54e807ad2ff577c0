import { isArrayValue, isNumeric, valueToText, type Value } from '../../base/value.ts';
import { childOf } from '../../language/index.ts';

/** What stands at these keys, one inside the other; undefined where it does not. */
export function at(value: Value | undefined, ...keys: readonly (string | number)[]): Value | undefined {
  let current = value;
  for (const key of keys) {
    if (current === undefined) return undefined;
    current = childOf(current, key);
  }
  return current;
}

/** A text there, if it is one. */
export function textAt(value: Value | undefined, ...keys: readonly (string | number)[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

/** A list there; empty for anything else. */
export function listAt(value: Value | undefined, ...keys: readonly (string | number)[]): readonly Value[] {
  const found = at(value, ...keys);
  return found !== undefined && isArrayValue(found) ? found : [];
}

/** A count there; null for anything else. */
export function countAt(value: Value | undefined, ...keys: readonly (string | number)[]): number | null {
  const found = at(value, ...keys);
  return found !== undefined && isNumeric(found) ? Number(valueToText(found)) : null;
}
