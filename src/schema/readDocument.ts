import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { readJsonValue, whyNoJson } from '../base/json/json.ts';
import { LineIndex } from '../base/text/text.ts';
import type { Value } from '../base/values/value.ts';
import { valueOf } from './valueOf.ts';

export type ReadDocument = { readonly value: Value } | { readonly problem: string };

/**
 * Reads a JSON or YAML document.
 * @param name determines the format, and begins the problem
 * @param isOmitted members of JSON that are not needed, as for `readJsonValue`
 */
export function readDocument(name: string, text: string, isOmitted?: (keys: readonly string[]) => boolean): ReadDocument {
  const isYaml = /\.ya?ml$/i.test(name);
  // JSON is YAML, and is read in a tenth of the time. A copy of a document without an ending in its URL is one.
  const json = isYaml && !/^\s*\{/.test(text) ? undefined : readJsonValue(text, isOmitted);
  if (json?.ok === true) return { value: json.value };
  if (json === undefined || isYaml) return readYaml(name, text);
  const { line, column } = LineIndex.of(text).positionAt(json.problem.offset);
  return { problem: `${name} ${whyNoJson(json.problem)} (line ${line + 1}, column ${column + 1})` };
}

function readYaml(name: string, text: string): ReadDocument {
  try {
    return { value: valueOf(load(text, { schema: CORE_SCHEMA }) ?? null) };
  } catch (e) {
    if (e instanceof YAMLException) return { problem: `${name} is not YAML: ${e.reason} (line ${(e.mark?.line ?? 0) + 1})` };
    if (e instanceof RangeError) return { problem: `${name} cannot be read: ${e.message}` };
    throw e;
  }
}
