import { isArrayValue, isObjectValue, valueToText, type ObjectValue, type Value } from '../../../base/values/value.ts';
import { holdsMarks, withoutMarks } from '../../text/marks.ts';

const none: ObjectValue = new Map();

/** The value as an object; empty if it is not one. */
export const object = (v: Value | undefined): ObjectValue => (v !== undefined && isObjectValue(v) ? v : none);

/** The value as a list; empty if it is not one. */
export const list = (v: Value | undefined): readonly Value[] => (v !== undefined && isArrayValue(v) ? v : []);

export function at(v: Value | undefined, ...keys: readonly string[]): Value | undefined {
  let found = v;
  for (const key of keys) found = object(found).get(key);
  return found;
}

/** A member as text, with numbers as written; empty if it is missing. */
export function text(v: Value | undefined, ...keys: readonly string[]): string {
  const found = at(v, ...keys);
  return found === undefined || found === null ? '' : valueToText(found);
}

/** Joins a list of lines; a single text is returned unchanged. */
export function lines(v: Value | undefined): string {
  return v !== undefined && isArrayValue(v) ? v.map((l) => text(l)).join('\n') : text(v);
}

export const has = (v: Value | undefined, key: string): boolean => object(v).has(key);

/**
 * Removes characters used as marks from a foreign document.
 * @param source text of the document, to skip the work if it contains none
 */
export function cleaned(v: Value, source: string): Value {
  return holdsMarks(source) ? clean(v) : v;
}

function clean(v: Value): Value {
  if (typeof v === 'string') return withoutMarks(v);
  if (isArrayValue(v)) return v.map(clean);
  if (isObjectValue(v)) return new Map(Array.from(v, ([key, item]) => [withoutMarks(key), clean(item)] as const));
  return v;
}
