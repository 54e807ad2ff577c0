import assert from 'node:assert/strict';
import { jsonToValue, readJson } from '../../src/base/json/json.ts';
import type { Value } from '../../src/base/values/value.ts';
import { SchemaSet, Validator } from '../../src/schema/index.ts';
import type { KeywordUse } from '../../src/schema/validate.ts';

const valueOf = (data: unknown): Value => {
  const json = readJson(JSON.stringify(data));
  assert.ok(json.ok);
  return jsonToValue(json.node);
};

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const cat = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, lives: { type: 'integer' } } };
const schemas = {
  Cat: cat,
  Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' }, bark: { type: 'boolean' } } },
  Color: { type: 'string', enum: ['red', 'blue'] },
  Base: {
    type: 'object',
    properties: { id: { type: 'integer' }, password: { type: 'string', writeOnly: true }, pin: { allOf: [{ writeOnly: true }] } },
  },
};

describe('a schema of OpenAPI', () => {
  async function errorsOf(
    schema: object,
    data: unknown,
    { openapi = '3.0.3', used }: { readonly openapi?: string; readonly used?: (use: KeywordUse) => void } = {},
  ): Promise<readonly string[]> {
    const set = new SchemaSet(() => Promise.resolve(undefined));
    const document = valueOf({ openapi, components: { schemas: { ...schemas, Tested: schema } } });
    const top = await set.add('file:///api.json#/components/schemas/Tested', document);
    const test = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);
    const ports = { formats: true, goOn: () => {}, test, ...(used === undefined ? {} : { used }) };
    return new Validator(set, top).validate(valueOf(data), ports).map((e) => `${e.path.join('.')} ${e.message}`);
  }

  describe('with nullable', () => {
    for (const [what, schema] of [
      ['a type', { type: 'string', nullable: true }],
      ['an enum without null', { type: 'string', nullable: true, enum: ['a'] }],
      ['allOf', { nullable: true, allOf: [ref('Cat')] }],
      [
        'oneOf, of which several allow null',
        { nullable: true, oneOf: [ref('Color'), { type: 'string', nullable: true }, { nullable: true }] },
      ],
      ['a reference', { ...ref('Color'), nullable: true }],
      ['allOf in allOf', { allOf: [{ nullable: true, allOf: [ref('Cat')] }] }],
    ] as const)
      it(`beside ${what} allows null`, async () => assert.deepEqual(await errorsOf(schema, null), []));

    it('allows nothing else, and nothing in OpenAPI 3.1', async () => {
      assert.deepEqual(await errorsOf({ type: 'string', nullable: true, enum: ['a'] }, 'b'), [' is "b" and must be one of "a"']);
      assert.deepEqual(await errorsOf({ nullable: false, ...ref('Cat') }, null), [' is null and must be an object']);
      assert.equal((await errorsOf({ nullable: true, allOf: [ref('Cat')] }, null, { openapi: '3.1.0' })).length, 1);
    });
  });

  describe('with a discriminator', () => {
    const choice = (keyword: string): object => ({
      [keyword]: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { hound: '#/components/schemas/Dog' } },
    });

    it('takes the alternative that it names where several match', async () => {
      for (const kind of ['Cat', 'Dog', 'hound']) assert.deepEqual(await errorsOf(choice('oneOf'), { kind }), []);
      assert.deepEqual(await errorsOf(choice('oneOf'), { kind: 'cow' }), [' matches more than one of 2 schemas: 0 and 1']);
    });

    it('fails where the alternative that it names does not match but several others do', async () => {
      const three = { oneOf: [ref('Cat'), cat, ref('Dog')], discriminator: { propertyName: 'kind' } };
      assert.deepEqual(await errorsOf(three, { kind: 'Dog', bark: 1 }), [
        ' does not match the schema 2 that its discriminator names',
        'bark is 1 and must be a boolean',
      ]);
    });

    it('reports that the result depends on the name, for streams whose events are alike', async () => {
      const uses: KeywordUse[] = [];
      await errorsOf(choice('oneOf'), { kind: 'Cat' }, { used: (use) => void uses.push(use) });
      const use = uses.find((u) => u.keyword === 'discriminator');
      assert.deepEqual(use?.path, ['kind']);
      assert.deepEqual(
        ['Cat', 'Dog', 'cow'].map((name) => use?.holdsFor(name)),
        [true, false, false],
      );
    });
  });

  it('requires no member that another part of allOf describes as writeOnly', async () => {
    const required = { required: ['id', 'password', 'pin'] };
    for (const schema of [
      { allOf: [ref('Base'), { type: 'object', ...required }] },
      { allOf: [ref('Base')], ...required },
      { ...schemas.Base, oneOf: [{ type: 'object', ...required }] },
      { allOf: [{ allOf: [ref('Base')] }, { anyOf: [required] }] },
    ])
      assert.deepEqual((await errorsOf(schema, {})).at(-1), ' lacks "id"');
    assert.deepEqual(await errorsOf({ properties: { of: { type: 'object', ...required } }, allOf: [ref('Base')] }, { of: { id: 1 } }), [
      'of lacks "password", "pin"',
    ]);
  });
});
