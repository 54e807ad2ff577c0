import assert from 'node:assert/strict';
import { builtRequestEdit, introspectionRequest, schemaTarget } from '../../../src/language/onDemand.ts';
import { isRequest, type RequestBlock } from '../../../src/language/index.ts';
import { complete } from '../../support/complete.ts';
import { around, file } from '../../support/graphqlSample.ts';
import { inspect } from '../../support/inspect.ts';

const offered = async (body: string, asked = around): Promise<readonly string[]> => (await complete(file(body), asked)).labels;

describe('writing GraphQL with a schema', () => {
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
      assert.deepEqual(
        labels.filter((label) => label !== '../'),
        ['a.graphql', 'b.json', 'd.gql'],
      );
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
      const checked = await inspect(after, around);
      assert.deepEqual(
        checked.diagnostics().filter(({ id }) => id === 'graphql'),
        [],
      );
      return after;
    };

    it('is written into a request without a body, with needed arguments as variables', async () => {
      assert.equal(
        await built('# @graphql ./schema.graphql\nGRAPHQL http://h\n', 'query', 'user'),
        `# @graphql ./schema.graphql\nGRAPHQL http://h\n\nquery User($id: ID!) {\n  user(id: $id) {\n    id\n    name\n    role\n    company {\n      id\n      name\n    }\n  }\n}\n\n{\n  "id": ""\n}\n`,
      );
    });

    it('is written into a copy below a request with a body', async () => {
      const after = await built(
        `### One\n# @graphql ./schema.graphql\nGRAPHQL http://h\nA: b\n\n{ old }\n\n?? status == 200\n`,
        'mutation',
        'addUser',
      );
      assert.match(
        after,
        /\{ old \}\n\n\?\? status == 200\n\n### addUser\n# @graphql .\/schema.graphql\nGRAPHQL http:\/\/h\nA: b\n\nmutation AddUser\(\$input: NewUser!\)/,
      );
      assert.match(after, /"input": \{\n {4}"name": ""\n {2}\}/);
      assert.equal(after.match(/\?\? status/g)?.length, 1);
    });

    it('splits unions into their types', async () => {
      assert.match(
        await built('# @graphql ./schema.graphql\nGRAPHQL http://h', 'query', 'found'),
        /__typename\n {4}\.\.\. on User \{\n {6}id\n[^]*\.\.\. on Company/,
      );
    });
  });

  describe('an introspection', () => {
    it('replaces the body, and leaves out the name and the assertions', async () => {
      const inspected = await inspect(
        '@a = 1\n### One\n# @name one\n# @auth bearer x\n< {% a(); %}\nGRAPHQL http://h\nA: {{a}}\n\n{ x }\n\n{"a": 1}\n\n?? status == 200\n> {% b(); %}\n',
      );
      const block = inspected.tree.blocks.find(isRequest) as RequestBlock;
      const { tree: copy, block: sent } = introspectionRequest(inspected.contextOf(block), 'query I {\n  x\n}');
      assert.equal(
        copy.text.slice(sent.range.start, sent.range.end).trimEnd(),
        '###\n# @auth bearer x\n< {% a(); %}\n# @max-events 1\nGRAPHQL http://h\nA: {{a}}\n\nquery I {\n  x\n}'.replace('###\n', '### \n'),
      );
      assert.deepEqual(copy.diagnostics, []);
    });

    it('is kept in the file that the request names, for its environment', async () => {
      const of = async (text: string, environment?: string): Promise<string> => {
        const inspected = await inspect(text, {
          environments: { dev: {}, 'a/b': {} },
          ...(environment === undefined ? {} : { environment }),
        });
        return schemaTarget(inspected.contextOf(inspected.tree.blocks.find(isRequest) as RequestBlock)).file;
      };
      assert.equal(await of('# @graphql ./x/api.graphql\nGRAPHQL http://h'), '/ws/x/api.graphql');
      assert.equal(await of('# @graphql ./x/api.graphql\nGRAPHQL http://h', 'dev'), '/ws/x/api.dev.graphql');
      assert.equal(await of('GRAPHQL http://h', 'a/b'), '/ws/schema.a%2fb.graphql');
    });
  });
});
