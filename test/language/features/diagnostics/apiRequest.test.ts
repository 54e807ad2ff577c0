import assert from 'node:assert/strict';
import { quickFixes } from '../../../../src/language/onDemand.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

const api = `openapi: 3.1.0
info: { title: Shop }
servers: [{ url: 'https://h/v1' }]
paths:
  /users:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: state, in: query, required: true, schema: { enum: [open, closed] } }
        - { name: filter, in: query, style: deepObject, schema: { type: object } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name, age]
              additionalProperties: false
              properties:
                id: { type: integer, readOnly: true }
                name: { type: string }
                age: { type: integer }
                state: { enum: [open, closed] }
                tags: { type: array, items: { type: object, required: [t], properties: { t: { type: string } } } }
  /users/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }] }
  /search/{ids}:
    get:
      parameters:
        - { name: ids, in: path, required: true, style: label, schema: { type: array, items: { type: integer } } }
        - { name: tags, in: query, schema: { type: array, maxItems: 3, items: { enum: [red, blue] } } }
        - { name: sizes, in: query, explode: false, schema: { type: array, items: { type: integer, minimum: 1, exclusiveMaximum: 10 } } }
        - name: filter
          in: query
          style: deepObject
          schema: { type: object, required: [from], properties: { from: { type: string, minLength: 2 }, size: { type: integer } }, additionalProperties: false }
        - { name: page, in: query, schema: { type: object, properties: { offset: { type: integer }, last: { type: boolean } } } }
        - { name: where, in: query, content: { application/json: { schema: { type: object, properties: { a: { type: integer } } } } } }
        - { name: X-Counts, in: header, schema: { type: array, items: { type: integer } } }
        - { name: seen, in: cookie, schema: { type: boolean } }
  /users/limits:
    put: { requestBody: { content: { application/json: { schema: { type: object, properties: { n: { type: number, maximum: 5 }, t: { type: string, maxLength: 1 } } } } } } }
`;
const files = { 'collection.req': '# @openapi ./api.yaml\n', 'api.yaml': api };

describe('the diagnostics by an OpenAPI document', () => {
  /** `"text under it" message` of the diagnostics about the document. */
  async function found(text: string, around: Around = {}): Promise<readonly string[]> {
    const inspected = await inspect(text, { ...around, files: { ...files, ...around.files } });
    const { view } = inspected;
    return inspected
      .diagnostics()
      .filter((d) => /^(?:openapi|api|unknown-operation)/.test(d.id))
      .map((d) => `${JSON.stringify(view.tree.text.slice(d.range.start, d.range.end))} ${d.message}`);
  }

  const get = 'GET https://h/v1/users';

  it('name a request that the document does not have, by its path or its method', async () => {
    assert.deepEqual(await found('GET https://h/v1/user'), ['"https://h/v1/user" Shop has no operation for the path of this URL.']);
    assert.deepEqual(await found('PUT https://h/v1/users'), ['"PUT" Shop describes /users for GET, POST, not for PUT.']);
  });

  it('name parameters that are missing, unknown or wrong, with the values of placeholders', async () => {
    assert.deepEqual(await found(`${get}?limit=1\nX-Tenant: a`), [
      '"https://h/v1/users?limit=1" The query parameter state is missing: GET /users requires it.',
    ]);
    assert.deepEqual(await found(`${get}?state=open`), [
      '"https://h/v1/users?state=open" The header X-Tenant is missing: GET /users requires it.',
    ]);
    assert.deepEqual(await found(`@n = many\n${get}?state=lost&limit={{n}}&limt=1&filter[a]=1\nX-Tenant: a`), [
      '"limit" The query parameter limit must be an integer.',
      '"state" The query parameter state must be one of open, closed.',
      '"limt" GET /users has no query parameter limt. Did you mean limit?',
    ]);
    assert.deepEqual(await found('@id = seven\nGET https://h/users/{{id}}'), [
      '"https://h/users/{{id}}" The path parameter id must be an integer.',
    ]);
  });

  it('check lists and objects by the style in which they are written', async () => {
    const search = 'GET https://h/search';
    assert.deepEqual(
      await found(`${search}/.1,2?tags=red&tags=blue&sizes=1,9&filter[from]=ab&filter[size]=3&offset=1&last=true&where={"a":1}`),
      [],
    );
    assert.deepEqual(await found(`${search}/1,2`), ['"https://h/search/1,2" The path parameter ids must begin with a dot.']);
    assert.deepEqual(await found(`${search}/.1?tags=red,blue&sizes=0,x,10`), [
      '"tags" The query parameter tags[0] must be one of "red", "blue": write tags= once for each item.',
      '"sizes" The query parameter sizes[0] must be at least 1.',
      '"sizes" The query parameter sizes[1] must be an integer.',
      '"sizes" The query parameter sizes[2] must be less than 10.',
    ]);
    assert.deepEqual(await found(`${search}/.1?tags=red&tags=red&tags=red&tags=blue&filter[size]=big&filter[x]=1&last=no`), [
      '"tags" The query parameter tags must have at most 3 items.',
      '"filter[size]" The query parameter filter lacks "from".',
      '"filter[size]" The query parameter filter.size must be an integer.',
      '"filter[size]" The query parameter filter.x is not a member of the schema.',
      '"last" The query parameter page.last must be a boolean.',
    ]);
    assert.deepEqual(await found(`${search}/.1?where={"a":"x"}&where=\nX-Counts: 1, two\nCookie: a=b; seen=maybe`), [
      '"where" The query parameter where.a must be an integer.',
      '"1, two" The header X-Counts[1] must be an integer.',
      '"a=b; seen=maybe" The cookie parameter seen must be a boolean.',
    ]);
    assert.deepEqual(await found(`${search}/.{{?ids}}?tags={{?tag}}&sizes={{?sizes}}&filter[from]={{?from}}`), []);
  });

  it('judge limits of numbers and texts', async () => {
    const put = 'PUT https://h/users/limits\nContent-Type: application/json\n\n';
    assert.deepEqual(await found(`${put}{"n": 5, "t": "😀"}`), []);
    assert.deepEqual(await found(`${put}{"n": 5.01, "t": "ab"}`), [
      '"5.01" n must be at most 5 (PUT /users/limits).',
      '"\\"ab\\"" t must have at most 1 character (PUT /users/limits).',
    ]);
  });

  it('do not check values that are known only at the send', async () => {
    assert.deepEqual(await found('GET https://h/users/{{?id}}'), []);
    assert.deepEqual(await found('GET {{?base}}/anything'), []);
    assert.deepEqual(await found(`${get}?{{?query}}\nX-Tenant: a`), []);
    assert.deepEqual(await found(`${get}?state={{?state}}&limit={{$secret.LIMIT}}\nX-Tenant: a`), []);
    assert.deepEqual(await found('< {% request.url = "https://h/users/1" %}\nGET https://h/v1/nothing'), []);
  });

  const post = (body: string): string => `POST https://h/v1/users\nContent-Type: application/json\n\n${body}`;

  it('name members of a body that are missing, unknown or wrong, at their places', async () => {
    assert.deepEqual(await found(post('{"name": "a", "age": 1, "state": "open", "tags": [{"t": "x"}]}')), []);
    assert.deepEqual(await found(post('{"name": 1, "agee": 2, "state": "lost", "tags": [{"t": "x"}, {}]}')), [
      '"1" name must be a string (POST /users).',
      '"{" The body lacks "age" (POST /users).',
      '"\\"lost\\"" state must be one of "open", "closed" (POST /users).',
      '"{" tags[1] lacks "t" (POST /users).',
      '"\\"agee\\"" agee is not a member of the schema (POST /users).',
    ]);
  });

  it('accept what any alternative allows, and name what none does', async () => {
    const api31 = `openapi: 3.1.0
info: { title: Pets }
paths:
  /pets:
    post:
      requestBody:
        content:
          application/json:
            schema:
              oneOf:
                - { type: object, required: [kind, lives], properties: { kind: { const: cat }, lives: { type: integer }, size: { type: integer } }, additionalProperties: false }
                - { type: object, required: [kind], properties: { kind: { const: dog }, size: { type: string } }, additionalProperties: false }
  /any:
    post: { requestBody: { content: { application/json: { schema: { anyOf: [ { type: object, properties: { a: {} }, additionalProperties: false }, {} ] } } } } }
`;
    const pet = (body: string, path = 'pets'): string => `POST https://h/${path}\nContent-Type: application/json\n\n${body}`;
    const around = { files: { 'api.yaml': api31 } };
    assert.deepEqual(await found(pet('{"kind": "dog", "size": "big"}'), around), []);
    assert.deepEqual(await found(pet('{"kind": "cow", "size": true, "legs": 4}'), around), [
      '"\\"cow\\"" kind must be one of "cat", "dog" (POST /pets).',
      '"true" size must be an integer or a string (POST /pets).',
      '"\\"legs\\"" legs is not a member of the schema (POST /pets).',
    ]);
    assert.deepEqual(await found(pet('{"b": 1}', 'any'), around), []);
  });

  it('know the parameter in which a security scheme sends its key, where the operation uses it', async () => {
    const text = `openapi: 3.1.0
info: { title: Keys }
security: [{ key: [] }]
paths:
  /keys: { get: {}, put: { security: [] } }
components: { securitySchemes: { key: { type: apiKey, in: query, name: api_key } } }
`;
    const around = { files: { 'api.yaml': text } };
    assert.deepEqual(await found('# @auth apikey api_key abc in=query\nGET https://h/keys', around), []);
    assert.deepEqual(await found('GET https://h/keys?api_key=1&api_kay=2', around), [
      '"api_kay" GET /keys has no query parameter api_kay.',
    ]);
    assert.deepEqual(await found('PUT https://h/keys?api_key=1', around), ['"api_key" PUT /keys has no query parameter api_key.']);
  });

  it('require no member of a request that is read-only beside its reference or in its allOf', async () => {
    const text = `openapi: 3.1.0
info: { title: Ids }
paths:
  /ids:
    post:
      requestBody:
        content:
          application/json: { schema: { type: object, required: [id, of], properties: { id: { $ref: '#/components/schemas/Id', readOnly: true }, of: { allOf: [{ $ref: '#/components/schemas/Of' }] } } } }
components: { schemas: { Id: { type: integer }, Of: { type: integer, readOnly: true } } }
`;
    const around = { files: { 'api.yaml': text } };
    assert.deepEqual(await found('POST https://h/ids\nContent-Type: application/json\n\n{}', around), []);
  });

  it('choose the media type by its suffix and its parameters', async () => {
    const schema = (name: string): string => `{ schema: { type: object, required: [${name}] } }`;
    const text = `openapi: 3.1.0
info: { title: Types }
paths:
  /types:
    post:
      requestBody:
        content:
          application/json; version=1: ${schema('a')}
          application/json; version=2: ${schema('b')}
          application/*+json: ${schema('c')}
`;
    const around = { files: { 'api.yaml': text } };
    const types = [
      'application/json',
      'application/json; version=1',
      'application/json;charset=utf-8;Version="2"',
      'application/vnd.x+json',
      'application/xml',
    ];
    const messages = types.map(async (type) => (await found(`POST https://h/types\nContent-Type: ${type}\n\n{}`, around)).join());
    assert.deepEqual(await Promise.all(messages), [
      '"{" The body lacks "a" (POST /types).',
      '"{" The body lacks "a" (POST /types).',
      '"{" The body lacks "b" (POST /types).',
      '"{" The body lacks "c" (POST /types).',
      '"application/xml" POST /types takes application/json, application/*+json, not application/xml.',
    ]);
  });

  it('compare the values of placeholders in a body', async () => {
    assert.deepEqual(await found(`@age = old\n${post('{"name": "{{?name}}", "age": "{{age}}"}')}`), [
      '"\\"{{age}}\\"" age must be an integer (POST /users).',
    ]);
  });

  it('allow null by nullable beside anything, and require no readOnly member, wherever allOf describes them', async () => {
    const schemas = {
      Color: { type: 'string', enum: ['red'] },
      Owner: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Base: { type: 'object', properties: { id: { type: 'integer' } } },
      Known: { type: 'object', properties: { id: { readOnly: true } } },
      Pet: {
        allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Known' }],
        required: ['id', 'color'],
        properties: {
          color: { type: 'string', nullable: true, enum: ['a'] },
          mixed: { nullable: true, allOf: [{ $ref: '#/components/schemas/Color' }] },
          owner: { nullable: true, oneOf: [{ $ref: '#/components/schemas/Owner' }] },
          second: { $ref: '#/components/schemas/Owner', nullable: true },
        },
      },
    };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
    const paths = { '/pets': { post: { requestBody: { content } } } };
    const nulls = { files: { 'api.yaml': JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop' }, paths, components: { schemas } }) } };
    const body = (text: string): Promise<readonly string[]> =>
      found(`POST https://h/pets\nContent-Type: application/json\n\n${text}\n`, nulls);
    assert.deepEqual(await body('{"color": null, "mixed": null, "owner": null, "second": null}'), []);
    assert.deepEqual(await body('{"color": "b", "second": {"name": 1}}'), [
      '"\\"b\\"" color must be one of "a", null (POST /pets).',
      '"1" second.name must be a string (POST /pets).',
    ]);
  });

  it('name a missing body, and one of another media type', async () => {
    assert.deepEqual(await found('POST https://h/v1/users'), [
      '"https://h/v1/users" The body is missing: POST /users requires one of application/json.',
    ]);
    assert.deepEqual(await found('POST https://h/v1/users\nContent-Type: text/plain\n\nx'), [
      '"text/plain" POST /users takes application/json, not text/plain.',
    ]);
  });

  it('report a document that cannot be read where it is named, and nothing for its requests', async () => {
    const broken = { files: { 'b.yaml': 'swagger: "2.0"' } };
    assert.deepEqual(await found('# @openapi ./b.yaml\nGET https://h/x', broken), [
      '"./b.yaml" ./b.yaml cannot be used: it is Swagger 2.0, and Req checks OpenAPI 3.0, 3.1 and 3.2: convert it first.',
    ]);
    assert.deepEqual(await found('# @openapi https://h/api.yaml\nGET https://h/x'), [
      '"https://h/api.yaml" https://h/api.yaml was not fetched yet: run Fetch OpenAPI Document in the editor, or req openapi in a terminal.',
    ]);
    assert.deepEqual(await found('# @openapi none\nGET https://h/x'), []);
  });

  it('offer to fetch a document that a URL names', async () => {
    const { view } = await inspect('# @openapi https://h/v1/api.yaml\n\n### a\nGET https://h/x\n');
    const [action] = quickFixes(view, { start: 15, end: 15 });
    assert.deepEqual([action?.title, action?.command], ['Fetch OpenAPI Document', { kind: 'fetch-openapi', path: '/ws/h-v1-api.yaml' }]);
    assert.deepEqual(
      quickFixes((await inspect('# @openapi ./none.yaml\nGET https://h/x')).view, { start: 15, end: 15 }).map((a) => a.title),
      ['Create ./none.yaml'],
    );
  });
});
