import assert from 'node:assert/strict';
import type { ContractFact, FailurePlace } from '../../../src/runner/ports/events.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';
import { sendRun } from '../../support/sendRun.ts';

const api = `openapi: 3.0.3
info: { title: T, version: '1' }
servers: [{ url: 'https://api.example.com/v1' }]
paths:
  /users/{id}:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json: { schema: { $ref: './schemas/user.yaml#/User' } }
  /users/me:
    get:
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: object, required: [me] } } }
    head: { responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } } }
    delete: { responses: { 2XX: { description: gone } } }
  /text:
    get: { responses: { default: { description: any, content: { text/*: { schema: { type: string } } } } } }
  /word: { get: { responses: { '200': { description: ok, content: { text/plain: { schema: { type: string, enum: [yes, 'no'] } } } } } } }
  /xml:
    get: { responses: { '200': { description: ok, content: { application/xml: { schema: { type: object } } } } } }
  /lines:
    get: { responses: { '200': { description: ok, content: { application/x-ndjson: { schema: { $ref: '#/components/schemas/Line' } } } } } }
  /loop:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Node' } } } } } }
  /heads:
    get:
      responses:
        '200':
          description: ok
          headers:
            X-Ids: { schema: { type: array, items: { type: integer }, minItems: 1 } }
            X-Json: { content: { application/json: { schema: { type: object, required: [a] } } } }
            Set-Cookie: { schema: { type: string, pattern: '^a=' } }
            X-Page: { explode: true, schema: { type: object, required: [from], properties: { from: { type: integer } } } }
  /pets:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                discriminator: { propertyName: kind, mapping: { hound: '#/components/schemas/Dog' } }
  /versions:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json; version=1: { schema: { type: object, required: [a] } }
            application/json; version=2: { schema: { type: object, required: [b] } }
            application/*+json: { schema: { type: object, required: [c] } }
  /newest:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json: { schema: { type: object, required: [a] } }
            application/json; version=2: { schema: { type: object, required: [b] } }
  /moved:
    post: { parameters: [{ name: dry, in: query, schema: { type: boolean } }], responses: { '200': { description: ok } } }
  /target:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }, { name: dry, in: query, schema: { type: boolean } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } } }
  /lost:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: './absent.yaml' } } } } } }
components:
  schemas:
    Cat: { type: object, required: [kind, lives], properties: { kind: { type: string } } }
    Dog: { type: object, required: [kind, bark], properties: { kind: { type: string } } }
    Line: { type: object, required: [n], properties: { n: { type: integer } } }
    Node: { type: object, properties: { next: { $ref: '#/components/schemas/Node' }, name: { type: string } } }
`;
const user = `User: { type: object, required: [id], properties: { id: { type: integer }, nick: { type: string, nullable: true } } }\n`;
const events = `openapi: 3.2.0
info: { title: T, version: '1' }
paths:
  /events:
    get:
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              itemSchema:
                type: object
                required: [event, data]
                properties:
                  event: { enum: [token, done] }
                  data: { contentSchema: { type: object, required: [delta] } }
`;

describe('?? response conforms', () => {
  let recorder: Recorder;
  let answer = '';
  let places: readonly FailurePlace[] = [];
  let contracts: readonly (ContractFact | undefined)[] = [];
  let head = 'Content-Type: application/json';

  before(async () => {
    recorder = await startRecorder((_, target) =>
      target.startsWith('/moved')
        ? 'HTTP/1.1 303 See Other\r\nLocation: /target?page=2\r\nContent-Length: 0\r\n\r\n'
        : `HTTP/1.1 200 OK\r\n${head}${head === '' ? '' : '\r\n'}Content-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
    );
  });
  after(() => recorder.close());

  interface Given {
    readonly method?: string;
    readonly collection?: string;
    readonly own?: string;
    readonly assertion?: string;
    readonly type?: string;
    readonly headers?: string;
  }

  /** The results of a request: the message, or null if it passed. */
  async function results(path: string, body: string, given: Given = {}): Promise<readonly (string | null)[]> {
    const {
      method = 'GET',
      collection = '# @openapi ./api.yaml',
      own = '',
      assertion = '?? response conforms',
      type = 'application/json',
      headers,
    } = given;
    answer = body;
    head = headers ?? (type === '' ? '' : `Content-Type: ${type}`);
    const { events: emitted } = await sendRun({
      'a.req': `${own}${method} ${recorder.url}${path}\n\n${assertion}\n`,
      'collection.req': `${collection}\n`,
      'api.yaml': api,
      'schemas/user.yaml': user,
      'events.yaml': events,
      'old.json': '{"swagger": "2.0"}',
      'broken.yaml': 'a: [',
    });
    contracts = emitted.flatMap((e) => (e.kind === 'test' ? [e.result.contract] : []));
    places = emitted.flatMap((e) => (e.kind === 'test' ? (e.result.places ?? []) : []));
    return emitted.flatMap((e) => (e.kind === 'test' ? [e.result.message] : []));
  }

  const of = (operation: string): string => `does not conform to ${operation} of ./api.yaml: `;

  it('finds the operation with and without the path of the server, and a literal path before a parameter', async () => {
    assert.deepEqual(await results('/v1/users/7?x=1', '{"id": 7}'), [null]);
    assert.deepEqual(await results('/users/7', '{"id": 7}'), [null]);
    assert.deepEqual(await results('/users/me', '{"id": 7}'), [
      `${of('GET /users/me')}body lacks "me" (./api.yaml#/paths/~1users~1me/get/responses/200/content/application~1json/schema/required)`,
    ]);
  });

  it('reads schemas of other files in the dialect of the document', async () => {
    assert.deepEqual(await results('/users/7', '{"id": 7, "nick": null}'), [null]);
    assert.deepEqual(await results('/users/7', '{"id": 7, "nick": 1}'), [
      `${of('GET /users/{id}')}body.nick is 1 and must be a string or null (./schemas/user.yaml#/User/properties/nick/type)`,
    ]);
  });

  it('fails for a response that could not be checked', async () => {
    assert.deepEqual(await results('/nothing', '{}'), [
      `no operation of ./api.yaml matches GET ${recorder.url}/nothing, so the response was not checked`,
    ]);
    assert.deepEqual(await results('/users/me', '{}', { method: 'PUT' }), [
      './api.yaml describes /users/me for GET, DELETE, HEAD, not for PUT, so the response was not checked',
    ]);
    assert.deepEqual(await results('/xml', '<a/>', { type: 'application/xml' }), [
      `${of('GET /xml')}a body of application/xml cannot be compared with its schema, so it was not checked`,
    ]);
    assert.match((await results('/lost', '{}'))[0] ?? '', /there is no file \.\/absent\.yaml/);
    assert.match((await results('/users/7', '{}', { collection: '' }))[0] ?? '', /no OpenAPI document is named/);
    assert.match((await results('/users/7', '{}', { collection: '# @openapi ./old.json' }))[0] ?? '', /Swagger 2\.0/);
    assert.match((await results('/users/7', '{}', { collection: '# @openapi ./broken.yaml' }))[0] ?? '', /is not YAML/);
    assert.match((await results('/users/7', '{}', { collection: '# @openapi ./none.yaml' }))[0] ?? '', /there is no file \.\/none\.yaml/);
    assert.match(
      (await results('/users/7', '{}', { collection: '# @openapi https://example.com/a.yaml' }))[0] ?? '',
      /https:\/\/example\.com\/a\.yaml was not fetched yet: run Fetch OpenAPI Document/,
    );
    assert.deepEqual(await results('/users/7', '{"id": '), [`${of('GET /users/{id}')}the body is not JSON`]);
  });

  it('reads lists and objects in headers by their style', async () => {
    const heads = (lines: string): Promise<readonly (string | null)[]> => results('/heads', '', { headers: lines });
    assert.deepEqual(await heads('X-Ids: 1, 2\r\nX-Ids: 3\r\nX-Page: from=1,to=2'), [null]);
    assert.deepEqual(await heads('X-Ids: 1,x\r\nX-Page: to=2'), [
      `${of('GET /heads')}header X-Ids[1] is "x" and must be an integer (./api.yaml#/paths/~1heads/get/responses/200/headers/X-Ids/schema/items/type); header X-Page lacks "from" (./api.yaml#/paths/~1heads/get/responses/200/headers/X-Page/schema/required)`,
    ]);
    assert.deepEqual(await heads('X-Ids: 1\r\nX-Page: from'), [`${of('GET /heads')}header X-Page must have a value after each name`]);
  });

  it('compares headers in JSON, and each of several with the same name', async () => {
    const at = './api.yaml#/paths/~1heads/get/responses/200/headers';
    const heads = (lines: string): Promise<readonly (string | null)[]> => results('/heads', '', { headers: lines });
    assert.deepEqual(await heads('X-Json: {"a": 1}\r\nSet-Cookie: a=1\r\nSet-Cookie: a=2'), [null]);
    assert.deepEqual(await heads('X-Json: {"b": 1}\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2'), [
      `${of('GET /heads')}header X-Json lacks "a" (${at}/X-Json/content/application~1json/schema/required); header Set-Cookie is "b=2" and must match ^a= (${at}/Set-Cookie/schema/pattern)`,
    ]);
    assert.deepEqual(await heads('X-Json: {'), [`${of('GET /heads')}header X-Json must be JSON`]);
  });

  it('accepts a body of a range of media types and no body after HEAD, and fails for an undocumented body', async () => {
    assert.deepEqual(await results('/text', 'hello', { type: 'text/plain; charset=utf-8' }), [null]);
    assert.deepEqual(await results('/users/me', '', { method: 'HEAD' }), [null]);
    assert.deepEqual(await results('/users/me', '', { method: 'DELETE' }), [null]);
    assert.deepEqual(await results('/users/me', '{}', { method: 'DELETE' }), [
      `${of('DELETE /users/me')}a body of application/json is not documented (./api.yaml#/paths/~1users~1me/delete/responses/2XX)`,
    ]);
  });

  it('names what is wrong with the alternative that a discriminator names', async () => {
    for (const [kind, member, schema] of [
      ['Cat', 'lives', 'Cat'],
      ['Dog', 'bark', 'Dog'],
      ['hound', 'bark', 'Dog'],
      ['cow', 'lives', 'Cat'],
    ])
      assert.match(
        (await results('/pets', JSON.stringify({ kind })))[0] ?? '',
        new RegExp(`matches none of 2 schemas .*; body lacks "${member}" \\(\\./api\\.yaml#/components/schemas/${schema}/required\\)$`),
      );
  });

  it('chooses the schema by the parameters and the suffix of the media type', async () => {
    const lacks = async (type: string, path = '/versions'): Promise<string | undefined> =>
      /body lacks "(\w)"/.exec((await results(path, '{}', { type }))[0] ?? '')?.[1];
    assert.equal(await lacks('application/json'), 'a');
    assert.equal(await lacks('application/json; charset=utf-8; Version="2"'), 'b');
    assert.equal(await lacks('application/json; version=3'), 'a');
    assert.equal(await lacks('application/vnd.x+json'), 'c');
    assert.equal(await lacks('application/json; version=1', '/newest'), 'a');
    assert.equal(await lacks('application/json; version=2', '/newest'), 'b');
  });

  it('counts the parameters of the request that a redirect makes', async () => {
    assert.deepEqual(await results('/moved?dry=true', '{}', { method: 'POST' }), [null]);
    assert.deepEqual(
      contracts.map((c) => [c?.operation, c?.parameters]),
      [['GET /target', ['query page']]],
    );
  });

  it('compares a text with its schema', async () => {
    const type = 'text/plain; charset=utf-8';
    assert.deepEqual(await results('/word', 'yes', { type }), [null]);
    assert.deepEqual(await results('/word', 'maybe', { type }), [
      `${of('GET /word')}body.text is "maybe" and must be one of "yes", "no" (./api.yaml#/paths/~1word/get/responses/200/content/text~1plain/schema/enum)`,
    ]);
  });

  it('follows cyclic references as deep as the body goes', async () => {
    assert.deepEqual(await results('/loop', '{"next": {"next": {"name": 1}}}'), [
      `${of('GET /loop')}body.next.next.name is 1 and must be a string (./api.yaml#/components/schemas/Node/properties/name/type)`,
    ]);
  });

  it('checks each line of NDJSON, and names the first three that do not conform', async () => {
    const type = 'application/x-ndjson';
    assert.deepEqual(await results('/lines', '{"n":1}\n{"n":2}\n', { type }), [null]);
    const [message = ''] = await results('/lines', '{"n":1}\n{"n":"x"}\n{}\n[]\n{}\n{}\n', { type });
    assert.match(message ?? '', /events\[1\]\.data\.n is "x".*events\[2\]\.data lacks "n".*events\[3\]\.data.*and 2 more items/);
  });

  it('checks events by itemSchema of OpenAPI 3.2, and their data by contentSchema', async () => {
    const given = { collection: '# @openapi ./events.yaml', type: 'text/event-stream' };
    assert.deepEqual(await results('/events', 'event: token\ndata: {"delta": 1}\n\ndata: [DONE]\nevent: done\n\n', given), [null]);
    assert.match((await results('/events', 'event: other\ndata: {"delta": 1}\n\n', given))[0] ?? '', /events\[0\]\.event is "other"/);
    assert.match((await results('/events', 'event: token\ndata: {}\n\n', given))[0] ?? '', /events\[0\]\.data lacks "delta"/);
    await results('/events', 'event: token\ndata: {"delta": 1}\n\nevent: token\ndata: {}\n\n', given);
    assert.deepEqual(
      places.map(({ path, event, schema }) => [path, event, schema?.pointer.split('/').at(-1)]),
      [['events[1].data', 1, 'required']],
    );
  });

  it('checks each response where @contract is on, once, and not where it is off', async () => {
    const collection = '# @openapi ./api.yaml\n# @contract on';
    const status = '?? status == 200';
    assert.equal((await results('/users/me', '{}', { collection, assertion: status })).length, 2);
    assert.equal((await results('/users/me', '{}', { collection })).length, 1);
    assert.deepEqual(await results('/users/me', '{}', { collection, assertion: status, own: '# @contract off\n' }), [null]);
    assert.deepEqual(await results('/users/me', '{}', { collection, assertion: status, own: '# @openapi none\n# @contract off\n' }), [
      null,
    ]);
  });
});
