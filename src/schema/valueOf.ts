import type { Value } from '../base/values/value.ts';

/**
 * A value of plain data. Parts that are used several times, for example by YAML aliases, become one value.
 * @throws {RangeError} if a part contains itself
 */
export function valueOf(data: unknown, known = new Map<object, Value | undefined>()): Value {
  if (typeof data !== 'object' || data === null) return data as Value;
  if (data instanceof Date) return data.toISOString();
  if (known.has(data)) {
    const value = known.get(data);
    if (value === undefined) throw new RangeError('a part contains itself');
    return value;
  }
  known.set(data, undefined);
  const made: Value = Array.isArray(data)
    ? data.map((item) => valueOf(item, known))
    : new Map(Object.entries(data).map(([key, value]) => [key, valueOf(value, known)]));
  known.set(data, made);
  return made;
}
