import path from 'node:path';
import { parseEnv } from 'node:util';
import { jsonToValue, readJson } from '../../base/json/json.ts';
import { ReqError } from '../../base/reqError.ts';
import { LineIndex } from '../../base/text/text.ts';
import { isNumeric, isObjectValue, valueToText } from '../../base/values/value.ts';
import { readLimits } from '../../files/read.ts';
import { readText } from '../world/cliFiles.ts';
import { shownPath } from '../world/shownPath.ts';

/**
 * Reads secrets from `NAME=VALUE` lines or a JSON object. Errors never contain values.
 * @throws {ReqError}
 */
export async function readSecrets(name: string): Promise<ReadonlyMap<string, string>> {
  const file = path.resolve(name);
  const text = (await readText(file, readLimits.around)).replace(/^\ufeff/, '');
  if (!/^\s*[{[]/.test(text)) {
    const entries = Object.entries(parseEnv(text));
    const known = new Map(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
    if (known.size > 0 || text.trim() === '' || /^\s*#/.test(text)) return known;
    throw noSecrets(file);
  }
  const result = readJson(text);
  if (!result.ok) {
    // The parser's message may quote the text.
    const { line, column } = LineIndex.of(text).positionAt(result.problem.offset);
    throw new ReqError('usage', `${shownPath(file)} is not JSON from there on.`, { at: { file, line: line + 1, column: column + 1 } });
  }
  const value = jsonToValue(result.node);
  if (!isObjectValue(value)) throw noSecrets(file);
  for (const [key, x] of value)
    if (typeof x !== 'string' && !isNumeric(x))
      throw new ReqError('usage', `${shownPath(file)}: the secret ${key} must be a text or a number.`);
  return new Map([...value].map(([key, x]) => [key, valueToText(x)]));
}

const noSecrets = (file: string): ReqError =>
  new ReqError('usage', `${shownPath(file)} contains neither NAME=VALUE lines nor a JSON object of secrets.`);
