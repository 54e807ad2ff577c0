import { isNumeric, valuesEqual, valueToText, type Value } from '../values/value.ts';
import type { Comparison } from './syntax.ts';

/** Compares two values (RFC 9535 §2.3.5.2.2); undefined means no value. Numbers are compared with all digits. */
export function compareValues(operator: Comparison, left: Value | undefined, right: Value | undefined): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return isLess(left, right);
    case '>':
      return isLess(right, left);
    case '<=':
      return isLess(left, right) || isEqual(left, right);
    case '>=':
      return isLess(right, left) || isEqual(left, right);
  }
}

function isEqual(left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return valuesEqual(left, right);
}

function isLess(left: Value | undefined, right: Value | undefined): boolean {
  if (typeof left === 'string' && typeof right === 'string') return isBefore(left, right);
  // Two JavaScript numbers are ordered as their digits are.
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (left === undefined || right === undefined || !isNumeric(left) || !isNumeric(right)) return false;
  const [a, b] = [valueToText(left), valueToText(right)];
  const [x, y] = [Number(a), Number(b)];
  if (x !== y || !Number.isFinite(x)) return x < y;
  return !valuesEqual(left, right) && isLessExactly(a, b);
}

/** Compares Unicode scalar values; UTF-16 units sort differently. */
function isBefore(left: string, right: string): boolean {
  const [a, b] = [Array.from(left), Array.from(right)];
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i]?.codePointAt(0) ?? 0, b[i]?.codePointAt(0) ?? 0];
    if (x !== y) return x < y;
  }
  return a.length < b.length;
}

/** Compares decimal numbers that are equal as JavaScript numbers. */
function isLessExactly(a: string, b: string): boolean {
  const places = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0);
  const whole = (text: string): bigint | undefined => {
    const [digits = '', fraction = ''] = text.split('.');
    return /^-?\d+$/.test(digits + fraction) ? BigInt(digits + fraction.padEnd(places, '0')) : undefined;
  };
  const [x, y] = [whole(a), whole(b)];
  return x !== undefined && y !== undefined && x < y;
}
