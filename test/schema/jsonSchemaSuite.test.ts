import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { jsonToValue, readJson } from '../../src/base/json/json.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../src/base/values/value.ts';
import { SchemaSet, Validator } from '../../src/schema/index.ts';

const here = path.join(import.meta.dirname, 'cases');
const official = path.join(import.meta.dirname, '../fixtures/jsonSchemaSuite');

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

/** Groups of cases in the format of the official suite: a schema with tests. */
async function check(groups: Value, uri: string, remotes: Value): Promise<void> {
  const load = (of: string): Promise<{ readonly value: Value } | undefined> => {
    const base = 'http://localhost:1234/';
    const schema = of.startsWith(base) ? memberOf(remotes, decodeURIComponent(of.slice(base.length))) : undefined;
    return Promise.resolve(schema === undefined ? undefined : { value: withDialect(schema, uri) });
  };
  for (const group of listOf(groups)) {
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
}

describe('JSON Schema by the cases of its dialects', () => {
  for (const [dialect, uri] of dialects) {
    const file = path.join(here, dialect, 'keywords.json');
    if (fs.existsSync(file)) it(`${dialect}/keywords.json`, () => check(read(file), uri, new Map()));
  }
});

describe('the official JSON-Schema-Test-Suite', () => {
  const remotes = read(path.join(official, 'remotes.json'));
  for (const [dialect, uri] of dialects) {
    const files = read(path.join(official, `${dialect}.json`));
    assert.ok(isObjectValue(files));
    for (const [name, groups] of files) it(`${dialect}/${name}`, () => check(groups, uri, remotes));
  }
});
