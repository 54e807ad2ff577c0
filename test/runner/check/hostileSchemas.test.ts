import assert from 'node:assert/strict';
import { sendRun } from '../../support/sendRun.ts';
import { startRecorder, type Recorder } from '../../support/recorder.ts';

/** Each alias doubles the schemas: together 2^30. */
const doubled = [
  'definitions:',
  '  a0: &a0 {type: object}',
  ...Array.from({ length: 30 }, (_, i) => `  a${i + 1}: &a${i + 1} {allOf: [*a${i}, *a${i}]}`),
];
const wide = JSON.stringify({
  $defs: Object.fromEntries(
    Array.from({ length: 3000 }, (_, i) => [
      `d${i}`,
      { type: 'object', properties: { a: { type: 'string', minLength: 1 }, b: { not: {} } } },
    ]),
  ),
});
const nested = '{"anyOf":[{"type":"integer"},{"allOf":[{"type":"array","items":{"oneOf":[{"$ref":"#"},{"type":"string"}]}}]}]}';
const deepBody = '['.repeat(300) + ']'.repeat(300);

describe('a hostile schema', () => {
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
    files: Readonly<Record<string, string>> = {},
    options: Parameters<typeof sendRun>[1] = {},
  ): Promise<string | null | undefined> {
    answer = body;
    const { events, result } = await sendRun({ 'a.req': `GET ${recorder.url}\n\n?? ${assertion}\n`, ...files }, options);
    assert.equal(result.failure, undefined);
    return events.flatMap((e) => (e.kind === 'test' ? [e.result.message] : []))[0];
  }

  it('fails the assertion if schema and value are nested too deeply', async () => {
    assert.match((await messageOf(deepBody, `body matchesSchema ${nested}`)) ?? '', /cannot be used: .*nested too deeply/);
    assert.match(
      (await messageOf('{}', 'body matchesSchema {"allOf":[{"$ref":"#"},{"$ref":"#"}]}')) ?? '',
      /cannot be used: .*refers to itself without an end/,
    );
    type = 'text/event-stream';
    assert.match((await messageOf(`data: ${deepBody}\n\n`, `every event.data matchesSchema ${nested}`)) ?? '', /nested too deeply/);
  });

  it('fails the assertion if a schema file is nested too deeply', async () => {
    const chain = [
      'x-parts:',
      '  a0: &a0 {type: object}',
      ...Array.from({ length: 20_000 }, (_, i) => `  a${i + 1}: &a${i + 1} {not: *a${i}}`),
    ];
    const message = await messageOf('{}', 'body matchesSchema deep.yaml', { 'deep.yaml': `${chain.join('\n')}\nnot: *a20000\n` });
    assert.match(message ?? '', /cannot be used: .*nested too deeply/);
  });

  it('refuses a reference to a file on another host before any file is looked up', async () => {
    let asked = 0;
    const mayRead = (): Promise<boolean> => Promise.resolve(++asked < 0);
    for (const reference of ['file://evil/share/x.json', '//evil/share/x']) {
      const message = await messageOf('{}', `body matchesSchema {"$ref":"${reference}"}`, {}, { host: { mayRead } });
      assert.match(message ?? '', /cannot be used: .*evil/);
    }
    assert.match(
      (await messageOf('{}', 'body matchesSchema {"$schema":"file://h/x"}', {}, { host: { mayRead } })) ?? '',
      /dialect file:\/\/h\/x/,
    );
    assert.equal(asked, 0);
  });

  it('names a reference that is not the address of a file', async () => {
    for (const reference of ['a%2Fb.json', '%zz.json', 'file:///tmp/ok%ZZ.json', 'a%00b.json'])
      assert.match(
        (await messageOf('{}', `body matchesSchema {"$ref":"${reference}"}`)) ?? '',
        /cannot be used: .* is not the address of a file/,
        reference,
      );
    assert.match((await messageOf('{}', 'body matchesSchema {"$schema":"file:///tmp/ok%ZZ.json"}')) ?? '', /dialect .* is not known/);
    assert.match(
      (await messageOf('1', 'body matchesSchema {"$ref":"b.json#%zz"}', { 'b.json': '{"$anchor": "a"}' })) ?? '',
      /leads to no schema/,
    );
    assert.match(
      (await messageOf('1', 'body matchesSchema {"$ref":"b.json#/$defs/%25zz"}', { 'b.json': '{"$defs": {"%zz": {"type": "string"}}}' })) ??
        '',
      /must be a string \(\.\/b\.json#/,
    );
  });

  it('finds no dialect by the name of a member of every object', async () => {
    for (const name of ['constructor', '__proto__', 'toString'])
      assert.match((await messageOf('{}', `body matchesSchema {"$schema":"${name}"}`)) ?? '', /dialect .* is not known/, name);
  });

  it('handles a number with a very small exponent as a fraction', async () => {
    assert.match((await messageOf('1e-99999', 'body matchesSchema {"type":"integer"}')) ?? '', /must be an integer/);
    assert.match((await messageOf('1e-999999999', 'body matchesSchema {"multipleOf":3}')) ?? '', /must be a multiple of 3/);
    assert.match((await messageOf('1e999999999', 'body matchesSchema {"multipleOf":3}')) ?? '', /must be a multiple of 3/);
    for (const [body, schema] of [
      ['1e99999', '{"type":"integer"}'],
      ['0e-99999', '{"type":"integer"}'],
      ['3e999999999', '{"multipleOf":3}'],
      ['1e999999999', '{"multipleOf":1024}'],
      ['0e-999999999', '{"multipleOf":3}'],
      ['6e-4000', '{"multipleOf":3e-4000}'],
      ['0.3', '{"multipleOf":0.1}'],
      ['-1.50', '{"multipleOf":0.5}'],
    ] as const)
      assert.equal(await messageOf(body, `body matchesSchema ${schema}`), null, `${body} ${schema}`);
  });

  it('names the first few of many members, and counts the others', async () => {
    const names = Array.from({ length: 200_000 }, (_, i) => `m${i}`);
    const members = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    assert.equal(
      await messageOf(members, 'body matchesSchema {"additionalProperties":false}'),
      'does not conform to the schema: body has "m0", "m1", "m2", "m3", "m4" and 199,995 more, which the schema does not allow (#/additionalProperties)',
    );
    const files = {
      'required.json': JSON.stringify({ required: names.slice(0, 2000) }),
      'dependent.json': JSON.stringify({ dependentRequired: { a: names.slice(0, 2000) } }),
    };
    assert.match((await messageOf('{}', 'body matchesSchema required.json', files)) ?? '', /body lacks "m0".*"m4" and 1,995 more \(/);
    assert.match((await messageOf('{"a":1}', 'body matchesSchema dependent.json', files)) ?? '', /lacks "m0".*"m4" and 1,995 more \(/);
  });

  it('cuts long names in messages', async () => {
    const name = 'n'.repeat(100_000);
    for (const schema of [
      '{"additionalProperties":false}',
      '{"additionalProperties":{"type":"string"}}',
      '{"propertyNames":{"maxLength":3}}',
    ]) {
      const message = (await messageOf(`{"${name}":1}`, `body matchesSchema ${schema}`)) ?? '';
      assert.ok(message.startsWith('does not conform') && message.length < 1000, `${schema}: ${message.length}`);
    }
  });

  it('stops reading at the time limit of scripts, and can be interrupted', async () => {
    let sections = 0;
    const busy = async <T>(work: () => T | Promise<T>): Promise<T> => {
      sections++;
      return work();
    };
    const limits = { script: { timeMs: 1, memoryBytes: 64e6 } } as never;
    const message = await messageOf('{}', 'body matchesSchema wide.json', { 'wide.json': wide }, { host: { busy }, limits });
    assert.match(message ?? '', /wide\.json cannot be used: reading it takes longer than 0\.001 s/);
    assert.ok(sections > 0);
  });

  it('is checked once for each of its parts', async () => {
    const yaml = `${doubled.join('\n')}\n$ref: "#/definitions/a0"\n`;
    assert.equal(await messageOf('{}', 'body matchesSchema doubled.yaml', { 'doubled.yaml': yaml }), null);
    for (const dialect of ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2019-09/schema'])
      assert.equal(
        await messageOf('{}', 'body matchesSchema doubled.yaml', { 'doubled.yaml': `$schema: ${dialect}\n${yaml}` }),
        null,
        dialect,
      );
    const wrong = yaml.replace('{type: object}', '{type: objekt}');
    assert.match(
      (await messageOf('{}', 'body matchesSchema doubled.yaml', { 'doubled.yaml': wrong })) ?? '',
      /it is not a schema, because #\/definitions\/a0\/type/,
    );
  });
});
