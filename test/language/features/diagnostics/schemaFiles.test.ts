import assert from 'node:assert/strict';
import { diagnostics } from '../../../../src/language/onDemand.ts';
import { inspect } from '../../../support/inspect.ts';
import { memoryWorkspace, root } from '../../../support/memoryWorkspace.ts';

describe('the diagnostics of schema files', () => {
  /** `"text under it" severity: message`. */
  async function found(right: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    const inspected = await inspect(`GET http://h\n\n?? body matchesSchema ${right}`, { files });
    const { text } = inspected.view.tree;
    return inspected
      .diagnostics()
      .filter((d) => d.id === 'schema-file' || d.id === 'missing-file')
      .map((d) => `${JSON.stringify(text.slice(d.range.start, d.range.end))} ${d.severity}: ${d.message}`);
  }

  it('accept a schema, a part of one, an OpenAPI document and a schema on the line', async () => {
    assert.deepEqual(
      await found('./u.json', { 'u.json': '{"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": true}}' }),
      [],
    );
    assert.deepEqual(
      await found('./u.json#/$defs/a', { 'u.json': '{"$defs": {"a": {"$ref": "./v.yaml"}}}', 'v.yaml': 'type: string' }),
      [],
    );
    assert.deepEqual(
      await found('./api.yaml#/components/schemas/A', { 'api.yaml': 'openapi: 3.0.0\ncomponents: { schemas: { A: { nullable: true } } }' }),
      [],
    );
    assert.deepEqual(await found('{"type": "strin"}'), []);
    assert.deepEqual(await found('{{schema}}'), []);
  });

  it('report a file that is not JSON, with the place and advice', async () => {
    assert.deepEqual(await found('./u.json', { 'u.json': '{"type":\n}' }), [
      '"./u.json" error: ./u.json is not JSON: "}" does not begin a value (line 2, column 1). The assertion fails until this is corrected.',
    ]);
  });

  it('name a file that is JSON and not a schema, and a fragment that it does not have', async () => {
    assert.deepEqual(await found('./u.json', { 'u.json': '{"properties": {"a": {"type": "strin"}}}' }), [
      '"./u.json" error: ./u.json cannot be used: it is not a schema, because #/properties/a/type is "strin" and must be one of "array", "boolean", "integer", "null", "number", "object", "string". The assertion fails until this is corrected.',
    ]);
    assert.deepEqual(await found('./u.json#/$defs/b', { 'u.json': '{"$defs": {"a": true}}' }), [
      '"./u.json#/$defs/b" error: ./u.json#/$defs/b leads to no schema: ./u.json has no #/$defs/b. The assertion fails until this is corrected.',
    ]);
  });

  it('name references that lead to no schema, and those that would be fetched', async () => {
    const schema = '{"properties": {"a": {"$ref": "#/$defs/none"}, "b": {"$ref": "./v.json"}, "c": {"$ref": "https://h/s.json"}}}';
    assert.deepEqual(await found('./u.json', { 'u.json': schema }), [
      '"./u.json" warning: A part of ./u.json cannot be checked: $ref #/$defs/none leads to no schema: ./u.json has no #/$defs/none. Correct the reference.',
      '"./u.json" warning: A part of ./u.json cannot be checked: there is no file ./v.json. Correct the reference.',
      '"./u.json" warning: A part of ./u.json cannot be checked: https://h/s.json is not in the collection, and schemas are not fetched from the network. Correct the reference.',
    ]);
  });

  it('name a missing file, one outside the collection, and a URL', async () => {
    assert.deepEqual(await found('./gone.json'), [
      '"./gone.json" error: There is no file ./gone.json. Paths are relative to the folder of this file.',
    ]);
    assert.deepEqual(await found('https://h/s.json'), [
      '"https://h/s.json" error: Schemas are not fetched from the network: copy it into the collection, and name the file.',
    ]);
    const files = new Map([
      [`${root}/a.req`, 'GET http://h\n\n?? body matchesSchema ../u.json'],
      ['/u.json', '{'],
    ]);
    const memory = memoryWorkspace(files);
    const view = await memory.workspace.know(memory.edit(`${root}/a.req`, files.get(`${root}/a.req`) ?? ''), { whole: true });
    assert.deepEqual(
      diagnostics(view).map((d) => `${d.severity}: ${d.message}`),
      [
        'warning: ../u.json is outside the collection /ws. Copy it into the collection, or allow it when asked (--allow-read DIR for the command).',
      ],
    );
  });

  it('follow changes of the file, and of a file that it refers to', async () => {
    const file = `${root}/a.req`;
    const text = 'GET http://h\n\n?? body matchesSchema ./u.json';
    const memory = memoryWorkspace(
      new Map([
        [file, text],
        [`${root}/u.json`, '{"$ref": "./v.json"}'],
        [`${root}/v.json`, '{}'],
      ]),
    );
    const document = memory.edit(file, text);
    const messages = async (): Promise<readonly string[]> =>
      diagnostics(await memory.workspace.know(document, { whole: true })).map((d) => d.message);
    assert.deepEqual(await messages(), []);
    memory.files.set(`${root}/v.json`, '{');
    assert.equal(memory.workspace.changed(`${root}/v.json`), true);
    assert.match((await messages()).join(), /v\.json is not JSON/);
    memory.files.set(`${root}/u.json`, '{}');
    memory.workspace.changed(`${root}/u.json`);
    assert.deepEqual(await messages(), []);
  });
});
