import { createMask } from '../../../../base/masks/mask.ts';
import { isArrayValue, isObjectValue, valueToJson, valueToText, type Value } from '../../../../base/values/value.ts';

/** All texts, numbers and dates in a secret value, at any depth, as texts. Keys, `true`, `false` and `null` are not secret. */
export function* secretTexts(value: Value): Generator<string> {
  if (isArrayValue(value)) for (const x of value) yield* secretTexts(x);
  else if (isObjectValue(value)) for (const x of value.values()) yield* secretTexts(x);
  else if (value !== null && typeof value !== 'boolean') yield valueToText(value);
}

/** Whether a value from a server contains one of the secrets, in any encoding that the mask recognizes. */
export function holdsSecret(value: Value, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const text = typeof value === 'string' ? value : valueToJson(value);
  return createMask(secrets)(text) !== text;
}

/**
 * Whether a text in a value equals one of the secrets. Also finds short secrets, which the mask ignores, because a script can write
 * a secret in pieces.
 */
export function isPieceOf(value: Value, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  const all = new Set(secrets);
  for (const text of secretTexts(value)) if (all.has(text)) return true;
  return false;
}
