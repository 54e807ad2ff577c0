import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { buildSchema, introspectionFromSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { readSchema, writtenSchema, type Schema } from '../../src/graphql/index.ts';
import { schemaOfSdl } from '../../src/graphql/readSchema.ts';

const same = (text: string): string => text;
const noPause = (): Promise<void> => Promise.resolve();

async function schemaOf(text: string): Promise<Schema> {
  const read = await readSchema(text, noPause);
  if ('problem' in read) throw new Error(read.problem);
  return read.schema;
}

async function problemOf(text: string): Promise<string> {
  const read = await readSchema(text, noPause);
  return 'problem' in read ? read.problem : '';
}

/** SDL of many types, with strings and comments that contain brackets. */
const large = (types: number): string =>
  `type Query { t0: T0 }\n${Array.from({ length: types }, (_, i) => `"""\nType } { ${i} "\n"""\ntype T${i} { # { {\n  "a } b" f(x: Int = 1): T${(i + 1) % types}\n}\n`).join('')}`;

describe('reading a GraphQL schema', () => {
  it('reads a large one in turns, and all of its types', async () => {
    let pauses = 0;
    const read = await readSchema(large(5000), () => {
      pauses++;
      return Promise.resolve();
    });
    assert.ok('schema' in read);
    assert.equal(read.schema.size, 5001);
    assert.ok(pauses > 5, String(pauses));
  });

  it('makes the types of a large one in turns', async () => {
    const fields = Array.from({ length: 20 }, (_, k) => `  f${k}(a: Int, b: String): T0`).join('\n');
    const text = `type Query { t: T0 }\n${Array.from({ length: 3000 }, (_, i) => `type T${i} {\n${fields}\n}\n`).join('')}`;
    let [time, pauses] = [0, 0];
    // On a clock that jumps, each type takes longer than a turn.
    const clock = mock.method(performance, 'now', () => (time += 1000));
    try {
      const read = await readSchema(text, () => {
        pauses++;
        return Promise.resolve();
      });
      assert.ok('schema' in read);
      assert.ok(pauses > 3000, String(pauses));
    } finally {
      clock.mock.restore();
    }
  });

  it('makes the schema that buildSchema makes', async () => {
    const written = `
      """The schema."""
      schema @own(of: [1, 2]) { query: Root mutation: Changes }
      directive @own(of: [Int!] = [1]) repeatable on SCHEMA | OBJECT | FIELD_DEFINITION
      directive @deprecated(reason: String = "own") on FIELD_DEFINITION | ENUM_VALUE
      scalar Date @specifiedBy(url: "https://example.com/date")
      interface Node { id: ID! }
      interface Named implements Node { id: ID! name(short: Boolean = false): String }
      type Root { node(id: ID!): Node any: [Any!]! old: Int @deprecated(reason: "use any") }
      type Changes { add(user: NewUser!, kind: Kind = ADMIN): User }
      type User implements Named & Node @own { id: ID! name(short: Boolean = false): String born: Date friends: [[User]!] }
      union Any = User | Group
      type Group { users: [User!] }
      enum Kind { "An admin." ADMIN USER @deprecated }
      input NewUser { name: String! = "x" kinds: [Kind!] = [ADMIN, USER] in: NewUser }
      input One @oneOf { a: Int b: String }
      extend type User { age: Int }
      extend enum Kind { GUEST }
      extend union Any = Other
      type Other { x: Int }
      extend input NewUser { age: Int = 5 }
      extend schema { subscription: Events }
      type Events { added: User }
    `;
    const made = await schemaOfSdl(written, noPause);
    const [sorted, expected] = [made, buildSchema(written)].map((schema) => printSchema(lexicographicSortSchema(schema)));
    assert.equal(sorted, expected);
    for (const root of ['getQueryType', 'getMutationType', 'getSubscriptionType'] as const)
      assert.equal(made[root]()?.name, buildSchema(written)[root]()?.name);
  });

  it('masks secrets in descriptions, and refuses one in names', () => {
    const written = 'type Query {\n  """Token s3cret of the session."""\n  user: Int\n}\n';
    const text = JSON.stringify({ data: introspectionFromSchema(buildSchema(written)) });
    const mask = (secret: string) => (of: string) => of.replaceAll(secret, '•••');
    assert.deepEqual(writtenSchema(text, mask('s3cret')), { sdl: written.replace('s3cret', '•••') });
    assert.deepEqual(writtenSchema(text, mask('user')), { problem: 'its names contain the value of a secret' });
  });

  it('reads types that only extensions define, as subgraphs have them', async () => {
    const schema = await schemaOf('extend type Query { a: Int }\nextend type Query { b: Int }\nextend schema @link(url: "x")\n');
    assert.deepEqual(
      schema.rootFields().map((f) => f.name),
      ['a', 'b'],
    );
  });

  it('reads a schema whose types contain each other', async () => {
    const schema = await schemaOf('type Query { a: Query! b: I } input I { i: I }');
    assert.match(schema.build('query', 'a')?.query ?? '', /__typename/);
  });

  it('refuses deeply nested, duplicate, missing and empty input', async () => {
    assert.match(await problemOf(`type Query { a: ${'['.repeat(100_000)}Int }`), /nested more than 100 levels deep \(line 1\)/);
    assert.match(await problemOf(`type Query { a(x: I = ${'{a:'.repeat(100_000)}1 ): Int }`), /nested more than 100 levels/);
    assert.match(await problemOf('type Query { a: Int }\ntype A { a: Int }\ntype A { b: Int }'), /^A is defined twice$/);
    assert.match(await problemOf('type Query { a: Gone }'), /Unknown type: "Gone"/);
    assert.match(await problemOf('# nothing\n'), /defines nothing/);
    assert.match(await problemOf('{"data": {"__schema": {"types": [{"kind": "OBJECT"}]}}}'), /./);
    assert.match(await problemOf('{"data": null}'), /no __schema/);
    assert.match(await problemOf('{'), /neither SDL nor JSON/);
    assert.match(await problemOf(' '.repeat(33 * 1024 * 1024)), /larger than 32 MB/);
  });

  it('names the line of an error far behind the first piece', async () => {
    const text = `${large(3000)}type Broken {\n  a: \n}\n`;
    assert.match(await problemOf(text), new RegExp(`\\(line ${text.split('\n').length - 1}\\)$`));
  });

  it('does not lose names of properties that every object has', async () => {
    const schema = await schemaOf('type Query { constructor: Int toString: Int } input I { a: Int }');
    const text = '{ constructor toString hasOwnProperty }';
    const problems = schema.check({ text, query: { start: 0, end: text.length }, variables: undefined, placeholders: [] });
    assert.deepEqual(
      problems.map(({ range }) => text.slice(range.start, range.end)),
      ['hasOwnProperty'],
    );
  });

  it('writes the SDL of an introspection, and why there is none', () => {
    const sdl = '"""All."""\ntype Query {\n  """One."""\n  a(x: Int = 1): [Int!]\n}\n';
    const data = introspectionFromSchema(buildSchema(sdl));
    assert.deepEqual(writtenSchema(JSON.stringify({ data }), same), { sdl });
    assert.deepEqual(writtenSchema(JSON.stringify({ payload: { data } }), same), { sdl });
    assert.deepEqual(writtenSchema('<html>', same), { problem: 'it is not JSON' });
    assert.match(JSON.stringify(writtenSchema('{"errors":[{"message":"Introspection is off."}]}', same)), /Introspection is off/);
  });
});
