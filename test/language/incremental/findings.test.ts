import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Value } from '../../../src/base/values/value.ts';
import {
  applyEdits,
  semanticTokens,
  type DataVariables,
  type Diagnostic,
  type FileView,
  type TextDocument,
} from '../../../src/language/index.ts';
import { diagnostics } from '../../../src/language/onDemand.ts';
import { memoryWorkspace, root, type MemoryOptions } from '../../support/memoryWorkspace.ts';
import { runs } from '../../support/runs.ts';

const file = `${root}/a.req`;
const environments = JSON.stringify({
  dev: { base: '{{host}}/v1', token: 't', circle: '{{circle2}}', circle2: '{{circle}}', lost: '{{nope}}' },
});

const foundIn = (view: FileView): unknown => {
  const plain = (x: Diagnostic): unknown => [x.id, x.severity, x.message, x.suggestion, x.range.start, x.range.end];
  return [diagnostics(view).map(plain), semanticTokens(view).map(({ kind, range }) => [kind, range.start, range.end])];
};

/** The findings of a new analysis of the file. */
async function foundAnew(text: string, files: ReadonlyMap<string, string>, options: MemoryOptions): Promise<unknown> {
  const { workspace } = memoryWorkspace(new Map([...files, [file, text]]), options);
  return foundIn(await workspace.know({ file, version: 1, getText: () => text }, { whole: true }));
}

interface Stored {
  readonly value: Value;
  readonly origin: { readonly layer: 'script'; readonly request: string };
}

const storeOf = (all: ReadonlyMap<string, Stored>): DataVariables => ({ find: (name) => all.get(name), names: () => all.keys() });

const request = fc.constantFrom(
  '### A\n@x = {{host}}/a\nGET {{x}}\n\n',
  '### B\n# @name b\nPOST {{base}}/b\nContent-Type: application/json\n\n{"a": {{count}}, "t": "{{token}}"}\n\n',
  '### C\n@count = 1\n@y = {{x}}{{count}}\nGET {{host}}/{{y}}?q={{b.response.body.id}}\n\n',
  '### D\n# @ref b\nGET {{hots}}/{{lost}}\nX: {{undefinedName}} {{circle}}\n\n?? body.a == {{count}}\n\n',
  '### E\n# @secret token\n# @prompt host\nGET {{host}}/{{token}}\n\n',
  '### F\n< {%\n  tool.setVar("made", 1);\n%}\nGET http://h/{{made}}\n\n> {% tool.setVar("later", 2); %}\n\n',
  '### G\nGET http://h/{{later}}/{{$env.HOME}}\n\n< ./body.json\n',
  '@host = http://h\n@z = {{z0}}\n',
  '@api = {{host}}/v1\n@again = {{api}}/x\n',
  '### H\nGET {{host}}/h\nX: {{y}} {{x}}\n\n',
  '### I\nGET {{again}}/{{count}}?q={{api}}\nAuthorization: Bearer {{hots}}\n\n',
  '# @escape json\n# @undefined keep\n',
);
const piece = fc.constantFrom(
  'x',
  '{{x}}',
  '{{count}}',
  '@x = 2\n',
  '@host = {{x}}\n',
  'http://other',
  '@host = http://h2\n',
  '@hots = 2\n',
  '@hots = 1\n',
  '\n',
  '###\n',
  '### b\n',
  '"',
  '{',
  '# @name c\n',
  'GET http://h\n',
  '@nope = 1\n',
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      at: fc.nat({ max: 1000 }),
      length: fc.oneof(fc.constant(0), fc.nat({ max: 30 })),
      put: fc.oneof(piece, request),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      name: fc.constantFrom('count', 'token', 'nope', 'zzz', 'x', 'host'),
      value: fc.constantFrom<Value | undefined>('"', 1, 'http://h', undefined),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('send' as const), name: fc.constantFrom('b', 'B') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('file' as const), exists: fc.boolean() }) },
);

describe('the cached findings of a file', () => {
  it('are those of a first analysis, after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 8 }), fc.array(step, { minLength: 1, maxLength: 10 }), async (requests, steps) => {
        let text = requests.join('');
        const files = new Map([
          [file, text],
          [`${root}/http-client.env.json`, environments],
          [`${root}/other.req`, 'GET http://h\n\n> {% tool.setVar("undefinedName", 1) %}\n'],
        ]);
        const variables = new Map<string, Stored>();
        const exchanges = new Map<string, Value>();
        const options = { environment: 'dev', variables: storeOf(variables), exchanges: { find: (name: string) => exchanges.get(name) } };
        const { workspace, ...memory } = memoryWorkspace(files, options);
        let document: TextDocument = memory.edit(file, text);
        assert.deepEqual(foundIn(await workspace.know(document, { whole: true })), await foundAnew(text, files, options));
        for (const s of steps) {
          if (s.kind === 'edit') {
            const start = Math.floor((s.at / 1000) * text.length);
            text = applyEdits(text, [{ range: { start, end: Math.min(text.length, start + s.length) }, newText: s.put }]);
            document = memory.edit(file, text);
          } else if (s.kind === 'set') {
            if (s.value === undefined) variables.delete(s.name);
            else variables.set(s.name, { value: s.value, origin: { layer: 'script', request: 'b' } });
          } else if (s.kind === 'send') exchanges.set(s.name, new Map([['response', new Map([['body', new Map([['id', 1]])]])]]));
          else {
            if (s.exists) files.set(`${root}/body.json`, '{}');
            else files.delete(`${root}/body.json`);
            workspace.changed(`${root}/body.json`);
          }
          assert.deepEqual(
            foundIn(await workspace.know(document, { whole: true })),
            await foundAnew(text, files, options),
            JSON.stringify(text),
          );
        }
      }),
      { numRuns: runs(40) },
    );
  });

  /** The findings after a change, computed incrementally. */
  async function saidAfter(before: string, after: string, set: readonly string[] = []): Promise<readonly string[]> {
    const variables = new Map<string, Stored>();
    const { workspace, ...memory } = memoryWorkspace(new Map([[file, before]]), { variables: storeOf(variables) });
    diagnostics(await workspace.know(memory.edit(file, before), { whole: true }));
    for (const name of set) variables.set(name, { value: 1, origin: { layer: 'script', request: 'b' } });
    return diagnostics(await workspace.know(memory.edit(file, after), { whole: true })).map((d) => d.message);
  }

  const use = '### U\nGET http://h/{{hots}}\n\n';

  it('contain a newly defined name that is similar to a missing one', async () => {
    assert.deepEqual(await saidAfter(`${use}### D\n# hotz = 1\n`, `${use}### D\n@hotz = 1\n`), [
      'hots is not defined: did you mean hotz?',
      'Nothing in this file uses hotz.',
    ]);
  });

  it('contain a name that a script has set since', async () => {
    assert.deepEqual(await saidAfter(`${use}### D\n`, `${use}### D\n`, ['hotz']), ['hots is not defined: did you mean hotz?']);
  });

  it('follow a definition through others to all requests that use them', async () => {
    const users = '### X\n@x = {{y}}\nGET http://h/{{x}}\n\n### Z\nGET http://h/{{x}}\n';
    const said = await saidAfter(`@y = 1\n\n${users}`, `\n${users}`);
    assert.equal(said.filter((m) => m.includes('y is not defined')).length, 3, said.join('\n'));
  });

  it('follow a response through a definition to all requests that use it', async () => {
    const text =
      '@t = {{login.response.body}}\n@u = {{t}}\n### A\nGET http://h/{{u.x}}\n### B\nGET http://h/{{u.x}}\n### login\nGET http://h\n';
    const answer = (key: string): Value => new Map([['response', new Map([['body', new Map([[key, 1]])]])]]);
    let last = answer('x');
    const { workspace, ...memory } = memoryWorkspace(new Map([[file, text]]), {
      exchanges: { find: (name) => (name === 'login' ? last : undefined) },
    });
    const document = memory.edit(file, text);
    const said = async (): Promise<readonly string[]> => diagnostics(await workspace.know(document, { whole: true })).map((d) => d.id);
    assert.deepEqual(await said(), []);
    last = answer('y');
    assert.deepEqual(await said(), ['missing-property', 'missing-property']);
  });

  const hosts = '### A\nGET {{host}}/a\nX: {{host}}\n\n### B\nGET {{api}}/b\n\n### C\nPOST http://h/c\n\n{"a": "{{host}}"}\n';
  const definitions = (host: string): string => `@host = ${host}\n@api = {{host}}/v1\n\n${hosts}`;

  it('contain the problem of a definition in every request that uses it', async () => {
    const said = await saidAfter(definitions('http://h:8080'), definitions('http://h:80800'));
    assert.equal(said.filter((m) => m.includes('"80800" is not a port')).length, 2, said.join('\n'));
  });

  it('contain the problem of a script variable in requests that use it through a definition', async () => {
    const said = await saidAfter(definitions('http://h'), definitions('http://i'), ['host']);
    assert.deepEqual(said, await saidAfter(definitions('http://i'), definitions('http://i'), ['host']));
  });

  it('are computed again only for requests that depend on the text itself while an origin is edited', async () => {
    const looked: string[] = [];
    const { workspace, ...memory } = memoryWorkspace(new Map([[file, '']]));
    const after = async (host: string): Promise<void> => {
      const view = await workspace.know(memory.edit(file, definitions(host)), { whole: true });
      const look: FileView['look'] = (block) => {
        if (block.separator?.title !== undefined) looked.push(block.separator.title.text);
        return view.look(block);
      };
      const watched = { ...view, look };
      foundIn(watched);
    };
    await after('http://a.example');
    looked.length = 0;
    await after('http://ab.example:80');
    assert.deepEqual([...new Set(looked)], ['C']);
  });

  it('contain what the first block defines for all', async () => {
    assert.deepEqual(await saidAfter(`# @timeout 5s\n${use}`, `# @undefined keep\n${use}`), []);
    assert.equal((await saidAfter(`# @undefined keep\n${use}`, `# @timeout 5s\n${use}`)).length, 1);
  });
});
