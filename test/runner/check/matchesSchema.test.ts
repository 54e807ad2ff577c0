import assert from 'node:assert/strict';
import { sendRun } from '../../support/sendRun.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

const user = JSON.stringify({
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['id', 'mail'],
  properties: {
    id: { type: 'integer' },
    mail: { type: 'string', format: 'email' },
    address: { $ref: 'parts/address.json#/definitions/address' },
    code: { type: 'string', pattern: '^(a+)+$' },
  },
});
const address = JSON.stringify({
  definitions: { address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
});
const api = `openapi: 3.0.3
components:
  schemas:
    Id: { type: integer, minimum: 1, exclusiveMinimum: true }
    User:
      type: object
      required: [id, password, pin, code]
      properties:
        id: { $ref: '#/components/schemas/Id' }
        nick: { type: string, nullable: true }
        password: { type: string, writeOnly: true }
        pin: { allOf: [{ $ref: '#/components/schemas/Hidden' }] }
        code: { $ref: '#/components/schemas/Code' }
    Code: { $ref: '#/components/schemas/Hidden' }
    Hidden: { type: string, writeOnly: true }
`;

describe('?? body matchesSchema', () => {
  let recorder: Recorder;
  let answer = '';
  let type = 'application/json';

  before(async () => {
    recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
    );
  });
  after(() => recorder.close());
  beforeEach(() => (type = 'application/json'));

  /** The message of an assertion; null if it holds. */
  async function messageOf(
    body: string,
    assertion: string,
    options: Parameters<typeof sendRun>[1] = {},
  ): Promise<string | null | undefined> {
    answer = body;
    const { events } = await sendRun(
      {
        'a.req': `GET ${recorder.url}\n\n?? ${assertion}\n`,
        'user.schema.json': user,
        'parts/address.json': address,
        'api.yaml': api,
        'remote.json': '{"$ref": "https://example.com/user.json"}',
        'named.json': '{"$id": "https://example.com/named.json", "$ref": "parts/address.json#/definitions/address"}',
        'broken.json': '{"type": ',
        'noschema.json': '{"type": "objekt"}',
        'slow.json': '{"type": "string", "pattern": "^(a+)+$"}',
        'endless.json': '{"$ref": "#"}',
      },
      options,
    );
    return events.flatMap((e) => (e.kind === 'test' ? [e.result.message] : []))[0];
  }

  const valid = '{"id": 1, "mail": "a@example.com", "address": {"city": "Ulm"}}';

  it('holds for a value that conforms, with files that the schema refers to', async () => {
    assert.equal(await messageOf(valid, 'body matchesSchema ./user.schema.json'), null);
  });

  it('names the path in the response, and file and place in the schema', async () => {
    assert.equal(
      await messageOf('{"id": "x", "mail": "no", "address": {"city": 5}}', 'body matchesSchema user.schema.json'),
      'does not conform to user.schema.json: ' +
        'body.id is "x" and must be an integer (./user.schema.json#/properties/id/type); ' +
        'body.mail is "no" and must be an email address (./user.schema.json#/properties/mail/format); ' +
        'body.address.city is 5 and must be a string (./parts/address.json#/definitions/address/properties/city/type)',
    );
    assert.match(
      (await messageOf('{}', 'body matchesSchema user.schema.json')) ?? '',
      /body lacks "id", "mail" \(\.\/user\.schema\.json#\/required\)/,
    );
  });

  it('accepts a part of the body, a schema on the line, and a negation', async () => {
    assert.equal(await messageOf(valid, 'body.address matchesSchema {"required": ["city"]}'), null);
    assert.equal(await messageOf(valid, 'body.$..city matchesSchema {"items": {"type": "string"}}'), null);
    assert.match(
      (await messageOf(valid, 'body.id matchesSchema {"type": "string"}')) ?? '',
      /^does not conform to the schema: body\.id is 1 and must be a string \(#\/type\)$/,
    );
    assert.equal(await messageOf(valid, 'body.id !matchesSchema {"type": "string"}'), null);
    assert.match((await messageOf(valid, 'body !matchesSchema user.schema.json')) ?? '', /body conforms to/);
  });

  it('names the value in the body and the file of the schema, for links', async () => {
    const places = async (body: string, assertion: string): Promise<unknown> => {
      answer = body;
      const files = { 'a.req': `GET ${recorder.url}\n\n?? ${assertion}\n`, 'parts/address.json': address };
      const { events } = await sendRun(files);
      return events.flatMap((e) => (e.kind === 'test' ? [e.result.places] : []))[0];
    };
    assert.deepEqual(await places('{"a b": {"city": 5}}', 'body["a b"] matchesSchema parts/address.json#/definitions/address'), [
      {
        path: 'body["a b"].city',
        inBody: "$['a b']['city']",
        location: './parts/address.json#/definitions/address/properties/city/type',
        schema: { file: '/ws/parts/address.json', pointer: '/definitions/address/properties/city/type' },
      },
    ]);
    assert.deepEqual(await places('{"a": 1}', 'body.$..a matchesSchema {"maxItems": 0}'), [{ path: 'body.$..a', location: '#/maxItems' }]);
    assert.equal(await places('1', 'body matchesSchema true'), undefined);
  });

  it('names the places of values that a JSONPath selects, also inside them', async () => {
    const inBody = async (body: string, left: string, schema: string): Promise<unknown> => {
      answer = body;
      const { events } = await sendRun({ 'a.req': `GET ${recorder.url}\n\n?? ${left} matchesSchema ${schema}\n` });
      return events.flatMap((e) => (e.kind === 'test' ? (e.result.places ?? []).map((p) => [p.path, p.inBody]) : []));
    };
    const shop = '{"shop": {"books": [{"price": 1}, {"price": "x"}], "bike": {"price": {"sum": "y"}}}, "price": 2}';
    assert.deepEqual(
      await inBody(shop, 'body.$..price', '{"items": {"type": ["number", "object"], "properties": {"sum": {"type": "number"}}}}'),
      [
        ['body.$..price[2]', "$['shop']['books'][1]['price']"],
        ['body.$..price[3].sum', "$['shop']['bike']['price']['sum']"],
      ],
    );
    assert.deepEqual(await inBody(shop, 'body.shop.$.books[1].price', '{"type": "number"}'), [
      ['body.shop.$.books[1].price', "$['shop']['books'][1]['price']"],
    ]);
    assert.deepEqual(await inBody(shop, 'body.shop.$.books[?@.price == "x"]', '{"items": {"properties": {"price": {"type": "number"}}}}'), [
      ['body.shop.$.books[?@.price == "x"][0].price', "$['shop']['books'][1]['price']"],
    ]);
  });

  it('names the event that fails an assertion, and the values in it', async () => {
    type = 'text/event-stream';
    const places = async (assertion: string): Promise<unknown> => {
      answer = 'data: {"n": 1}\n\ndata: {"n": "x"}\n\n';
      const { events } = await sendRun({ 'a.req': `GET ${recorder.url}\n\n?? ${assertion}\n` });
      return events.flatMap((e) => (e.kind === 'test' ? (e.result.places ?? []).map((p) => [p.path, p.event, p.location]) : []));
    };
    const schema = '{"properties": {"n": {"type": "integer"}}}';
    assert.deepEqual(await places(`every event.data matchesSchema ${schema}`), [
      ['event 1', 1, ''],
      ['event.data.n', 1, '#/properties/n/type'],
    ]);
    assert.deepEqual(await places(`any event.data matchesSchema {"type": "array"}`), [
      ['event 1', 1, ''],
      ['event.data', 1, '#/type'],
    ]);
    assert.deepEqual(await places('no event.data.n == x'), [['event 1', 1, '']]);
    assert.deepEqual(await places('every event.data.n > 1'), [['event 0', 0, '']]);
    assert.deepEqual(await places('any event.data.n == 1'), []);
  });

  it('keeps the digits of numbers', async () => {
    assert.equal(await messageOf('12345678901234567891', 'body matchesSchema {"const": 12345678901234567891}'), null);
    assert.notEqual(await messageOf('12345678901234567891', 'body matchesSchema {"const": 12345678901234567890}'), null);
    assert.equal(await messageOf('0.3', 'body matchesSchema {"multipleOf": 0.1}'), null);
  });

  it('reads schemas of OpenAPI 3.0 in YAML: nullable, exclusiveMinimum, and members that only requests have, also by references and allOf', async () => {
    const schema = 'body matchesSchema ./api.yaml#/components/schemas/User';
    assert.equal(await messageOf('{"id": 2, "nick": null}', schema), null);
    assert.match(
      (await messageOf('{"id": 1}', schema)) ?? '',
      /body\.id is 1 and must be more than 1 \(\.\/api\.yaml#\/components\/schemas\/Id\/minimum\)/,
    );
  });

  it('reports why a schema cannot be used', async () => {
    const why = async (schema: string): Promise<string> => (await messageOf(valid, `body matchesSchema ${schema}`)) ?? '';
    assert.match(await why('./none.json'), /there is no file \.\/none\.json/);
    assert.match(await why('./broken.json'), /broken\.json is not JSON: .*line 1/);
    assert.match(await why('./noschema.json'), /is not a schema, because #\/type/);
    assert.match(await why('./remote.json'), /not fetched from the network/);
    assert.match(await why('https://example.com/user.json'), /not fetched from the network/);
    assert.match(await why('./user.schema.json#/none'), /leads to no schema/);
    assert.match(await why('./endless.json'), /refers to itself without an end/);
  });

  it('reads a file beside a schema whose $id is elsewhere, and contacts no host', async () => {
    assert.equal(await messageOf('{"city": "Ulm"}', 'body matchesSchema named.json'), null);
    assert.match((await messageOf('{}', 'body matchesSchema named.json')) ?? '', /body lacks "city"/);
  });

  it('reads no file outside of the collection without permission', async () => {
    const message = await messageOf(valid, 'body matchesSchema user.schema.json', { host: { mayRead: () => Promise.resolve(false) } });
    assert.match(message ?? '', /outside .* and reading it was not allowed/);
  });

  it('stops a pattern that exceeds the time limit', async () => {
    const text = JSON.stringify(`${'a'.repeat(40)}!`);
    const message = await messageOf(text, 'body matchesSchema slow.json', {
      limits: { script: { timeMs: 300, memoryBytes: 64e6 } } as never,
    });
    assert.match(message ?? '', /was stopped: avoid a repetition inside a repetition/);
    assert.equal(await messageOf('"aaa"', 'body matchesSchema slow.json'), null);
    assert.match((await messageOf('"b"', 'body matchesSchema slow.json')) ?? '', /must match/);
  });

  it('reports a body that is not JSON', async () => {
    assert.equal(await messageOf('<a/>', 'body matchesSchema user.schema.json'), 'the body is not JSON');
  });

  it('judges the events of a stream while it runs', async () => {
    type = 'text/event-stream';
    const stream = 'data: {"id": 1, "mail": "a@example.com"}\n\ndata: {"id": "x", "mail": "a@example.com"}\n\n';
    assert.match(
      (await messageOf(stream, 'every event.data matchesSchema user.schema.json')) ?? '',
      /event 1: .*event\.data\.id is "x" and must be an integer/,
    );
    assert.equal(await messageOf(stream, 'any event.data matchesSchema user.schema.json'), null);
    assert.equal(await messageOf(stream, 'events[0].data matchesSchema user.schema.json'), null);
    assert.match((await messageOf(stream, 'every event.data matchesSchema none.json')) ?? '', /there is no file \.\/none\.json/);
  });
});
