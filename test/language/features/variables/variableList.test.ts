import assert from 'node:assert/strict';
import { filterGroups, listVariables, originText, type ListedVariable, type VariableList } from '../../../../src/language/onDemand.ts';
import { blockAt } from '../../../../src/language/index.ts';
import { valueToText } from '../../../../src/base/values/value.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

async function list(marked: string, around: Around = {}): Promise<VariableList> {
  const { view, tree, offset } = await inspect(marked, around);
  return listVariables(view, blockAt(tree, offset));
}

const shown = (v: ListedVariable, { mask }: VariableList): string => {
  const result = v.value();
  const value = v.secret ? '•••' : result.ok ? mask(valueToText(result.value)) : `! ${result.problem.message}`;
  return `${v.name} = ${value}${v.hiddenBy === undefined ? '' : ` (hidden by ${v.hiddenBy.origin?.layer})`}`;
};

/** `kind [file]: name = value, …` for each group. */
const lines = (l: VariableList, groups = l.groups): readonly string[] =>
  groups.map(
    ({ kind, file, variables }) =>
      `${kind}${file === undefined ? '' : ` ${l.view.display(file)}`}: ${variables.map((v) => shown(v, l)).join(', ')}`,
  );

const everywhere: Around = {
  at: 'in/ner/a.req',
  files: {
    'collection.req': '@x = of the collection\n@only = {{y}}\n',
    'in/folder.req': '@x = of the folder\n',
    'in/ner/folder.req': '@x = of the inner folder\n',
  },
  environments: { dev: { x: 'of dev' }, prod: { x: 'of prod' }, $shared: { x: 'of all', y: 'yes' } },
  environment: 'dev',
  variables: { x: 'of a script' },
};

describe('the list of variables', () => {
  it('has every scope in the order of precedence, and shows the effective value and the hidden ones', async () => {
    const l = await list('# @prompt x\n@x = of the file\nGET |{{x}}\n', everywhere);
    const hidden = ' (hidden by prompt)';
    assert.deepEqual(lines(l), [
      'prompt: x = ‹asked when sending›',
      `script: x = of a script${hidden}`,
      `file in/ner/a.req: x = of the file${hidden}`,
      `folder in/ner/folder.req: x = of the inner folder${hidden}`,
      `folder in/folder.req: x = of the folder${hidden}`,
      `environment: x = of dev${hidden}`,
      `collection collection.req: x = of the collection${hidden}, only = yes`,
      `shared: x = of all${hidden}, y = yes`,
    ]);
    const winner = l.groups[0]?.variables[0];
    assert.deepEqual(
      winner?.hides.map((v) => v.origin?.layer),
      ['script', 'file', 'folder', 'folder', 'environment', 'collection', 'shared'],
    );
  });

  it('does not handle an unknown response as a secret', async () => {
    const l = await list('# @prompt name\n# @prompt code\n# @secret code\nGET |http://x/{{name}}/{{code}}\n');
    assert.deepEqual(lines(l), ['prompt: name = ‹asked when sending›, code = •••']);
  });

  it('depends on the place in the file: which definition is above, whose prompts apply', async () => {
    const text = '@a = 1\nGET http://x\n\n###\n@a = 2\n# @prompt p\nGET http://y\n';
    assert.deepEqual(lines(await list(text.replace('GET http://x', 'GET |http://x'))), ['file a.req: a = 1']);
    assert.deepEqual(lines(await list(text.replace('GET http://y', 'GET |http://y'))), [
      'prompt: p = ‹asked when sending›',
      'file a.req: a = 2',
    ]);
  });

  it('keeps the types of values, and shows why one has none', async () => {
    const l = await list('@o = {"n": 1.0, "big": 123456789012345678901}\n@t = {{o.n}}\n@bad = {{none}}\nGET |{{o}}\n');
    assert.deepEqual(lines(l), [
      'file a.req: o = {"n":1.0,"big":123456789012345678901}, t = 1.0, bad = ! bad (a.req:3): none is not defined. Define it as `@none = …`, in an environment, or set it in a script.',
    ]);
  });

  it('shows no secret: no value of private files, of @secret names, or with a secret in it', async () => {
    const l = await list('# @secret pass\n@pass = hushhush\n@basic = x:{{pass}}\n@copy = hushhush!\nGET |{{$secret.KEY}}\n', {
      environments: { dev: { token: 'public', pass: 'other' } },
      privateEnvironments: { dev: { token: 'private-token' } },
      environment: 'dev',
      variables: { signed: 'Bearer script-secret' },
      hides: { signed: ['script-secret'] },
    });
    assert.deepEqual(lines(l), [
      'script: signed = Bearer •••',
      'file a.req: pass = •••, basic = x:•••, copy = •••!',
      'environment: token = •••, token = public (hidden by environment), pass = ••• (hidden by file)',
      'secret: $secret.KEY = •••',
    ]);
  });

  it('has the last exchanges of named requests, their secrets hidden, and reports a variable of the same name', async () => {
    const exchanges = { login: { request: {}, response: { body: { token: 'tok-tok-tok' } } }, me: { request: {}, response: {} } };
    const text =
      '@me = 1\nGET |http://x\n\n### One\n# @name login\nGET http://x\n\n### Two\n# @name me\nGET http://y\n\n### Three\n# @name never\nGET http://z\n';
    const l = await list(text, { exchanges, hides: { login: ['tok-tok-tok'] } });
    const group = l.groups.find((g) => g.kind === 'exchange');
    assert.deepEqual(
      group?.variables.map((v) => shown(v, l)),
      ['login = {"request":{},"response":{"body":{"token":"•••"}}}', 'me = {"request":{},"response":{}} (hidden by file)'],
    );
  });

  it('is there for an empty file, and outside a trusted workspace without environments', async () => {
    assert.deepEqual(lines(await list('|')), []);
    const l = await list('|', { environments: { dev: { a: 1 } }, environment: 'dev', trusted: false });
    assert.equal(l.view.trusted, false);
  });

  it('handles hostile names as plain names', async () => {
    const variables = Object.fromEntries(['constructor', 'toString', 'a.b', '😀', 'x'.repeat(256)].map((name) => [name, 1]));
    Object.defineProperty(variables, '__proto__', { value: 1, enumerable: true });
    const l = await list('|', { variables });
    assert.equal(l.groups[0]?.variables.length, 6);
  });
});

describe('the filter of variables', () => {
  const around: Around = {
    environments: { dev: { host: 'https://example.com', list: [{ deep: { Needle: 1 } }, 'In the HAY stack'] } },
    environment: 'dev',
    variables: { user: { tags: ['a', 'b'] } },
    setAt: 1,
  };
  const found = async (query: string, more: Around = {}): Promise<readonly string[]> => {
    const l = await list('# @secret hidden\n@hidden = findme\n@open = has findme inside\nGET |http://x\n', { ...around, ...more });
    return filterGroups(l, query).flatMap((g) => g.variables.map((v) => v.name));
  };

  it('finds by name, value and origin, in objects too, whatever the case', async () => {
    assert.deepEqual(await found('HOST'), ['host']);
    assert.deepEqual(await found('example.com'), ['host']);
    assert.deepEqual(await found('needle'), ['list']);
    assert.deepEqual(await found('hay st'), ['list']);
    assert.deepEqual(await found('env.json:'), ['host', 'list']);
    assert.deepEqual(await found('setup'), ['user'], 'the request whose script set it');
    assert.deepEqual(await found(''), ['user', 'hidden', 'open', 'host', 'list']);
    assert.deepEqual(await found('nowhere'), []);
  });

  it('does not find hidden values', async () => {
    assert.deepEqual(await found('findme'), []);
    assert.deepEqual(await found('indm'), []);
    assert.deepEqual(await found('has '), ['open']);
  });
});

describe('the origin of a variable', () => {
  it('is described in plain words, with visible control characters', () => {
    const view = { display: (file: string) => file.slice(4) };
    for (const [origin, text] of [
      [{ layer: 'script', file: '/ws/a.req', line: 3, request: 'Log in' }, 'Log in · a.req:3'],
      [{ layer: 'script', byHand: true }, 'set by hand'],
      [{ layer: 'script', request: 'a\u202eb\nc' }, 'a⟨U+202E⟩b␊c'],
      [{ layer: 'environment', environment: 'dev', file: '/ws/http-client.env.json', line: 2 }, 'dev · http-client.env.json:2'],
      [{ layer: 'file', file: '/ws/a.req', line: 1 }, 'a.req:1'],
      [{ layer: 'prompt' }, 'asked when sending'],
    ] as const)
      assert.equal(originText(origin, view), text);
  });
});
