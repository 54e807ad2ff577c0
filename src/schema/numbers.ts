import { isNumeric, valueToText, type ExactNumber, type Value } from '../base/values/value.ts';

type Numeric = number | bigint | ExactNumber;

/** Digits without the point, and how many of them are after it; undefined for an exponent that is too large to expand. */
function decimal(v: Numeric): { readonly digits: bigint; readonly places: number } | undefined {
  const [whole = '', fraction = ''] = valueToText(v).split('.');
  return /^-?\d+$/.test(whole + fraction) ? { digits: BigInt(whole + fraction), places: fraction.length } : undefined;
}

/** Exact: `0.3` is a multiple of `0.1`. */
export function isMultiple(v: Numeric, of: Numeric): boolean {
  const [a, b] = [decimal(v), decimal(of)];
  if (a === undefined || b === undefined || b.digits === 0n) return Number.isInteger(Number(valueToText(v)) / Number(valueToText(of)));
  const places = Math.max(a.places, b.places);
  return (a.digits * 10n ** BigInt(places - a.places)) % (b.digits * 10n ** BigInt(places - b.places)) === 0n;
}

/** Whether a number has no fraction: `1.0` has none. */
export function isWhole(v: Value): boolean {
  if (typeof v === 'number') return Number.isInteger(v);
  if (typeof v === 'bigint') return true;
  if (!isNumeric(v)) return false;
  const found = decimal(v);
  // Larger than any fraction that a double has.
  return found === undefined ? true : found.digits % 10n ** BigInt(found.places) === 0n;
}

/** The number of Unicode characters. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    const c = text.charCodeAt(i);
    if (c < 0xd800 || c > 0xdbff) continue;
    const next = text.charCodeAt(i + 1);
    if (next >= 0xdc00 && next <= 0xdfff) {
      count--;
      i++;
    }
  }
  return count;
}
