import { isArrayValue, isObjectValue, valueToText, type ObjectValue, type Value } from '../../base/value.ts';
import { withoutMarks } from '../text/marks.ts';

const none: ObjectValue = new Map();

/** The object that a value is; an empty one where it is none. */
export const object = (v: Value | undefined): ObjectValue => (v !== undefined && isObjectValue(v) ? v : none);

/** The list that a value is; an empty one where it is none. */
export const list = (v: Value | undefined): readonly Value[] => (v !== undefined && isArrayValue(v) ? v : []);

/** A part of a value, by the names of its keys. */
export function at(v: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let found = v;
  for (const key of keys) found = object(found).get(key);
  return found;
}

/** A part as text: numbers and the like as they are written; empty where there is none. */
export function text(v: Value | undefined, ...keys: readonly string[]): string {
  const found = at(v, ...keys);
  return found === undefined || found === null ? '' : valueToText(found);
}

/** Lines that are a list, or one text. */
export function lines(v: Value | undefined): string {
  return v !== undefined && isArrayValue(v) ? v.map((l) => text(l)).join('\n') : text(v);
}

/** Whether two levels of a value are what they are expected to be: an object with a key. */
export const has = (v: Value | undefined, key: string): boolean => object(v).has(key);

/** A document from outside, in which nothing is a mark. `source`: its text, which shows whether anything may be one. */
export function cleaned(v: Value, source: string): Value {
  return /[\ufdd0-\ufdd7]|\\u[\da-f]*fdd[0-7]/i.test(source) ? clean(v) : v;
}

function clean(v: Value): Value {
  if (typeof v === 'string') return withoutMarks(v);
  if (isArrayValue(v)) return v.map(clean);
  if (isObjectValue(v)) return new Map(Array.from(v, ([key, item]) => [withoutMarks(key), clean(item)] as const));
  return v;
}
