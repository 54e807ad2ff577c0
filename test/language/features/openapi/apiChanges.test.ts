import assert from 'node:assert/strict';
import { openApi } from '../../../../src/apiDocuments/openApi.ts';
import { apiChanges, changeLines } from '../../../../src/language/onDemand.ts';
import type { ApiIndex } from '../../../../src/language/index.ts';
import { copyName } from '../../../../src/language/semantics/api/apiNaming.ts';

const head = "openapi: 3.1.0\ninfo: { title: T, version: '1' }\n";

async function indexOf(paths: string): Promise<ApiIndex> {
  const opened = await openApi({ file: '/c/a.yaml', name: 'a.yaml', text: head + paths, read: async () => ({ problem: '' }) }, undefined);
  assert.ok(opened.ok);
  return opened.document.index;
}

const changes = async (before: string, after: string, most = 50): Promise<readonly string[]> =>
  changeLines(apiChanges(await indexOf(before), await indexOf(after)), most);

const operation = (parts: string): string => `paths: { /a: { post: { responses: { 200: { description: ok } }, ${parts} } } }\n`;
const withBody = (schema: string): string => operation(`requestBody: { content: { application/json: { schema: ${schema} } } }`);

describe('changes of an OpenAPI document', () => {
  it('lists new and removed operations, and nothing else if only the order changed', async () => {
    const [a, b] = ['/a: { get: { responses: {} } }', '/b: { get: { responses: {} } }'];
    assert.deepEqual(await changes(`paths: { ${a}, ${b} }`, `paths: { ${b}, ${a} }`), []);
    assert.deepEqual(await changes(`paths: { ${a} }`, `paths: { ${b} }`), ['+ GET /b', '- GET /a']);
    assert.deepEqual(await changes(`paths: { ${a}, ${b} }`, 'paths: {}', 1), ['- GET /a', 'and 1 more operation']);
  });

  it('lists the changes in parameters', async () => {
    const parameters = (text: string): string => operation(`parameters: [${text}]`);
    assert.deepEqual(
      await changes(
        parameters(
          '{ name: a, in: query, schema: { type: string } }, { name: b, in: query, schema: { enum: [x, y] } }, { name: c, in: header }',
        ),
        parameters(
          '{ name: a, in: query, required: true, schema: { type: [integer, "null"] } }, { name: b, in: query, schema: { enum: [y, z] } }, { name: d, in: cookie }',
        ),
      ),
      [
        '~ POST /a: query a is required now; query a must be an integer or null; query b can be "z"; query b can no longer be "x"; cookie d is new; …',
      ],
    );
    assert.deepEqual(
      await changes(
        parameters('{ name: a, in: query, schema: { type: array, items: { type: string } } }'),
        parameters('{ name: a, in: query, explode: false, schema: { type: array, items: { type: integer } } }'),
      ),
      ['~ POST /a: query a is written in another style; query a[] must be an integer'],
    );
  });

  it('lists the changes in bodies, also in lists and in schemas that contain themselves', async () => {
    assert.deepEqual(
      await changes(
        withBody('{ type: object, required: [n], properties: { n: { type: string }, old: {} } }'),
        withBody('{ type: object, required: [m], properties: { n: { type: string }, m: {}, list: { type: array } } }'),
      ),
      ['~ POST /a: body.n is optional now; body.m is new and required; body.list is new; body.old was removed'],
    );
    const node = (type: string): string =>
      `${withBody("{ $ref: '#/components/schemas/N' }")}components: { schemas: { N: { type: object, properties: { v: { type: ${type} }, next: { $ref: '#/components/schemas/N' } } } } }\n`;
    assert.deepEqual(await changes(node('string'), node('integer')), ['~ POST /a: body.v must be an integer']);
    assert.deepEqual(await changes(operation('deprecated: false'), withBody('{}')), ['~ POST /a: a body is new']);
  });
});

describe('the name of a copy', () => {
  it('has host and path of the URL, and no credentials, values or characters that files cannot have', () => {
    const cases = {
      'https://api.example.com/v1/openapi.yaml': 'api.example.com-v1-openapi.yaml',
      'https://api.example.com:8443/a b/OpenAPI.JSON#x': 'api.example.com-8443-a-b-OpenAPI.json',
      'https://user:pw@example.com/api': 'example.com-api.yaml',
      '{{host}}/openapi.json': 'host-openapi.json',
      'https://example.com/': 'example.com.yaml',
      'https://../../../etc/x.yml': 'etc-x.yml',
    };
    for (const [url, name] of Object.entries(cases)) assert.equal(copyName(url), name, url);
    assert.notEqual(copyName('https://a.b/x.json?v=1'), copyName('https://a.b/x.json?v=2'));
    const long = copyName(`https://a.b/${'x'.repeat(300)}1.json`);
    assert.ok(long.length < 120 && long.endsWith('.json'));
    assert.notEqual(long, copyName(`https://a.b/${'x'.repeat(300)}2.json`));
  });
});
