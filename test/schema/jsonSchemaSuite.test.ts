import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { jsonToValue, readJson } from '../../src/base/json/json.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../src/base/values/value.ts';
import { SchemaSet, Validator } from '../../src/schema/index.ts';

const here = path.join(import.meta.dirname, 'cases');
/** A checkout of the official JSON-Schema-Test-Suite, which is on no package registry. */
const official = process.env['REQ_JSON_SCHEMA_TEST_SUITE'];

const dialects = [
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema'],
  ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ['draft7', 'http://json-schema.org/draft-07/schema#'],
  ['draft6', 'http://json-schema.org/draft-06/schema#'],
] as const;

function read(file: string): Value {
  const json = readJson(fs.readFileSync(file, 'utf8'));
  assert.ok(json.ok, file);
  return jsonToValue(json.node);
}

const memberOf = (value: Value, name: string): Value | undefined => (isObjectValue(value) ? value.get(name) : undefined);
const listOf = (value: Value | undefined): readonly Value[] => (value !== undefined && isArrayValue(value) ? value : []);
const descriptionOf = (value: Value): string => valueToText(memberOf(value, 'description') ?? '');
const withDialect = (schema: Value, uri: string): Value =>
  isObjectValue(schema) && !schema.has('$schema') ? new Map<string, Value>([['$schema', uri], ...schema]) : schema;

/** Groups of cases in the form of the official suite: a schema with tests. */
function suite(root: string, dialect: string, uri: string, remotes: string): void {
  const folder = path.join(root, dialect);
  const load = (of: string): Promise<{ readonly value: Value } | undefined> => {
    const file = path.join(remotes, decodeURIComponent(of.replace('http://localhost:1234/', '')));
    const isThere = of.startsWith('http://localhost:1234/') && fs.existsSync(file);
    return Promise.resolve(isThere ? { value: withDialect(read(file), uri) } : undefined);
  };
  for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    it(`${dialect}/${name}`, async () => {
      for (const group of listOf(read(path.join(folder, name)))) {
        const set = new SchemaSet(load);
        const top = await set.add('file:///schema.json', withDialect(memberOf(group, 'schema') ?? true, uri));
        const validator = new Validator(set, top);
        for (const one of listOf(memberOf(group, 'tests'))) {
          const errors = validator.validate(memberOf(one, 'data') ?? null, {
            // In the standard, formats are remarks.
            formats: false,
            goOn: () => {},
            test: (pattern, text) => new RegExp(pattern, 'u').test(text),
          });
          assert.equal(errors.length === 0, memberOf(one, 'valid'), `${descriptionOf(group)}: ${descriptionOf(one)}`);
        }
      }
    });
  }
}

describe('JSON Schema by the cases of its dialects', () => {
  for (const [dialect, uri] of dialects) if (fs.existsSync(path.join(here, dialect))) suite(here, dialect, uri, here);
});

if (official !== undefined)
  describe('the official JSON-Schema-Test-Suite', () => {
    for (const [dialect, uri] of dialects) suite(path.join(official, 'tests'), dialect, uri, path.join(official, 'remotes'));
  });
