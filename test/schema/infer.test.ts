import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { jsonOrText } from '../../src/base/json/json.ts';
import { isObjectValue, valueToJson, type Value } from '../../src/base/values/value.ts';
import { inferSchema, SchemaSet, Validator } from '../../src/schema/index.ts';
import { runs } from '../support/runs.ts';

function inferred(json: string, open = true): string {
  const schema = inferSchema(jsonOrText(json), { open });
  assert.ok(isObjectValue(schema));
  return valueToJson(new Map([...schema].filter(([key]) => key !== '$schema')));
}

async function conforms(schema: Value, value: Value): Promise<boolean> {
  const set = new SchemaSet(() => Promise.resolve(undefined));
  const validator = new Validator(set, await set.add('file:///a.json', schema));
  return validator.validate(value, { formats: true, goOn: () => {}, test: (p, text) => new RegExp(p, 'u').test(text) }).length === 0;
}

describe('a schema that is made of a value', () => {
  it('has types, and requires the members that all items have', () => {
    assert.equal(
      inferred('[{"id": 1, "name": "a"}, {"id": 2.5}]'),
      '{"type":"array","items":{"type":"object","properties":{"id":{"type":"number"},"name":{"type":"string"}},"required":["id"]}}',
    );
    assert.equal(inferred('[1, null, "a"]'), '{"type":"array","items":{"type":["integer","null","string"]}}');
    assert.equal(inferred('5.0'), '{"type":"number"}');
    assert.equal(inferred('[]'), '{"type":"array"}');
  });

  it('names a format only if all texts have it', () => {
    assert.equal(inferred('"2026-11-23T10:00:00Z"'), '{"type":"string","format":"date-time"}');
    assert.equal(inferred('["123e4567-e89b-12d3-a456-426614174000"]'), '{"type":"array","items":{"type":"string","format":"uuid"}}');
    assert.equal(inferred('["https://example.com/a", "b"]'), '{"type":"array","items":{"type":"string"}}');
    assert.equal(inferred('"tel:5"'), '{"type":"string"}');
  });

  it('as a shape has no formats and allows no other members', () => {
    assert.equal(
      inferred('{"at": "2026-11-23"}', false),
      '{"type":"object","properties":{"at":{"type":"string"}},"required":["at"],"additionalProperties":false}',
    );
  });

  it('is one that the value conforms to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.boolean(), async (json, open) => {
        const value = jsonOrText(json);
        assert.ok(await conforms(inferSchema(value, { open }), value), json);
      }),
      { numRuns: runs(300) },
    );
  });
});
