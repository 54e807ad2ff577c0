import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { jsonToValue, readJson } from '../base/json/json.ts';
import { LineIndex } from '../base/text/text.ts';
import type { Value } from '../base/values/value.ts';
import { valueOf } from './valueOf.ts';

export type ReadDocument = { readonly value: Value } | { readonly problem: string };

/** Reads a JSON or YAML document. @param name decides which, and begins the problem */
export function readDocument(name: string, text: string): ReadDocument {
  const isYaml = /\.ya?ml$/i.test(name);
  // JSON is YAML, and is read in a tenth of the time. A copy of a document without an ending in its URL is one.
  const json = isYaml && !/^\s*\{/.test(text) ? undefined : readJson(text);
  if (json?.ok === true) return { value: jsonToValue(json.node) };
  if (json === undefined || isYaml) return readYaml(name, text);
  const { line, column } = LineIndex.of(text).positionAt(json.problem.offset);
  return { problem: `${name} is not JSON: ${json.problem.message} (line ${line + 1}, column ${column + 1})` };
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
