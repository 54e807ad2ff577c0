import { isDeepStrictEqual } from 'node:util';

/**
 * Differences between expected and actual values, one per line. Of objects only the expected fields are compared; lists and other values
 * are compared as a whole.
 */
export function differences(expected: unknown, seen: unknown, at = ''): readonly string[] {
  if (isRecord(expected) && isRecord(seen)) {
    return Object.entries(expected).flatMap(([key, value]) => differences(value, seen[key], at === '' ? key : `${at}.${key}`));
  }
  if (isDeepStrictEqual(expected, seen)) return [];
  return [`${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(seen)}`];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
