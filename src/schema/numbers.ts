import { isNumeric, valueToText, type ExactNumber, type Value } from '../base/values/value.ts';

type Numeric = number | bigint | ExactNumber;

/** `digits * 10 ** exponent`; the digits do not end with a zero, unless the number is zero. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Exponents beyond this make no difference. */
const mostExponent = 1e15;

function decimal(v: Numeric): Decimal {
  const [, sign = '', whole = '', fraction = '', written = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(valueToText(v)) ?? [];
  const all = whole + fraction;
  let end = all.length;
  while (end > 0 && all[end - 1] === '0') end--;
  const exponent = Math.max(-mostExponent, Math.min(mostExponent, Number(written))) - fraction.length + (all.length - end);
  return end === 0 ? { digits: 0n, exponent: 0 } : { digits: BigInt(sign + all.slice(0, end)), exponent };
}

/** Exact: `0.3` is a multiple of `0.1`. */
export function isMultiple(v: Numeric, of: Numeric): boolean {
  const [a, b] = [decimal(v), decimal(of)];
  if (b.digits === 0n) return false;
  if (a.digits === 0n) return true;
  const places = a.exponent - b.exponent;
  // The digits would have to end with a zero.
  if (places < 0) return false;
  // A divisor has fewer factors 2 and 5 than bits: more zeros make no difference.
  const bits = b.digits.toString(16).length * 4;
  return (a.digits * 10n ** BigInt(Math.min(places, bits))) % b.digits === 0n;
}

/** Whether a number has no fraction: `1.0` has none. */
export function isWhole(v: Value): boolean {
  if (typeof v === 'number') return Number.isInteger(v);
  if (typeof v === 'bigint') return true;
  return isNumeric(v) && decimal(v).exponent >= 0;
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
