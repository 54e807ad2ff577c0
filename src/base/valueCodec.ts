import { isArrayValue, isDateValue, isExactNumber, type Value } from './value.ts';

/**
 * A value as plain JSON data that loses nothing, for storage and for the script sandbox's border:
 * strings, finite numbers, booleans and null as they are, arrays as arrays, and tagged
 * `{"$date": ISO}`, `{"$bigint": digits}`, `{"$number": token}`, `{"$object": [[key, value], …]}` (every object: order kept).
 */
export type EncodedValue =
  | string
  | number
  | boolean
  | null
  | readonly EncodedValue[]
  | { readonly $date: string }
  | { readonly $bigint: string }
  | { readonly $number: string }
  | { readonly $object: readonly (readonly [string, EncodedValue])[] };

/** Encodes a value; the result survives JSON.stringify and JSON.parse. */
export function encodeValue(v: Value): EncodedValue {
  if (v === null || typeof v === 'string' || typeof v === 'boolean') return v;
  if (typeof v === 'number') return Object.is(v, -0) ? { $number: '-0' } : v;
  if (typeof v === 'bigint') return { $bigint: String(v) };
  if (isDateValue(v)) return { $date: v.toISOString() };
  if (isArrayValue(v)) return v.map(encodeValue);
  if (isExactNumber(v)) return { $number: v.numberText };
  return { $object: [...v].map(([key, x]) => [key, encodeValue(x)] as const) };
}

/** The value encoded; throws TypeError on anything encodeValue does not write. */
export function decodeValue(e: EncodedValue): Value {
  if (e === null || typeof e === 'string' || typeof e === 'boolean' || typeof e === 'number') return e;
  if (Array.isArray(e)) return (e as readonly EncodedValue[]).map(decodeValue);
  const tagged = e as Record<string, unknown>;
  if (typeof tagged['$date'] === 'string') return new Date(tagged['$date']);
  if (typeof tagged['$bigint'] === 'string') return BigInt(tagged['$bigint']);
  if (typeof tagged['$number'] === 'string') return { numberText: tagged['$number'] };
  const entries = tagged['$object'];
  if (!Array.isArray(entries)) throw new TypeError('not an encoded value');
  return new Map((entries as [string, EncodedValue][]).map(([key, x]) => [key, decodeValue(x)]));
}
