import type { Value } from '../../base/values/value.ts';

/** Scalars that a pattern recognizes and for which an assertion has the same result, so that they need not be read. */
export type ScalarClass =
  | { readonly kind: 'text'; readonly start: string }
  /** Whole numbers without a sign, by the number of their digits. */
  | { readonly kind: 'digits'; readonly least: number; readonly most: number };

/** Every whole number of so many digits is exact. */
const mostDigits = 15;

/** Texts that begin with `start`; undefined if a pattern cannot recognize them in JSON. */
export const textClass = (start: string): ScalarClass | undefined =>
  /["\\\u0000-\u001f]/.test(start) ? undefined : { kind: 'text', start };

/**
 * The widest class around a value.
 * @param isSame whether another value has the same result; if two have, all between them must have it
 */
export function digitsClass(value: Value, isSame: (value: number) => boolean): ScalarClass | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || Object.is(value, -0)) return undefined;
  const digits = String(value).length;
  if (digits > mostDigits) return undefined;
  for (const [least, most] of [
    [1, mostDigits],
    [1, digits],
    [digits, mostDigits],
    [digits, digits],
  ] as const)
    if (isSame(least === 1 ? 0 : 10 ** (least - 1)) && isSame(10 ** most - 1)) return { kind: 'digits', least, most };
  return undefined;
}

/** The intersection; both classes have a value in common. */
export function inBoth(a: ScalarClass | undefined, b: ScalarClass): ScalarClass {
  if (a?.kind === 'text' && b.kind === 'text') return a.start.length > b.start.length ? a : b;
  if (a?.kind === 'digits' && b.kind === 'digits')
    return { kind: 'digits', least: Math.max(a.least, b.least), most: Math.min(a.most, b.most) };
  return b;
}
