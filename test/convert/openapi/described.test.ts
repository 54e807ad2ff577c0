import assert from 'node:assert/strict';
import { imported } from '../../support/imported.ts';

/** The text of the only request of a document. */
function written(operation: string, more = ''): string {
  const text = `openapi: 3.1.0\ninfo: { title: T, version: '1' }\n${more}paths:\n  /a:\n    post: ${operation}\n`;
  return imported('openapi', [{ path: 'a.yaml', text }]).files.find((f) => f.path === 'T.req')?.text ?? '';
}

const bodyOf = (schema: string, components = ''): string =>
  written(
    `{ requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} }`,
    components === '' ? '' : `components: { schemas: { ${components} } }\n`,
  ).replace(/^[^]*?\n\n/, '');

describe('a request that an OpenAPI document describes in part', () => {
  it('has an example with the name by which a discriminator finds it, unless the schema gives one', () => {
    const pet = (name: string, kind: string): string => `${name}: { type: object, properties: { kind: ${kind}, n: { type: integer } } }`;
    const choice = (discriminator: string): string =>
      `{ oneOf: [{ $ref: '#/components/schemas/Cat' }], discriminator: { propertyName: kind${discriminator} } }`;
    const mapping = ", mapping: { kitty: '#/components/schemas/Cat' }";
    const found = [
      bodyOf(choice(mapping), pet('Cat', '{ type: string }')),
      bodyOf(choice(', mapping: { kitty: Cat }'), pet('Cat', '{ type: string }')),
      bodyOf(choice(''), pet('Cat', '{ type: string }')),
      bodyOf(choice(mapping), pet('Cat', '{ enum: [cat] }')),
    ].map((body) => (JSON.parse(body) as { readonly kind: string }).kind);
    assert.deepEqual(found, ['kitty', 'kitty', 'Cat', 'cat']);
  });

  it('has as many items and such numbers as the schema requires, and no member that is read-only beside its reference', () => {
    const schema =
      "{ type: object, properties: { l: { type: array, minItems: 2, items: { type: boolean } }, n: { type: integer, minimum: 5, multipleOf: 4 }, id: { $ref: '#/components/schemas/Id', readOnly: true } } }";
    assert.deepEqual(JSON.parse(bodyOf(schema, 'Id: { type: integer }')), { l: [true, true], n: 8 });
  });

  it('has a short example of lists that contain lists of many items', () => {
    let schema = '{ type: string }';
    for (let level = 0; level < 8; level++) schema = `{ type: array, minItems: 20, items: ${schema} }`;
    assert.ok(bodyOf(schema).length < 100_000);
  });

  it('has an empty object for a JSON body without a description, and no other body', () => {
    const of = (type: string): string => written(`{ requestBody: { content: { ${type}: {} } }, responses: {} }`);
    assert.equal(of('application/json'), '### POST /a\nPOST {{baseUrl}}/a\nContent-Type: application/json\n\n{}\n');
    assert.equal(of('text/plain'), '### POST /a\nPOST {{baseUrl}}/a\nContent-Type: text/plain\n');
  });

  it('has the type of JSON for objects in a multipart form, unless the document names another', () => {
    const schema =
      '{ type: object, properties: { meta: { type: object, properties: { a: { type: boolean } } }, list: { type: array, items: { type: object } }, text: { type: string }, xml: { type: object } } }';
    const text = written(
      `{ requestBody: { content: { multipart/form-data: { schema: ${schema}, encoding: { xml: { contentType: application/xml } } } } }, responses: {} }`,
    );
    assert.deepEqual(
      Array.from(text.matchAll(/name="(\w+)"\n(?:Content-Type: (.*)\n)?\n/g), (m) => [m[1], m[2]]),
      [
        ['meta', 'application/json'],
        ['list', 'application/json'],
        ['text', undefined],
        ['xml', 'application/xml'],
      ],
    );
  });

  it('has all keys of its security, in the query or in headers beside the one sign-in', () => {
    const schemes =
      'components: { securitySchemes: { app: { type: apiKey, in: query, name: app id }, key: { type: apiKey, in: query, name: key }, head: { type: apiKey, in: header, name: X-Key }, user: { type: http, scheme: bearer } } }\n';
    const own = (security: string): string => written(`{ security: [${security}], responses: {} }`, schemes);
    assert.match(
      own('{ app: [], key: [] }'),
      /# @auth apikey "app id" \{\{\$secret\.app\}\} in=query\nPOST \{\{baseUrl\}\}\/a\?key=\{\{\$secret\.key\}\}\n/,
    );
    assert.match(
      own('{ app: [], head: [], user: [] }'),
      /# @auth bearer \{\{\$secret\.user\}\}\nPOST \{\{baseUrl\}\}\/a\?app%20id=\{\{\$secret\.app\}\}\nX-Key: \{\{\$secret\.head\}\}\n/,
    );
    const shared = `${schemes}security: [{ app: [], key: [] }]\n`;
    assert.match(
      written('{ parameters: [{ name: q, in: query, required: true, example: 1 }], responses: {} }', shared),
      /\/a\?q=1&key=\{\{/,
    );
    assert.doesNotMatch(written('{ security: [], responses: {} }', shared), /key=/);
    assert.doesNotMatch(written('{ security: [{ user: [] }], responses: {} }', shared), /key=/);
    // An empty header sends none of the collection.
    assert.match(
      written('{ security: [], responses: {} }', `${schemes}security: [{ user: [], head: [] }]\n`),
      /# @auth none\n[^]*\nX-Key:\n/,
    );
  });

  it('has one header for the cookies of its parameters and of the security scheme', () => {
    const scheme = 'components: { securitySchemes: { session: { type: apiKey, in: cookie, name: sid } } }\nsecurity: [{ session: [] }]\n';
    const parameters =
      'parameters: [{ name: a, in: cookie, required: true, example: 1 }, { name: b, in: cookie, required: true, example: 2 }]';
    const of = (operation: string): string | undefined => /^Cookie: .*/m.exec(written(operation, scheme))?.[0];
    assert.equal(of(`{ ${parameters}, responses: {} }`), 'Cookie: sid={{$secret.session}}; a=1; b=2');
    assert.equal(of(`{ ${parameters}, security: [{ session: [] }], responses: {} }`), 'Cookie: sid={{$secret.session}}; a=1; b=2');
    assert.equal(of(`{ ${parameters}, security: [], responses: {} }`), 'Cookie: a=1; b=2');
    assert.equal(of('{ responses: {} }'), undefined);
    assert.match(written('{ security: [], responses: {} }', scheme), /^Cookie:$/m);
  });

  for (const [server, shared, url] of [
    ['/other', 'https://{env}.example.com/v1', 'https://api.example.com/other/a'],
    ['/other', '/v1', 'http://localhost/other/a'],
    ['https://{env}.example.org/', 'https://example.com', 'https://api.example.org/a'],
  ] as const)
    it(`has the host of the document's server ${shared} for the server ${server} of its operation`, () => {
      const variables = 'variables: { env: { default: api } }';
      const text = written(
        `{ servers: [{ url: '${server}', ${variables} }], responses: {} }`,
        `servers: [{ url: '${shared}', ${variables} }]\n`,
      );
      assert.equal(/^POST (.*)$/m.exec(text)?.[1], url);
    });

  it('has the only text that a pattern allows', () => {
    const schema =
      '{ type: object, properties: { grant_type: { anyOf: [{ type: string, pattern: "^password$" }, { type: "null" }] }, b: { type: string, pattern: "^a.c$" } } }';
    assert.deepEqual(JSON.parse(bodyOf(schema)), { grant_type: 'password', b: 'string' });
  });
});

describe('the security of an OpenAPI document', () => {
  const document = (url: string, servers: string): string => `openapi: 3.1.0
info: { title: T, version: '1' }
${servers}
security: [{ login: [] }]
components:
  securitySchemes:
    login: { type: oauth2, flows: { password: { tokenUrl: ${url}, scopes: {} } } }
    sid: { type: apiKey, in: cookie, name: sid }
    tls: { type: mutualTLS }
paths:
  /a:
    get: { operationId: cookie, security: [{ sid: [] }], responses: {} }
    put: { operationId: tls, security: [{ tls: [] }], responses: {} }
    post: { operationId: inherits, responses: {} }
`;
  const filesOf = (url: string, servers = ''): ReadonlyMap<string, string> =>
    new Map(imported('openapi', [{ path: 'a.yaml', text: document(url, servers) }]).files.map((f) => [f.path, f.text]));

  it('fetches tokens relative to the server', () => {
    const tokenUrl = (url: string, servers?: string): string | undefined =>
      /"Token URL": "(.*)"/.exec(filesOf(url, servers).get('http-client.env.json') ?? '')?.[1];
    const server = (url: string): string => `servers: [{ url: '${url}', variables: { port: { default: '80' } } }]`;
    assert.deepEqual(
      [
        tokenUrl('token'),
        tokenUrl('/token'),
        tokenUrl('token', server('https://a.test/v1')),
        tokenUrl('/token', server('https://a.test:{port}/v1')),
        tokenUrl('/token', server('https://a.test')),
        tokenUrl('https://b.test/token', server('https://a.test/v1')),
      ],
      [
        '{{baseUrl}}/token',
        '{{baseUrl}}/token',
        '{{baseUrl}}/token',
        'https://a.test:{{port}}/token',
        '{{baseUrl}}/token',
        'https://b.test/token',
      ],
    );
  });

  it('sends the credentials of an operation alone, without those of the document', () => {
    const requests = (filesOf('https://b.test/token').get('T.req') ?? '')
      .split('\n\n')
      .map((r) => [/name (\w+)/.exec(r)?.[1], /^# @auth.*/m.exec(r)?.[0]]);
    assert.deepEqual(requests, [
      ['cookie', '# @auth none'],
      ['tls', '# @auth none'],
      ['inherits', undefined],
    ]);
  });

  it('names environments without the colon of a port that is a variable', () => {
    const servers = "servers: [{ url: 'https://a.test:{port}/v1', variables: { port: { default: '80' } } }]";
    assert.match(filesOf('token', servers).get('http-client.env.json') ?? '', /^ {2}"a\.test": \{/m);
  });
});
