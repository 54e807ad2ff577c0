import path from 'node:path';
import { parseEnv } from 'node:util';
import { jsonToValue, readJson } from '../base/json.ts';
import { ReqError } from '../base/reqError.ts';
import { isObjectValue, valueToText } from '../base/value.ts';
import { readText } from './files.ts';
import { shownPath } from './place.ts';

/** The secrets of a file of `NAME=VALUE` lines, or of a JSON object. No value is ever part of an error. Throws ReqError. */
export async function readSecrets(name: string): Promise<ReadonlyMap<string, string>> {
  const file = path.resolve(name);
  const text = await readText(file);
  if (!/^\ufeff?\s*\{/.test(text)) {
    const entries = Object.entries(parseEnv(text));
    return new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
  }
  const result = readJson(text);
  const value = result.ok ? jsonToValue(result.node) : undefined;
  if (value === undefined || !isObjectValue(value))
    throw new ReqError('usage', `${shownPath(file)} holds neither NAME=VALUE lines nor a JSON object of secrets.`);
  return new Map([...value].map(([key, x]) => [key, valueToText(x)]));
}
