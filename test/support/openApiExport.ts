import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../src/base/json/json.ts';
import { createFinder } from '../../src/base/masks/mask.ts';
import type { Value } from '../../src/base/values/value.ts';
import { exportRequests, type RequestToExport } from '../../src/convert/export/index.ts';
import { SchemaSet, Validator } from '../../src/schema/index.ts';
import { requestsOfFiles } from './exportedFiles.ts';

export const secrets = { API_KEY: 'tell-nobody', pw_password: 'tell-no-one' };
const names = new Map(Object.entries(secrets).map(([name, value]) => [value, name]));

interface Document {
  readonly servers?: object;
  readonly security?: object;
  readonly tags?: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: object;
}

interface Operation {
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody: { readonly required?: boolean; readonly content: Readonly<Record<string, object>> };
  readonly responses: object;
  readonly security?: object;
  readonly servers?: object;
  readonly tags?: readonly string[];
  readonly description?: string;
}

export function exported(requests: readonly RequestToExport[]) {
  const { parts, notes } = exportRequests('openapi', requests, { plain: false, names, finderOf: createFinder });
  const text = parts.map((p) => (p.kind === 'text' ? p.text : '')).join('');
  return { text, notes, document: JSON.parse(text) as Document };
}

export const exportedFiles = async (files: Readonly<Record<string, string>>) => exported(await requestsOfFiles(files, secrets));

const schemaFile = path.resolve(import.meta.dirname, '../fixtures/openapi/openapi-3.1.schema.json');

const valueIn = (json: string): Value => {
  const value = parseJson(json);
  assert.ok(value !== undefined);
  return value;
};

const validator = (async () => {
  const set = new SchemaSet(() => Promise.resolve(undefined));
  return new Validator(set, await set.add('file:///openapi.json', valueIn(fs.readFileSync(schemaFile, 'utf8'))));
})();

/** Validation errors of a document against the official schema of OpenAPI 3.1. */
export async function problemsOf(text: string): Promise<readonly string[]> {
  const test = (pattern: string, of: string): boolean => new RegExp(pattern, 'u').test(of);
  const errors = (await validator).validate(valueIn(text), { formats: true, goOn: () => {}, test });
  return errors.map((e) => JSON.stringify(e));
}
