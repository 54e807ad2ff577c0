import { createMask } from '../../../base/mask.ts';
import { isArrayValue, isObjectValue, valueToJson, valueToText, type Value } from '../../../base/value.ts';

/** The texts of a value that is a secret: each of its texts, numbers and dates, at any depth. Keys, `true`, `false` and `null` are none. */
export function* secretTexts(value: Value): Generator<string> {
  if (isArrayValue(value)) for (const x of value) yield* secretTexts(x);
  else if (isObjectValue(value)) for (const x of value.values()) yield* secretTexts(x);
  else if (value !== null && typeof value !== 'boolean') yield valueToText(value);
}

/** Whether a value that a server sent holds one of these texts, in any form that a mask knows. */
export function holdsSecret(value: Value, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const text = typeof value === 'string' ? value : valueToJson(value);
  return createMask(secrets)(text) !== text;
}

/** Whether a text of a value is itself one of these texts, which a mask leaves alone where it is short: a script may write a secret piece by piece. */
export function isPieceOf(value: Value, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const all = new Set(secrets);
  for (const text of secretTexts(value)) if (all.has(text)) return true;
  return false;
}
