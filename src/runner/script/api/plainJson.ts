import { isArray, jsonStringify, objectKeys, toText } from './primordials.ts';

/** JSON of the API's own plain data. Unlike JSON.stringify it ignores `toJSON`, which a script may have added to a prototype. */
export function plainJson(value: unknown): string {
  if (typeof value === 'string') return jsonStringify(value);
  if (typeof value !== 'object' || value === null) return toText(value);
  let out = '';
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) out += (i === 0 ? '' : ',') + plainJson(value[i]);
    return '[' + out + ']';
  }
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    out += (i === 0 ? '' : ',') + jsonStringify(key) + ':' + plainJson((value as Record<string, unknown>)[key]);
  }
  return '{' + out + '}';
}
