import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { runs } from '../support/runs.ts';
import { matchOperation, type ApiIndex, type ApiOperation, type ApiShape } from '../../src/language/index.ts';
import { openApi, type ApiDocument } from '../../src/apiDocuments/openApi.ts';
import { valueToJson } from '../../src/base/values/value.ts';

async function documentOf(text: string, others: Readonly<Record<string, string>> = {}, name = 'api.yaml'): Promise<ApiDocument> {
  const opened = await openApi(
    {
      file: `/c/${name}`,
      name,
      text,
      read: async (path) => (others[path] === undefined ? { problem: `there is no file ${path}` } : { text: others[path] }),
    },
    undefined,
  );
  assert.ok(opened.ok, opened.ok ? '' : opened.message);
  return opened.document;
}

const indexOf = async (...of: Parameters<typeof documentOf>): Promise<ApiIndex> => (await documentOf(...of)).index;
const only = ({ operations }: ApiIndex): ApiOperation => operations[0] as ApiOperation;
const head = "openapi: 3.1.0\ninfo: { title: T, version: '2' }\n";

describe('the index of an OpenAPI document', () => {
  it('has the parameters of path and operation, of which the operation takes precedence, through references into other files', async () => {
    const text = `${head}paths:
  /a/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: q, in: query, schema: { type: string } }
    get:
      operationId: a
      parameters:
        - { $ref: './more.yaml#/q' }
        - { name: f, in: query, style: deepObject, schema: { type: object, properties: { x: { enum: [1, 2] } } } }
      responses: {}
`;
    const index = await indexOf(text, { '/c/more.yaml': 'q: { name: q, in: query, required: true, schema: { type: integer } }\n' });
    assert.deepEqual(
      only(index).parameters.map((p) => [p.in, p.name, p.required, p.shape.types, p.open]),
      [
        ['path', 'id', true, ['string'], undefined],
        ['query', 'q', true, ['integer'], undefined],
        ['query', 'f', false, ['object'], 'brackets'],
      ],
    );
    assert.deepEqual(index.files, ['/c/more.yaml']);
    assert.deepEqual(index.problems, []);
  });

  it('keeps no examples of media types, but members of these names and examples of schemas', async () => {
    const content = {
      type: 'object',
      properties: { 'a/b': { properties: { examples: { type: 'string', example: 'x', examples: ['y'] } } } },
    };
    const schema = { properties: { content, example: { type: 'integer' } } };
    const media = { schema, example: { big: 1 }, examples: { big: { value: 1 } } };
    const operation = { requestBody: { content: { 'application/json': media } }, responses: {} };
    const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post: operation } }, components: { examples: { a: { value: 1 } } } });
    const document = await documentOf(text, {}, 'api.json');
    const shape = only(document.index).body?.content[0]?.shape;
    const inner = shape?.members?.[0]?.shape.members?.[0]?.shape.members?.[0];
    assert.deepEqual([inner?.name, inner?.shape.example], ['examples', '"x"']);
    assert.equal(shape?.members?.[1]?.name, 'example');
    assert.ok(!valueToJson(await document.schemas([document.uri])).includes('"big"'));
  });

  it('merges allOf, joins the members of choices, and marks the required ones', async () => {
    const text = `${head}paths:
  /a:
    post:
      requestBody:
        content:
          application/json; charset=utf-8:
            schema:
              allOf:
                - { $ref: '#/components/schemas/Base' }
                - { type: object, required: [b], properties: { b: { type: [string, 'null'] } } }
                - oneOf:
                    - { type: object, required: [kind], properties: { kind: { const: x }, x: {} } }
                    - { type: object, required: [kind], properties: { kind: { const: y }, y: {} } }
components:
  schemas:
    Base: { type: object, required: [a], properties: { a: { type: integer }, id: { readOnly: true } }, additionalProperties: true }
`;
    const [content] = only(await indexOf(text)).body?.content ?? [];
    assert.equal(content?.type, 'application/json');
    assert.deepEqual(
      content?.shape.members?.map((m) => `${m.name}${m.required ? '!' : ''}${m.readOnly ? ' (read)' : ''}`),
      ['a!', 'id (read)', 'b!', 'kind!', 'x', 'y'],
    );
  });

  it('joins the members of the same name of all alternatives, also if these contain each other', async () => {
    const schemas = {
      Cat: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'cat' }, size: { type: 'integer', minimum: 1 }, next: { $ref: '#/components/schemas/Dog' } },
      },
      Dog: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: 'dog' }, size: { type: 'string' }, next: { $ref: '#/components/schemas/Cat' } },
      },
    };
    const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const content = { 'application/json': { schema: { oneOf } } };
    const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post: { requestBody: { content } } } }, components: { schemas } });
    const shape = only(await indexOf(text)).body?.content[0]?.shape;
    const member = (of: ApiShape | undefined, name: string): ApiShape | undefined => of?.members?.find((m) => m.name === name)?.shape;
    assert.deepEqual(member(shape, 'kind')?.values, ['"cat"', '"dog"']);
    assert.deepEqual(member(shape, 'size'), { types: ['integer', 'string'], description: '' });
    const next = member(shape, 'next');
    assert.deepEqual(member(next, 'kind')?.values, ['"cat"', '"dog"']);
    assert.equal(member(next, 'next'), next);
  });

  it('ends at cyclic schemas, references to themselves and to nothing, and reports these', async () => {
    const text = `${head}paths:
  /a:
    post:
      parameters: [{ $ref: '#/components/parameters/loop' }, { $ref: '#/components/parameters/none' }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } }
components:
  parameters: { loop: { $ref: '#/components/parameters/loop' } }
  schemas: { Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, all: { type: array, items: { $ref: '#/components/schemas/Node' } } } } }
`;
    const index = await indexOf(text);
    assert.deepEqual(
      only(index).body?.content[0]?.shape.members?.map((m) => m.name),
      ['next', 'all'],
    );
    assert.deepEqual(index.problems, [
      '/paths/~1a/post/parameters/0 refers to itself.',
      '$ref #/components/parameters/none leads to nothing.',
    ]);
  });

  it('has the shapes of schemas that refer to each other 20,000 levels deep', async () => {
    const count = 20_000;
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`S${i}`, { properties: { next: { $ref: `#/components/schemas/S${(i + 1) % count}` } } }]),
    );
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    const paths = { '/a': { post: { requestBody: { content } } } };
    const { body } = only(await indexOf(JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } })));
    const first = body?.content[0]?.shape;
    let shape = first;
    for (let i = 0; i < count; i++) shape = shape?.members?.[0]?.shape;
    assert.ok(shape !== undefined && shape === first);
  });

  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    it(`has the members of ${keyword} 5,000 levels deep, and ends at 20,000 levels`, async () => {
      const member = (name: string): unknown => ({ properties: { [name]: { type: 'string' } } });
      const bodyOf = async (count: number): Promise<ApiShape | undefined> => {
        const schemas = Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`S${i}`, { [keyword]: [{ $ref: `#/components/schemas/S${i + 1}` }, member(`m${i}`)] }]),
        );
        const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
        const components = { schemas: { ...schemas, [`S${count}`]: member('last') } };
        const text = JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post: { requestBody: { content } } } }, components });
        return only(await indexOf(text)).body?.content[0]?.shape;
      };
      const members = (await bodyOf(5000))?.members ?? [];
      // As many as one schema may have.
      assert.deepEqual([members[0]?.name, members.length], ['last', 300]);
      assert.deepEqual(await bodyOf(20_000), { types: [], description: '' });
    });

  it('reports what it does not read: the network, a missing file, another kind of document', async () => {
    const text = `${head}paths:\n  /a: { get: { parameters: [{ $ref: 'https://example.com/p.yaml' }, { $ref: './gone.yaml' }] } }\n`;
    assert.deepEqual((await indexOf(text)).problems, [
      'https://example.com/p.yaml is not in the collection, and documents are not fetched from the network.',
      'There is no file /c/gone.yaml.',
    ]);
    const parameters = Array.from({ length: 501 }, (_, i) => ({ $ref: `./p${i}.yaml` }));
    const files = Object.fromEntries(parameters.map((_, i) => [`/c/p${i}.yaml`, `{ name: p${i}, in: query }`]));
    const { problems } = await indexOf(`${head}paths: ${JSON.stringify({ '/a': { get: { parameters } } })}`, files);
    assert.deepEqual(problems, ['/c/p500.yaml is not read: Req reads at most 500 files of a document.']);
    const open = (given: string): Promise<unknown> =>
      openApi({ file: '/c/a.yaml', name: 'a.yaml', text: given, read: async () => ({ problem: '' }) }, undefined);
    for (const [given, message] of [
      ['swagger: "2.0"', 'a.yaml cannot be used: it is Swagger 2.0, and Req checks OpenAPI 3.0, 3.1 and 3.2: convert it first'],
      ['openapi: 4.0.0', 'a.yaml cannot be used: its version is 4.0.0, and Req reads OpenAPI 3.0, 3.1 and 3.2'],
      ['[]', 'a.yaml cannot be used: it is not an OpenAPI document: it has no member `openapi`'],
      ['a: [', /^a\.yaml is not YAML/],
    ] as const) {
      const opened = (await open(given)) as { readonly message: string };
      if (typeof message === 'string') assert.equal(opened.message, message);
      else assert.match(opened.message, message);
    }
  });

  it('bounds aliases of YAML that multiply', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} { type: object, properties: { a: *l${i}, b: *l${i} } }`);
    const text = `${head}l0: &l0 { type: string }\n${levels.join('\n')}
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: *l30 } } }
      responses: { '200': { description: ok, content: { application/json: { schema: *l30 } } } }
`;
    const document = await documentOf(text);
    const [response] = only(document.index).responses;
    assert.equal(only(document.index).body?.content[0]?.shape.members?.length, 2);
    const part = await document.schemas([response?.content[0]?.schema ?? '']);
    assert.ok(part instanceof Map && part.has('paths'));
  });

  it('returns the part of a document that a schema refers to, at the same places', async () => {
    const document = await documentOf(`${head}paths:
  /a: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } } } }
components:
  schemas:
    A: { type: object, properties: { b: { $ref: '#/components/schemas/B' } } }
    B: { type: string }
    C: { type: string }
`);
    const schema = only(document.index).responses[0]?.content[0]?.schema ?? '';
    assert.equal(
      valueToJson(await document.schemas([schema])),
      '{"openapi":"3.1.0","components":{"schemas":{"A":{"type":"object","properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"type":"string"}}},"paths":{"/a":{"get":{"responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}}}}}}}',
    );
  });
});

describe('the operation of a request', () => {
  const text = `${head}servers: [{ url: 'https://{region}.example.com/v1' }, { url: '/base/{tenant}' }]
paths:
  /: { get: {} }
  /files/{name}.{ending}: { get: {} }
  /files/{name}: { get: {}, put: {} }
  /files/all: { get: {} }
  /wörter/{a}: { get: {} }
`;
  let index: ApiIndex;
  before(async () => (index = await indexOf(text)));

  const matched = (method: string, url: string): string => {
    const match = matchOperation(index, method, url);
    if (match.kind === 'method') return `${match.path} has ${match.methods.join(', ')}`;
    return match.kind === 'none' ? 'none' : `${match.operation.path} ${JSON.stringify(Object.fromEntries(match.values))}`;
  };

  it('is found below the path of a server, without it, and on any host', () => {
    assert.equal(matched('GET', 'https://eu.example.com/v1/files/a'), '/files/{name} {"name":"a"}');
    assert.equal(matched('get', 'http://127.0.0.1:4010/files/a?x=/files/all#y'), '/files/{name} {"name":"a"}');
    assert.equal(matched('GET', 'http://h/base/t1/files/a%2Fb'), '/files/{name} {"name":"a/b"}');
    assert.equal(matched('GET', 'http://h'), '/ {}');
    assert.equal(matched('GET', 'http://h/v1'), '/ {}');
  });

  it('has the literal path before one with parameters', () => {
    assert.equal(matched('GET', '/files/all'), '/files/all {}');
    assert.equal(matched('GET', '/files/a.b'), '/files/{name}.{ending} {"name":"a","ending":"b"}');
    assert.equal(matched('GET', '/w%C3%B6rter/%25'), '/wörter/{a} {"a":"%"}');
  });

  it('is the one with more text around the parameters of a segment', async () => {
    const api = await indexOf(`${head}paths:
  /jobs/{id}: { post: {} }
  /jobs/{id}:cancel: { post: {} }
  /jobs/{id}.{ending}: { post: {} }
`);
    const pathOf = (url: string): string | undefined => {
      const match = matchOperation(api, 'POST', url);
      return match.kind === 'operation' ? match.operation.path : undefined;
    };
    assert.deepEqual(['/jobs/7', '/jobs/7:cancel', '/jobs/a.b'].map(pathOf), ['/jobs/{id}', '/jobs/{id}:cancel', '/jobs/{id}.{ending}']);
  });

  for (const [url, default_, found] of [
    ['{scheme}://api.example.com/v1', 'https', '/v1/a'],
    ['{server}/v2', 'https://example.com', '/v2/a'],
    ['{server}', 'https://example.com/v3', '/v3/a'],
    ['https://example.com/{path}', 'api/v4', '/api/v4/a'],
    ['https://example.com/{path}', 'v5', '/other/a'],
    ['https://example.com/x/{path}', '', '/x/a'],
  ] as const)
    it(`is found below the path of the server ${url}, whose variable has the default "${default_}"`, async () => {
      const server = {
        url,
        variables: Object.fromEntries(Array.from(url.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, { default: default_ }])),
      };
      const api = await indexOf(JSON.stringify({ openapi: '3.1.0', servers: [server], paths: { '/a': { get: {} } } }));
      assert.equal(matchOperation(api, 'GET', `http://localhost${found}`).kind, 'operation');
      assert.equal(matchOperation(api, 'GET', `http://localhost/y/z/w${found}`).kind, 'none');
    });

  it('has the values of several parameters in a segment that a regular expression finds', async () => {
    const parts = fc.array(fc.constantFrom('{}', '{}', 'a', '-', 'a-'), { minLength: 1, maxLength: 6 });
    const segment = fc.array(fc.constantFrom('a', '-', 'b'), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(parts, segment, async (written, letters) => {
        const named = written.map((part, i) => (part === '{}' ? `{p${i}}` : part)).join('');
        const api = await indexOf(`${head}paths:\n  "/${named}":\n    get: { responses: { default: { description: d } } }\n`);
        const source = written.map((part, i) => (part === '{}' ? `(?<p${i}>.+?)` : part)).join('');
        const found = new RegExp(`^${source}$`).exec(letters.join(''));
        const match = matchOperation(api, 'GET', `/${letters.join('')}`);
        assert.deepEqual(match.kind === 'operation' ? Object.fromEntries(match.values) : null, found === null ? null : { ...found.groups });
      }),
      { numRuns: runs(400) },
    );
  });

  it('is found in linear time, whatever the parameters of a path', async () => {
    const api = await indexOf(`${head}paths:\n  "/${'{a}-'.repeat(1000)}x":\n    get: { responses: { default: { description: d } } }\n`);
    assert.equal(matchOperation(api, 'GET', `/${'a-'.repeat(2000)}`).kind, 'none');
    assert.equal(matchOperation(api, 'GET', `/${'a-'.repeat(2000)}x`).kind, 'operation');
  });

  it('is absent for another method or path', () => {
    assert.equal(matched('POST', '/files/a'), '/files/{name} has GET, PUT');
    assert.equal(matched('GET', '/files'), 'none');
    assert.equal(matched('GET', '/files/a/b'), 'none');
    assert.equal(matched('GET', '/v2/files/a'), 'none');
  });
});
