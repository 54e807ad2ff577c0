import assert from 'node:assert/strict';
import { builtRequestEdit, introspectionRequest, schemaTarget } from '../../../src/language/onDemand.ts';
import { isRequest, type RequestBlock } from '../../../src/language/index.ts';
import { complete, type Asked } from '../../support/complete.ts';
import { inspect } from '../../support/inspect.ts';
import { memoryWorkspace } from '../../support/memoryWorkspace.ts';
import { until } from '../../support/until.ts';

const sdl = `
"""All of it."""
type Query {
  """One user, by its number."""
  user(id: ID!, "Whether the mail is hidden." hidden: Boolean): User
  users(filter: Filter, first: Int = 10): [User!]!
  found(text: String!): [Found!]!
  old: String @deprecated(reason: "Use users.")
}
type Mutation { addUser(input: NewUser!): User! }
type Subscription { userAdded(role: Role): User! }
type User { id: ID! name: String! role: Role! friends(first: Int!): [User!]! best: User company: Company }
type Company { id: ID! name: String! }
union Found = User | Company
enum Role { OWNER "Reads only." VIEWER }
input Filter { role: Role, names: [String!], not: Filter }
input NewUser { name: String!, role: Role = VIEWER, age: Int }
directive @cached(seconds: Int!) on FIELD | QUERY
`;
const around: Asked = { files: { 'schema.graphql': sdl } };
const file = (body: string): string => `# @graphql ./schema.graphql\nGRAPHQL http://h/graphql\n\n${body}`;

/** The problems of a body, each with the text that it is at. */
async function problems(body: string, asked: Asked = around): Promise<string[]> {
  const { view, diagnostics } = await inspect(file(body), asked);
  return diagnostics()
    .filter(({ id }) => id.startsWith('graphql'))
    .map(({ range, message }) => `${view.tree.text.slice(range.start, range.end)}: ${message}`);
}

const offered = async (body: string, asked: Asked = around): Promise<readonly string[]> => (await complete(file(body), asked)).labels;

describe('GraphQL with a schema', () => {
  describe('problems', () => {
    it('names a field that the type does not have, and what may be meant', async () => {
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
      const { diagnostics } = await inspect(file('{ old }'), around);
      const [found] = diagnostics().filter(({ id }) => id === 'graphql-deprecated');
      assert.deepEqual([found?.severity, found?.tags], ['hint', ['deprecated']]);
      assert.match(found?.message ?? '', /Use users\./);
    });

    it('is at the place of a syntax error', async () => {
      const { view, diagnostics } = await inspect(file('{\n  user(id: 1 { id }\n}'), around);
      const [found] = diagnostics().filter(({ id }) => id === 'graphql');
      assert.deepEqual(view.tree.lines.positionAt(found?.range.start ?? 0).line, 4);
    });

    it('takes a placeholder for any type, name or selection', async () => {
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

    it('checks what is beside placeholders', async () => {
      assert.deepEqual(await problems('{ user(id: {{id}}) { nam } }'), ['nam: Cannot query field "nam" on type "User". Did you mean "name"?']);
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
      for (const good of ['{"in": {{in}}}', '{"in": {"name": "{{a}}", "age": {{b}}}}', '{ {{members}} }', '{"in": {"{{key}}": 1}}', '{"{{key}}": 1}'])
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
      const { workspace, edit, files } = memoryWorkspace(new Map([['/ws/schema.graphql', sdl]]));
      const document = edit('/ws/a.req', file('{ x }'));
      const { diagnostics } = await import('../../../src/language/onDemand.ts');
      const count = async (): Promise<number> => diagnostics(await workspace.know(document)).filter(({ id }) => id === 'graphql').length;
      await until('the schema is read', async () => (await count()) === 1);
      files.set('/ws/schema.graphql', 'type Query { x: Int }');
      assert.equal(workspace.changed('/ws/schema.graphql'), true);
      await until('the changed schema is read', async () => (await count()) === 0);
    });
  });

  describe('completion', () => {
    it('offers fields, arguments, values, variables, types, fragments and directives', async () => {
      assert.deepEqual(await offered('{ us|}'), ['user', 'users', 'found', '__typename', 'old']);
      assert.deepEqual(await offered('{ user(|) { id } }'), ['id', 'hidden']);
      assert.deepEqual(await offered('{ users(filter: { |}) { id } }'), ['role', 'names', 'not']);
      assert.deepEqual(await offered('{ users(filter: { role: |}) { id } }'), ['OWNER', 'VIEWER', 'null']);
      assert.deepEqual(await offered('query($a: Role, $b: Int) { users(filter: { role: $| }) { id } }'), ['a', 'b']);
      assert.deepEqual((await offered('query($a: |')).slice(0, 3), ['ID', 'Boolean', 'Int']);
      assert.deepEqual(await offered('{ found(text: "x") { ... on |} }'), ['User', 'Company', 'Found']);
      assert.deepEqual(await offered('{ user(id: 1) { ...| } } fragment F on User { id } fragment G on Company { id }'), ['F', 'on']);
      assert.deepEqual(await offered('{ users @|{ id } }'), ['cached', 'include', 'skip']);
      assert.deepEqual(await offered('subscription { |}'), ['userAdded', '__typename']);
      assert.deepEqual(await offered('|'), ['query', 'mutation', 'subscription', 'fragment']);
    });

    it('writes needed arguments and a selection', async () => {
      const { take } = await complete(file('{ us|}'), around);
      assert.equal(take('user').split('\n\n')[1], '{ user(id: ‸) {\n  ‸\n}}');
      assert.match((await complete(file('{ us|{ id } }'), around)).take('users'), /\{ users‸\{ id \} \}$/);
    });

    it('offers the names and values of variables', async () => {
      const query = 'query($f: Filter, $id: ID!) { users(filter: $f) { id } user(id: $id) { id } }\n\n';
      assert.deepEqual(await offered(`${query}{ |}`), ['"id"', '"f"']);
      assert.deepEqual(await offered(`${query}{ "id": "1", "|}`), ['"f"']);
      assert.deepEqual(await offered(`${query}{ "f": { "ro|} }`), ['"role"', '"names"', '"not"']);
      assert.deepEqual(await offered(`${query}{ "f": { "not": { "role": |} } }`), ['"OWNER"', '"VIEWER"', 'null']);
    });

    it('opens by itself at $ and @, and not after a space, a brace or in a text', async () => {
      assert.deepEqual(await offered('{ |}', { ...around, trigger: ' ' }), []);
      assert.deepEqual(await offered('{ user(id: "a|") { id } }'), []);
      assert.deepEqual(await offered('{ user # a|'), []);
      assert.deepEqual(await offered('query($a: ID) { user(id: $|) { id } }', { ...around, trigger: '$' }), ['a']);
    });

    it('offers placeholders inside braces as everywhere', async () => {
      const { labels } = await complete(`@id = 1\n${file('{ user(id: {{|}}) { id } }')}`, around);
      assert.ok(labels.includes('id'));
    });

    it('offers the files of schemas', async () => {
      const { labels } = await complete('# @graphql |\nGRAPHQL http://h', { folders: { '': ['a.graphql', 'b.json', 'c.txt', 'd.gql'] } });
      assert.deepEqual(labels.filter((label) => label !== '../'), ['a.graphql', 'b.json', 'd.gql']);
    });
  });

  describe('hovers', () => {
    const shown = async (body: string): Promise<string> => (await inspect(file(body), around)).hover() ?? '';

    it('show the type and the words of the schema', async () => {
      assert.match(await shown('{ us|er(id: 1) { id } }'), /Query\.user\(id: ID!, hidden: Boolean\): User[^]*One user, by its number/);
      assert.match(await shown('{ user(hid|den: true, id: 1) { id } }'), /hidden: Boolean[^]*Whether the mail is hidden/);
      assert.match(await shown('{ users(filter: {role: VIEW|ER}) { id } }'), /enum Role \{ VIEWER \}[^]*Reads only/);
      assert.match(await shown('{ o|ld }'), /Deprecated: Use users/);
      assert.match(await shown('{ a|lias: users { id } }'), /Query\.users/);
    });

    it('show descriptions as plain text, so that nothing is fetched for them', async () => {
      const files = { 'schema.graphql': 'type Query { "![a](http://evil/x.png) <b>" x: Int }' };
      const text = (await inspect(file('{ |x }'), { files })).hover() ?? '';
      assert.doesNotMatch(text, /!\[a\]\(/);
    });
  });

  describe('a built query', () => {
    const built = async (text: string, operation: 'query' | 'mutation', name: string): Promise<string> => {
      const { view } = await inspect(text, around);
      const block = view.tree.blocks.find(isRequest) as RequestBlock;
      const state = await view.schemaRead(block);
      if (state?.kind !== 'schema') throw new Error('no schema');
      const query = state.schema.build(operation, name);
      if (query === undefined) throw new Error('no query');
      const { edit, cursor } = builtRequestEdit(view, block, query, name);
      const after = text.slice(0, edit.range.start) + edit.newText + text.slice(edit.range.end);
      assert.ok(after.startsWith(operation, cursor));
      const { diagnostics } = await inspect(after, around);
      assert.deepEqual(diagnostics().filter(({ id }) => id === 'graphql'), []);
      return after;
    };

    it('is written into a request without a body, with needed arguments as variables', async () => {
      assert.equal(
        await built('# @graphql ./schema.graphql\nGRAPHQL http://h\n', 'query', 'user'),
        `# @graphql ./schema.graphql\nGRAPHQL http://h\n\nquery User($id: ID!) {\n  user(id: $id) {\n    id\n    name\n    role\n    company {\n      id\n      name\n    }\n  }\n}\n\n{\n  "id": ""\n}\n`,
      );
    });

    it('is written into a copy below a request with a body', async () => {
      const after = await built(`### One\n# @graphql ./schema.graphql\nGRAPHQL http://h\nA: b\n\n{ old }\n\n?? status == 200\n`, 'mutation', 'addUser');
      assert.match(after, /\{ old \}\n\n\?\? status == 200\n\n### addUser\n# @graphql .\/schema.graphql\nGRAPHQL http:\/\/h\nA: b\n\nmutation AddUser\(\$input: NewUser!\)/);
      assert.match(after, /"input": \{\n {4}"name": ""\n {2}\}/);
      assert.equal(after.match(/\?\? status/g)?.length, 1);
    });

    it('splits unions into their types', async () => {
      assert.match(await built('# @graphql ./schema.graphql\nGRAPHQL http://h', 'query', 'found'), /__typename\n {4}\.\.\. on User \{\n {6}id\n[^]*\.\.\. on Company/);
    });
  });

  describe('an introspection', () => {
    it('replaces the body, and leaves out the name and what checks the response', async () => {
      const { contextOf, tree } = await inspect(
        '@a = 1\n### One\n# @name one\n# @auth bearer x\n< {% a(); %}\nGRAPHQL http://h\nA: {{a}}\n\n{ x }\n\n{"a": 1}\n\n?? status == 200\n> {% b(); %}\n',
      );
      const block = tree.blocks.find(isRequest) as RequestBlock;
      const { tree: copy, block: sent } = introspectionRequest(contextOf(block), 'query I {\n  x\n}');
      assert.equal(
        copy.text.slice(sent.range.start, sent.range.end).trimEnd(),
        '###\n# @auth bearer x\n< {% a(); %}\n# @max-events 1\nGRAPHQL http://h\nA: {{a}}\n\nquery I {\n  x\n}'.replace('###\n', '### \n'),
      );
      assert.deepEqual(copy.diagnostics, []);
    });

    it('is kept in the file that the request names, for its environment', async () => {
      const of = async (text: string, environment?: string): Promise<string> => {
        const { contextOf, tree } = await inspect(text, {
          environments: { dev: {}, 'a/b': {} },
          ...(environment === undefined ? {} : { environment }),
        });
        return schemaTarget(contextOf(tree.blocks.find(isRequest) as RequestBlock)).file;
      };
      assert.equal(await of('# @graphql ./x/api.graphql\nGRAPHQL http://h'), '/ws/x/api.graphql');
      assert.equal(await of('# @graphql ./x/api.graphql\nGRAPHQL http://h', 'dev'), '/ws/x/api.dev.graphql');
      assert.equal(await of('GRAPHQL http://h', 'a/b'), '/ws/schema.a%2fb.graphql');
    });
  });
});
