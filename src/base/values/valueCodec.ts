import { isArrayValue, isDateValue, isExactNumber, type Value } from './value.ts';

/**
 * A value as plain JSON data without loss, for storage and the script sandbox. Strings, finite numbers, booleans, null
 * and arrays are unchanged. Others are tagged: `{"$date": ISO}`, `{"$bigint": digits}`, `{"$number": token}`,
 * `{"$object": [[key, value], …]}` (all objects, to keep the order).
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

const numberToken = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Decodes a value.
 * @throws {TypeError} for anything that `encodeValue` does not produce
 */
export function decodeValue(e: EncodedValue): Value {
  if (e === null || typeof e === 'string' || typeof e === 'boolean') return e;
  if (typeof e === 'number' && Number.isFinite(e)) return e;
  if (Array.isArray(e)) return (e as readonly EncodedValue[]).map(decodeValue);
  const tagged = (typeof e === 'object' ? e : {}) as Record<string, unknown>;
  const { $date, $bigint, $number, $object } = tagged;
  if (typeof $date === 'string' && !Number.isNaN(Date.parse($date))) return new Date($date);
  if (typeof $bigint === 'string' && /^-?\d+$/.test($bigint)) return BigInt($bigint);
  if (typeof $number === 'string' && numberToken.test($number)) return $number === '-0' ? -0 : { numberText: $number };
  if (!Array.isArray($object)) throw new TypeError('not an encoded value');
  return new Map(($object as [string, EncodedValue][]).map(([key, x]) => [key, decodeValue(x)]));
}
