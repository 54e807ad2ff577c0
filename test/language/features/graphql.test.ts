import assert from 'node:assert/strict';
import { diagnostics } from '../../../src/language/onDemand.ts';
import type { Asked } from '../../support/complete.ts';
import { around, file, sdl } from '../../support/graphqlSample.ts';
import { inspect } from '../../support/inspect.ts';
import { memoryWorkspace } from '../../support/memoryWorkspace.ts';
import { until } from '../../support/until.ts';

/** The problems of a body, each with its text. */
async function problems(body: string, asked: Asked = around): Promise<string[]> {
  const inspected = await inspect(file(body), asked);
  const { view } = inspected;
  return inspected
    .diagnostics()
    .filter(({ id }) => id.startsWith('graphql'))
    .map(({ range, message }) => `${view.tree.text.slice(range.start, range.end)}: ${message}`);
}

describe('GraphQL with a schema', () => {
  describe('problems', () => {
    it('reports a field that the type does not have, with a similar name', async () => {
      assert.deepEqual(await problems('{ user(id: 1) { nam } }'), ['nam: Cannot query field "nam" on type "User". Did you mean "name"?']);
    });

    it('names a missing argument, a wrong value and an unknown argument', async () => {
      assert.deepEqual(await problems('{ user(hidden: "x", loud: 1) { id } }'), [
        '"x": Boolean cannot represent a non boolean value: "x".',
        'loud: Unknown argument "loud" on field "Query.user".',
        'user: Field "user" argument "id" of type "ID!" is required, but it was not provided.',
      ]);
    });

    it('names variables that are not used, not defined or of another type', async () => {
      assert.deepEqual(await problems('query A($a: Int, $b: Int) { user(id: $b) { id } found(text: $c) { __typename } }\n\n{}'), [
        '$c: Variable "$c" is not defined by operation "A".',
        '$a: Variable "$a" is never used in operation "A".',
        '$b: Variable "$b" of type "Int" used in position expecting type "ID!".',
      ]);
    });

    it('names a fragment that is not there, and one on a type that cannot occur', async () => {
      const found = await problems('{ user(id: 1) { ...Gone ...C } } fragment C on Company { id }');
      assert.ok(found.includes('Gone: Unknown fragment "Gone".'), found.join('\n'));
      assert.ok(found.some((p) => p.includes('Fragment "C" cannot be spread here')));
    });

    it('marks deprecated fields', async () => {
      const found = (await inspect(file('{ old }'), around)).diagnostics().find(({ id }) => id === 'graphql-deprecated');
      assert.deepEqual([found?.severity, found?.tags], ['hint', ['deprecated']]);
      assert.match(found?.message ?? '', /Use users\./);
    });

    it('is at the place of a syntax error', async () => {
      const inspected = await inspect(file('{\n  user(id: 1 { id }\n}'), around);
      const { view } = inspected;
      const found = inspected.diagnostics().find(({ id }) => id === 'graphql');
      assert.deepEqual(view.tree.lines.positionAt(found?.range.start ?? 0).line, 4);
    });

    it('accepts a placeholder as any type, name or selection', async () => {
      for (const body of [
        '{ user(id: {{id}}, hidden: {{x}}) { id } }',
        '{ user({{arguments}}) { id } }',
        '{ user(id: 1) { {{fields}} } }',
        '{ {{field}}(a: 1) { b } }',
        '{ users(filter: { role: {{role}}, names: ["{{a}}", {{b}}] }) { id } }',
        'query A($a: {{type}}) { user(id: $a) { id } }\n\n{"a": 1}',
        'query A({{definitions}}) { user(id: $a) { id } }',
        '{ user(id: 1) { ...F } }\n{{fragments}}',
        '{ users(first: 1{{zeros}}) { id } }',
        '{ user(id: "{{a}}-{{b}}") { id } }',
        '{ user(id: 1) {{selection}} }',
      ])
        assert.deepEqual(await problems(body), [], body);
    });

    it('checks the text beside placeholders', async () => {
      assert.deepEqual(await problems('{ user(id: {{id}}) { nam } }'), [
        'nam: Cannot query field "nam" on type "User". Did you mean "name"?',
      ]);
      assert.deepEqual(await problems('{ user(hidden: {{x}}) { id } }'), [
        'user: Field "user" argument "id" of type "ID!" is required, but it was not provided.',
      ]);
      assert.deepEqual(await problems('{ users(first: "{{n}}") { id } }'), ['"{{n}}": Int cannot represent non-integer value: "{{n}}".']);
    });

    it('checks the variables against those of the operation', async () => {
      const query = 'mutation A($in: NewUser!, $n: Int) { addUser(input: $in) { id } a: addUser(input: {name: "x", age: $n}) { id } }';
      assert.deepEqual(await problems(`${query}\n\n{"in": {"nam": 1, "role": "BOSS", "age": 1.5}, "n": null, "m": 1}`), [
        '"nam": The type NewUser has no field nam.',
        '"BOSS": $in.role must be a value of Role: "OWNER", "VIEWER".',
        '1.5: $in.age must be an integer of 32 bits: its type is Int.',
        '{: $in lacks the field name: String!, which the type NewUser requires.',
        '"m": The operation does not define the variable $m.',
      ]);
      assert.deepEqual(await problems(`${query}\n\n{"n": 1}`), ['{: The variable $in: NewUser! is missing.']);
      assert.match((await problems(query)).join('\n'), /^\$in: The variable \$in: NewUser! has no value/);
      for (const good of [
        '{"in": {{in}}}',
        '{"in": {"name": "{{a}}", "age": {{b}}}}',
        '{ {{members}} }',
        '{"in": {"{{key}}": 1}}',
        '{"{{key}}": 1}',
      ])
        assert.deepEqual(await problems(`${query}\n\n${good}`), [], good);
      assert.deepEqual(await problems(`${query}\n\n{"in": {"name": "x"}, "n": "{{n}}"}`), [
        '"{{n}}": $n must be of the type Int: write the placeholder without quotes.',
      ]);
    });

    it('checks a body of application/graphql, and no other', async () => {
      const text = (type: string): string => `# @graphql ./schema.graphql\nPOST http://h\nContent-Type: ${type}\n\n{ x }`;
      const count = async (type: string): Promise<number> =>
        (await inspect(text(type), around)).diagnostics().filter(({ id }) => id === 'graphql').length;
      assert.deepEqual([await count('application/graphql'), await count('text/plain')], [1, 0]);
    });

    it('bounds queries that are nested, long or repeated', async () => {
      assert.match((await problems(`${'{ a '.repeat(300)}${'}'.repeat(300)}`)).join(), /nested more than 200 levels/);
      assert.match((await problems(`{ ${'old '.repeat(25_000)} }`)).join(), /more than 20,000 tokens/);
      assert.equal((await problems(`{ ${'users(first: 1) { id } '.repeat(1500)} }`)).length, 0);
      assert.ok((await problems(`{ ${'a b c d e f g h '.repeat(200)} }`)).length <= 50);
    });
  });

  describe('the schema', () => {
    it('is that of the request, the file, its folders, or none', async () => {
      const text = (own: string): string => `${own}GRAPHQL http://h\n\n{ x }`;
      const files = { 'schema.graphql': sdl, 'api/folder.req': '# @graphql ../schema.graphql\n' };
      const count = async (body: string, at: string): Promise<number> =>
        (await inspect(body, { files, at })).diagnostics().filter(({ id }) => id === 'graphql').length;
      assert.equal(await count(text(''), 'api/a.req'), 1);
      assert.equal(await count(text('# @graphql none\n'), 'api/a.req'), 0);
      assert.equal(await count(`# @graphql ./schema.graphql\n\n###\n${text('')}`, 'a.req'), 1);
      assert.equal(await count(text(''), 'a.req'), 0);
    });

    it('is that of the environment, if there is one', async () => {
      const files = { 'schema.graphql': sdl, 'schema.dev.graphql': 'type Query { x: Int }' };
      const environments = { dev: {}, prod: {} };
      assert.deepEqual(await problems('{ x }', { files, environments, environment: 'dev' }), []);
      assert.equal((await problems('{ x }', { files, environments, environment: 'prod' })).length, 1);
    });

    it('can be the JSON of an introspection', async () => {
      const { buildSchema, introspectionFromSchema } = await import('graphql');
      const data = introspectionFromSchema(buildSchema(sdl));
      for (const json of [data, { data }]) {
        const files = { 'schema.graphql': JSON.stringify(json) };
        assert.equal((await problems('{ user(id: 1) { nam } }', { files })).length, 1);
      }
    });

    it('is reported at its name if it is missing or cannot be used', async () => {
      const of = (text: string) => problems('{ x }', { files: { 'schema.graphql': text } });
      assert.match((await problems('{ x }', {})).join(), /^\.\/schema\.graphql: There is no file/);
      assert.match((await of('type Query { a: Gone }')).join(), /schema\.graphql cannot be used: Unknown type: "Gone"\.$/);
      assert.match((await of('type Query {\n  a: Int\n  b\n}')).join(), /Expected ":", found "}" \(line 4\)\.$/);
      assert.match((await of('{"errors": [{"message": "No."}]}')).join(), /no __schema.*: No\.$/);
      assert.match((await of('query { a }')).join(), /contains a query/);
    });

    it('is read again after a change, and problems follow', async () => {
      const memory = memoryWorkspace(new Map([['/ws/schema.graphql', sdl]]));
      const { workspace, files } = memory;
      const document = memory.edit('/ws/a.req', file('{ x }'));
      const count = async (): Promise<number> => diagnostics(await workspace.know(document)).filter(({ id }) => id === 'graphql').length;
      await until('the schema is read', async () => (await count()) === 1);
      files.set('/ws/schema.graphql', 'type Query { x: Int }');
      assert.equal(workspace.changed('/ws/schema.graphql'), true);
      await until('the changed schema is read', async () => (await count()) === 0);
    });
  });
});
