import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { imported, importedText, warningsOf } from '../../support/imported.ts';
import { inspect } from '../../support/inspect.ts';
import { runs } from '../../support/runs.ts';

const described = (paths: object, more: object = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, servers: [{ url: 'https://h/v1' }], paths, ...more });
const files = (text: string): ReadonlyMap<string, string> =>
  new Map(imported(undefined, [{ path: 'a.json', text }]).files.map((f) => [f.path, f.text]));
const one = (operation: object, method = 'post', path = '/x', more: object = {}): string =>
  files(described({ [path]: { [method]: { summary: 'R', ...operation } } }, more)).get('A.req') ?? '';

describe('importing from OpenAPI', () => {
  it('makes a file for each tag, and an environment for each server', () => {
    const text = `openapi: 3.0.3
info: { title: My API, version: "2" }
servers:
  - url: https://{region}.h/v1
    description: Live
    variables: { region: { default: eu } }
  - url: http://localhost:8080
tags: [{ name: users, description: All about users }]
paths:
  /users:
    get: { tags: [users], operationId: listUsers, summary: List }
  /ping:
    get: {}
`;
    const { files: found, name } = imported(undefined, [{ path: 'a.yaml', text }]);
    const by = new Map(found.map((f) => [f.path, f.text]));
    assert.equal(name, 'My API');
    assert.equal(by.get('collection.req'), '# @description Version 2\n\n@region = eu\n@baseUrl = https://{{region}}.h/v1\n');
    assert.equal(by.get('users.req'), '# @description All about users\n\n### List\n# @name listUsers\nGET {{baseUrl}}/users\n');
    assert.equal(by.get('My API.req'), '### GET /ping\nGET {{baseUrl}}/ping\n');
    assert.deepEqual(JSON.parse(by.get('http-client.env.json') ?? ''), {
      Live: { region: 'eu', baseUrl: 'https://{{region}}.h/v1' },
      'localhost:8080': { baseUrl: 'http://localhost:8080' },
    });
  });

  it('sends required parameters in their style, and writes optional ones as comments', async () => {
    const text = one(
      {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
          { name: 'q', in: 'query', required: true, example: 'a&b c' },
          { name: 'list', in: 'query', required: true, explode: false, example: ['x', 'y'] },
          { name: 'deep', in: 'query', required: true, style: 'deepObject', example: { a: 1, b: 2 } },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
          { name: 'X-A', in: 'header', required: true, example: 'v' },
          { name: 'X-B', in: 'header', example: 'w' },
          { name: 'c', in: 'cookie', required: true, example: 1 },
        ],
      },
      'get',
      '/u/{id}/{other}',
    );
    assert.equal(
      text,
      '### R\n# optional: ?limit=10\n@id = 7\n@other = string\nGET {{baseUrl}}/u/{{id}}/{{other}}?q=a%26b%20c&list=x,y&deep[a]=1&deep[b]=2\nX-A: v\nCookie: c=1\n# X-B: w\n',
    );
    assert.match(
      (await inspect(`@baseUrl = https://h\n${text}`)).sent().wireUrl,
      /^https:\/\/h\/u\/7\/string\?q=a%26b%20c&list=x,y&deep%5Ba%5D=1/,
    );
  });

  it('uses the example as body, otherwise makes one from the schema, also from a recursive one', () => {
    const schemas = {
      Node: {
        type: 'object',
        properties: {
          id: { type: 'integer', minimum: 5, readOnly: true },
          name: { type: 'string' },
          next: { $ref: '#/components/schemas/Node' },
          at: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
          n: { type: ['null', 'number'], minimum: 2.5 },
        },
      },
      All: {
        allOf: [{ $ref: '#/components/schemas/Node' }, { properties: { more: { oneOf: [{ type: 'boolean' }, { type: 'string' }] } } }],
      },
    };
    const body = (schema: object, more: object = {}): object => ({ requestBody: { content: { 'application/json': { schema, ...more } } } });
    assert.match(
      one(body({ $ref: '#/components/schemas/All' }), 'post', '/x', { components: { schemas } }),
      /\n\n\{\n {2}"name": "string",\n {2}"at": "2026-01-02",\n {2}"tags": \[\n {4}"x"\n {2}\],\n {2}"n": 2\.5,\n {2}"more": true\n\}\n$/,
    );
    assert.match(one(body({}, { example: { a: '{{x}}', b: 1.1 } })), /"a": "\\\{\{x\}\}",\n {2}"b": 1\.1/);
    assert.match(one(body({}, { examples: { one: { value: [1] } } })), /\n\n\[\n {2}1\n\]\n/);
  });

  it('makes a request of each named example of a body, and comments from those of parameters', () => {
    const examples = {
      small: { value: { n: 1 } },
      large: { summary: 'Many books', value: { n: 1000 } },
      named: { summary: 'R by name', value: { n: 2 } },
      gone: { externalValue: 'https://a.test/x.json' },
    };
    const document = described(
      {
        '/u/{id}': {
          post: {
            summary: 'R',
            operationId: 'r',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: {}, examples: { a: { value: 'x' }, b: { summary: 'Second', value: 'y' } } },
            ],
            requestBody: { content: { 'application/json': { schema: {}, examples } } },
          },
        },
      },
      {},
    );
    const { files: written, requests, whole, notes } = imported(undefined, [{ path: 'o.json', text: document }]);
    const body = (n: number): string => `POST {{baseUrl}}/u/{{id}}\nContent-Type: application/json\n\n{\n  "n": ${n}\n}\n`;
    assert.equal(
      written.find((f) => f.text.includes('### R'))?.text,
      `### R\n# @name r\n# example: Second: id = y\n@id = x\n${body(1)}\n### R: Many books\n@id = x\n${body(1000)}\n### R by name\n@id = x\n${body(2)}`,
    );
    assert.deepEqual([requests, whole], [3, 2]);
    assert.match(notes.map((n) => n.message).join('\n'), /The example gone is left out: it has no value in this document\./);
  });

  it('has forms, files and other texts', () => {
    const body = (type: string, schema: object, example?: unknown): string =>
      one({ requestBody: { content: { [type]: { schema, example } } } });
    const properties = { a: { type: 'string', example: 'x y' }, f: { type: 'string', format: 'binary' } };
    assert.match(body('application/x-www-form-urlencoded', { type: 'object', properties: { a: properties.a } }), /\n\na=x\+y\n/);
    assert.match(
      body('multipart/form-data', { type: 'object', properties }),
      /name="a"\n\nx y\n--[^\n]*\n[^\n]*name="f"; filename="f\.bin"\nContent-Type: application\/octet-stream\n\n< \{\{\?Path of the file for f\}\}\n/,
    );
    assert.match(body('application/octet-stream', { type: 'string', format: 'binary' }), /\n\n< \{\{\?Path of the file for the body\}\}\n/);
    assert.match(body('application/xml', {}, '<a/>'), /\n\n<a\/>\n/);
  });

  it('authenticates as in the document, with secrets that Req asks for', () => {
    const components = {
      securitySchemes: {
        key: { type: 'apiKey', in: 'query', name: 'k' },
        jwt: { type: 'http', scheme: 'bearer' },
        o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://t', scopes: {} } } },
      },
    };
    const found = files(
      described(
        { '/a': { get: { security: [{ key: [] }] }, put: { security: [] }, post: { security: [{ o: ['x', 'y'] }] } } },
        { components, security: [{ jwt: [] }] },
      ),
    );
    assert.match(found.get('collection.req') ?? '', /# @auth bearer \{\{\$secret\.jwt\}\}/);
    assert.match(
      found.get('A.req') ?? '',
      /# @auth apikey k \{\{\$secret\.key\}\} in=query\nGET[^]*# @auth none\nPUT[^]*# @auth oauth2 o\nPOST/,
    );
    assert.match(
      found.get('http-client.env.json') ?? '',
      /"Grant Type": "Client Credentials",\s+"Token URL": "https:\/\/t",\s+"Client ID": "\{\{\$secret\.o_client\}\}"[^]*"Scope": "x y"/,
    );
  });

  it('reports what it cannot read, and refuses documents other than OpenAPI 3', () => {
    assert.match(
      warningsOf('openapi', described({ '/a': { $ref: 'other.yaml#/x', get: {} } }), 'a.json').join(),
      /other\.yaml#\/x is not found/,
    );
    assert.throws(() => imported('openapi', [{ path: 'a.yaml', text: 'a: [1\nb: }' }]), /a\.yaml cannot be read, line 2/);
    assert.throws(
      () => imported('openapi', [{ path: 'a.json', text: '{"openapi": "3.0.0",\n "paths": {]' }]),
      /a\.json is not JSON, line 2/,
    );
  });

  it('survives circular references, aliases that multiply, and names of prototypes', () => {
    const circle = described(
      { '/a': { post: { requestBody: { $ref: '#/components/requestBodies/A' } } } },
      { components: { requestBodies: { A: { $ref: '#/components/requestBodies/B' }, B: { $ref: '#/components/requestBodies/A' } } } },
    );
    assert.equal(imported('openapi', [{ path: 'a.json', text: circle }]).requests, 1);
    const wide = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [
        `S${i}`,
        {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 5 }, (__, k) => [`p${k}`, { $ref: `#/components/schemas/S${i + 1}` }])),
        },
      ]),
    );
    const text = one({ requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } } }, 'post', '/x', {
      components: { schemas: wide },
    });
    assert.ok(text.length < 500_000);
    const bomb = `openapi: 3.0.0\ninfo: { title: A }\nx0: &x0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 9 }, (_, i) => `x${i + 1}: &x${i + 1} [${Array(10).fill(`*x${i}`).join()}]`).join('\n')}\npaths: {}\n`;
    assert.throws(() => imported('openapi', [{ path: 'a.yaml', text: bomb }]), /is too large or too deeply nested/);
    assert.throws(
      () => imported('openapi', [{ path: 'a.yaml', text: `openapi: 3.0.0\nx: ${'['.repeat(50_000)}` }]),
      /a\.yaml (?:cannot be read|holds too much)/,
    );
    imported('openapi', [
      {
        path: 'a.yaml',
        text: 'openapi: 3.0.0\ninfo: { title: __proto__ }\n__proto__: { a: 1 }\npaths: { __proto__: { get: { tags: [constructor], operationId: __proto__ } } }\n',
      },
    ]);
    assert.equal(({} as { a?: number }).a, undefined);
  });

  it('throws for no document of version 3, and writes text that Req parses', () => {
    const words = fc.constantFrom(
      '{{a}}',
      '### x',
      '?? y',
      'a\nb',
      '{id}',
      '< ./x',
      '%}',
      '',
      'é "q"',
      '__proto__',
      '/a/{b}',
      'string',
      'object',
      'array',
      'query',
      'path',
      'header',
    );
    const any: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        words,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom(
            'type',
            'properties',
            'items',
            'allOf',
            'oneOf',
            'example',
            'schema',
            'content',
            'application/json',
            'multipart/form-data',
            'name',
            'in',
            '$ref',
            'enum',
            'format',
            'x',
          ),
          tie('any'),
          { maxKeys: 4 },
        ),
      ),
    })).any;
    const operation = fc.record(
      {
        tags: any,
        summary: any,
        operationId: any,
        parameters: fc.array(fc.record({ name: words, in: words, required: fc.boolean(), example: any, schema: any, style: words }), {
          maxLength: 3,
        }),
        requestBody: any,
        security: any,
        servers: any,
        description: any,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.dictionary(words, fc.record({ get: operation, post: operation }, { requiredKeys: [] }), { maxKeys: 2 }),
        any,
        any,
        (paths, components, servers) => {
          const { notes, files: written } = imported('openapi', [{ path: 'a.json', text: described(paths, { components, servers }) }]);
          const wrong = notes.filter((n) => n.message.startsWith('NOT VALID'));
          assert.deepEqual(wrong, [], written.find((f) => f.path === wrong[0]?.file)?.text);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('reads numbers of YAML as they are written', () => {
    const text =
      'openapi: 3.0.0\ninfo: { title: A }\npaths:\n  /a:\n    post:\n      requestBody:\n        content:\n          application/json:\n            example: { v: 1.10, big: 12345678901234567890, d: 2026-01-02, no: no, e: }\n';
    assert.match(
      importedText('openapi', text, 'a.yaml'),
      /"v": 1\.10,\n {2}"big": 12345678901234567890,\n {2}"d": "2026-01-02",\n {2}"no": "no",\n {2}"e": null/,
    );
  });
});
