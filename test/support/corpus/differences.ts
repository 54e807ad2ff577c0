import { isDeepStrictEqual } from 'node:util';

/**
 * What a table expects and is not so, a line each. Of objects only the fields that are expected are compared, lists and
 * all else whole.
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
