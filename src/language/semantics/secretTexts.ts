import { isArrayValue, isObjectValue, valueToText, type Value } from '../../base/value.ts';

/** The texts of a value that is a secret: each of its texts, numbers and dates, at any depth. Keys, `true`, `false` and `null` are none. */
export function* secretTexts(value: Value): Generator<string> {
  if (isArrayValue(value)) for (const x of value) yield* secretTexts(x);
  else if (isObjectValue(value)) for (const x of value.values()) yield* secretTexts(x);
  else if (value !== null && typeof value !== 'boolean') yield valueToText(value);
}
