import { isArrayValue, isObjectValue, type Value } from '../../../base/values/value.ts';

/** Replaces all strings in a value with the results of `map`. Parts without a change stay the same object. */
export function mapStrings(value: Value, map: (text: string) => Value): Value {
  if (typeof value === 'string') return map(value);
  let changed = false;
  const mapped = (x: Value): Value => {
    const y = mapStrings(x, map);
    changed ||= y !== x;
    return y;
  };
  if (isArrayValue(value)) {
    const items = value.map(mapped);
    return changed ? items : value;
  }
  if (isObjectValue(value)) {
    const members = new Map([...value].map(([key, x]) => [key, mapped(x)] as const));
    return changed ? members : value;
  }
  return value;
}
