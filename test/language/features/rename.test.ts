import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { valueToText } from '../../../src/base/values/value.ts';
import { applyEdits, noVariables, isRequest, sendDefaults, sharedBlocks, sourceOf } from '../../../src/language/index.ts';
import { resolveRequest } from '../../../src/language/sending.ts';
import { prepareRename, rename } from '../../../src/language/onDemand.ts';
import type { DataVariables, FileView, ResolvedRequest } from '../../../src/language/index.ts';

import { lookAt, placeholdersOf } from '../../../src/language/features/navigation/placeholders.ts';
import { inspect, type Around } from '../../support/inspect.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';
import { textOf } from '../../support/places.ts';
import { runs } from '../../support/runs.ts';

/** The changed texts by path under the root, or why there are none. */
async function renamed(marked: string, newName: string, around: Around = {}): Promise<Readonly<Record<string, string>> | string> {
  const { view, offset } = await inspect(marked, around);
  const result = rename(view, offset, newName);
  if ('refused' in result) return result.refused;
  return Object.fromEntries(result.files.map(({ file, edits }) => [file.slice(root.length + 1), applyEdits(textOf(view, file), edits)]));
}

describe('renaming', () => {
  it('changes a variable in its file, scripts and all, and keeps quotes and escapes around it', async () => {
    assert.deepEqual(
      await renamed(
        '# @secret id\n@i|d = 1\n< {%\ntool.setVar(\'id\', tool.getVar(`id`)); request.url = "\\n{{id.x}}";\n%}\nGET {{ id | json }}\n\n?? body == {{id}}\n',
        'key',
      ),
      {
        'a.req':
          '# @secret key\n@key = 1\n< {%\ntool.setVar(\'key\', tool.getVar(`key`)); request.url = "\\n{{key.x}}";\n%}\nGET {{ key | json }}\n\n?? body == {{key}}\n',
      },
    );
  });

  it('changes every layer of a variable, environment files too', async () => {
    const around = {
      at: 'sub/a.req',
      files: {
        'collection.req': '@host = c\n',
        'sub/http-client.env.json': '{"dev": {"host": "h", "url": "\\"{{host}}\\"", "x": {"host": 1}}}',
        'b.req': '@hosts = 1\nGET {{hosts}}\n',
      },
    };
    assert.deepEqual(await renamed('@host = {{host}}/v1\nGET {{ho|st}}\n', 'server', around), {
      'collection.req': '@server = c\n',
      'sub/a.req': '@server = {{server}}/v1\nGET {{server}}\n',
      'sub/http-client.env.json': '{"dev": {"server": "h", "url": "\\"{{server}}\\"", "x": {"host": 1}}}',
    });
  });

  it('changes a request, its references and the places that read its answer', async () => {
    const files = { 'b.req': 'GET {{login.response.body.token}}\n' };
    assert.deepEqual(await renamed('### log|in\nGET http://h\n\n###\n# @ref login\nGET http://x\n', 'signIn', { files }), {
      'a.req': '### signIn\nGET http://h\n\n###\n# @ref signIn\nGET http://x\n',
      'b.req': 'GET {{signIn.response.body.token}}\n',
    });
  });

  it('accepts any text as a title while no placeholder reads its response', async () => {
    assert.deepEqual(await renamed('### log|in\n# a\nGET http://h\n', 'Sign in (again)'), {
      'a.req': '### Sign in (again)\n# a\nGET http://h\n',
    });
  });

  it('accepts a name with letters of any script, and dots if no path is read into it', async () => {
    assert.deepEqual(await renamed('@|a = 1\nGET {{a}}\n', 'größe-1'), { 'a.req': '@größe-1 = 1\nGET {{größe-1}}\n' });
    assert.deepEqual(await renamed('@|a = 1\nGET {{a}}\n', 'user.name'), { 'a.req': '@user.name = 1\nGET {{user.name}}\n' });
    assert.deepEqual(await renamed('@user.name = 1\nGET {{user.|name}}\n', 'n'), { 'a.req': '@n = 1\nGET {{n}}\n' });
  });

  it('changes a dotted name in its own definition, where it means nothing but a circle', async () => {
    assert.deepEqual(await renamed('@|a.b = x{{a.b | default "d"}}\n', 'c'), { 'a.req': '@c = x{{c | default "d"}}\n' });
    assert.match(
      JSON.stringify(await renamed('@|a.b = x{{a.b}}\n', 'c', { environments: { dev: { a: { b: 1 } } } })),
      /may mean the variable a or the variable a\.b/,
    );
  });

  it('changes nothing where the name stays', async () => assert.deepEqual(await renamed('@|a = 1\n', 'a'), {}));

  const refusals: readonly (readonly [string, string, string, RegExp, Around?])[] = [
    ['what is no name', 'GET http://h/|x\n', 'b', /Only variables/],
    ['a name with a space', '@|a = 1\n', 'b c', /letters, digits/],
    ['a name that begins with a digit', '@|a = 1\n', '1b', /digit/],
    ['a name that begins with a dollar', '@|a = 1\n', '$b', /letters/],
    ['an empty name', '@|a = 1\n', '', /letters/],
    ['a name of 257 characters', '@|a = 1\n', 'x'.repeat(257), /256/],
    ['dots where a path is read into it', '@|a = {}\nGET {{a.x}}\n', 'b.c', /dots/],
    ['a name that is defined already', '@|a = 1\n@b = 2\n', 'b', /"b is already used in a\.req:2/],
    ['a name that something uses already', '@|a = 1\nGET {{b.x}}\n', 'b', /a\.req:2/],
    ['a name that is taken above', '@|a = 1\n', 'b', /collection\.req:1/, { files: { 'collection.req': '@b = 1\n' } }],
    ['a name that is taken in a file that sees it', '@|a = 1\n', 'b', /x\.req:1/, { at: 'collection.req', files: { 'x.req': '@b = 1\n' } }],
    ['a name that a script has set', '@|a = 1\n', 'b', /script/, { variables: { b: 1 } }],
    ['a name that makes a dotted name of a path', '@|a = {}\n@b.c = 1\nGET {{a.c}}\n', 'b', /"b\.c is already used/],
    ['a variable that nothing defines', 'GET {{|a}}\n', 'b', /"a is defined in no file/],
    ['a variable that a script out of sight has set', '@|a = 1\n', 'b', /Clear the variable/, { variables: { a: 1 } }],
    ['a name that is written with escapes', '@|a = 1\n< {%\ntool.getVar("\\x61")\n%}\nGET http://h\n', 'b', /escapes in a\.req:3/],
    [
      'a placeholder that means one or the other by the environment',
      '@us|er = {}\nGET {{user.name}}\n',
      'b',
      /"a\.req:2 may mean the variable user\.name or the variable user,/,
      { environments: { dev: { 'user.name': 1 } } },
    ],
    [
      'a placeholder that means its own variable or another by the environment',
      '@us|er = {{user.name | default "x"}}\n',
      'b',
      /a\.req:1 may mean the variable user\.name or the variable user,/,
      { environments: { dev: { 'user.name': 1 } } },
    ],
    [
      'a placeholder that means a variable or a request by the environment',
      '### log|in\nGET {{login.response.body}}\n',
      'b',
      /the variable login or the request login/,
      { environments: { dev: { login: 1 } } },
    ],
    [
      'what only environments may define, before the workspace is trusted',
      'GET {{|a}}\n',
      'b',
      /"a is defined in no \.req file of this collection, and its environment files are not read until/,
      { trusted: false, environments: { dev: { a: 1 } } },
    ],
    ['a request that is called nowhere', '# @ref lo|gin\nGET http://h\n', 'b', /"No request of this collection is called login/],
    ['a name of a request that placeholders cannot read', '### log|in\nGET {{login.response.body}}\n', 'sign in', /Placeholders read/],
    ['a name of a request that is taken', '### log|in\nGET http://h\n###\n# @ref other\nGET http://i\n', 'other', /a\.req:4/],
    ['a name of a request that a variable would hide', '@other = 1\n### log|in\nGET {{login.response.body}}\n', 'other', /a\.req:1/],
    ['a name of a request over lines', '### log|in\nGET http://h\n', 'a\nb', /one line/],
    ['a name of a request that begins with a hash', '### log|in\nGET http://h\n', '#b', /begin with #/],
    ['a quote where scripts send the request', '### log|in\n< {%\nawait tool.send("login")\n%}\nGET http://h\n', 'a"b', /quotes/],
  ];
  for (const [what, marked, newName, expected, around] of refusals)
    it(`refuses ${what}`, async () => assert.match(JSON.stringify(await renamed(marked, newName, around)), expected));

  it('renames before the workspace is trusted too, and reports which environment files it has not read', async () => {
    const environments = { dev: { a: 1, b: '{{a}}' } };
    for (const [around, unread] of [
      [{ trusted: false, environments }, ['/ws/http-client.env.json']],
      [{ trusted: false }, []],
      [{ environments }, []],
    ] as const) {
      const { view, offset } = await inspect('@|a = 1\nGET {{a}}\n', around);
      const result = rename(view, offset, 'c');
      assert.ok('files' in result, JSON.stringify(result));
      assert.deepEqual(result.unread, unread);
      assert.ok(result.files.some((f) => f.file === '/ws/a.req' && f.edits.length === 2));
    }
  });

  it('begins with the name under the cursor', async () => {
    const { view, offset } = await inspect('@host = 1\nGET {{ho|st.x}}\n');
    assert.deepEqual(prepareRename(view, offset), { name: 'host', range: { start: 16, end: 20 } });
  });

  it('reports at once a place where nothing can be renamed', async () => {
    const { view, offset } = await inspect('GET {{$uu|id}}\n');
    assert.ok('refused' in prepareRename(view, offset));
  });
});

/** Script variables after sending all requests: each value identifies the call that set it. */
function setBy(view: FileView): DataVariables {
  return {
    find(name) {
      const setter = view.setters.find(name);
      return setter && { value: `${setter.file}:${setter.line}`, origin: { layer: 'script' } };
    },
    names: () => view.setters.names(),
  };
}

/** Without offsets, which shift with the renamed text before them. */
const withoutPlaces = (request: ResolvedRequest): unknown => ({
  ...request,
  name: '',
  body: request.body.map((part) => ({ ...part, start: 0 })),
});

/** Every placeholder's value and every resolved request of a collection, in each environment, before and after its scripts ran. */
async function meaning(files: ReadonlyMap<string, string>, environments: readonly (string | undefined)[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const requests = [...files].filter(([file]) => file.endsWith('.req'));
  let set: DataVariables = noVariables;
  for (const environment of environments) {
    for (const sent of [false, true]) {
      const { workspace } = memoryWorkspace(new Map(files), { environment, variables: sent ? set : noVariables });
      for (const [file, text] of requests) {
        const view = await workspace.know({ file, version: 1, getText: () => text }, { whole: true });
        if (!sent) set = setBy(view);
        for (const block of view.tree.blocks) {
          const looking = view.look(block);
          for (const p of placeholdersOf(view.tree, block)) {
            const result = lookAt(p, looking);
            found.push(result.ok ? valueToText(result.value) : undefined);
          }
          if (!isRequest(block)) continue;
          const resolution = resolveRequest({
            block,
            source: sourceOf(view.tree, block),
            shared: sharedBlocks(view.contextOf(block)),
            evaluation: looking.evaluation,
            defaults: sendDefaults,
          });
          found.push(resolution.ok ? withoutPlaces(resolution.request) : resolution.problems.length);
        }
      }
    }
  }
  return found;
}

/**
 * Renames every symbol of a collection to another name and back, and counts them. Compares values only for every `each`th symbol, because
 * it is slow.
 */
async function checkThereAndBack(
  files: ReadonlyMap<string, string>,
  environments: readonly (string | undefined)[],
  each = 1,
): Promise<number> {
  const before = await meaning(files, environments);
  let count = 0;
  const done = new Set<string>();
  for (const [file, text] of files) {
    if (!file.endsWith('.req')) continue;
    const knowAll = (all: ReadonlyMap<string, string>): Promise<FileView> =>
      memoryWorkspace(new Map(all)).workspace.know({ file, version: 1, getText: () => all.get(file) ?? '' }, { whole: true });
    const view = await knowAll(files);
    for (const match of text.matchAll(/[\p{L}_$][\p{L}\w.-]*/gu)) {
      const at = match.index;
      const start = prepareRename(view, at);
      if ('refused' in start || start.range.start !== at) continue;
      const there = rename(view, at, 'fresh');
      if ('refused' in there || done.has(JSON.stringify(there.files))) continue;
      done.add(JSON.stringify(there.files));
      const changed = new Map(files);
      for (const f of there.files) changed.set(f.file, applyEdits(files.get(f.file) ?? '', f.edits));
      if (done.size % each === 0)
        assert.deepEqual(await meaning(changed, environments), before, `${start.name} → fresh from ${file}:${at}`);
      const after = await knowAll(changed);
      const moved = (there.files.find((f) => f.file === file)?.edits ?? []).filter((e) => e.range.start < at).length;
      const back = rename(after, at + moved * ('fresh'.length - start.name.length), start.name);
      if ('refused' in back) {
        // Something undefined had the old name too.
        assert.match(back.refused, /is already used/);
        continue;
      }
      count++;
      for (const f of back.files) changed.set(f.file, applyEdits(changed.get(f.file) ?? '', f.edits));
      assert.deepEqual(changed, files);
    }
  }
  return count;
}

describe('renaming there and back', () => {
  it('is nothing, and changes the meaning of no request, in the sample collection', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../sample/collection');
    const files = new Map<string, string>();
    for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (/\.req$|\.env\.json$/.test(name))
        files.set(`${root}/${name.replaceAll(path.sep, '/')}`, fs.readFileSync(path.join(folder, name), 'utf8'));
    assert.ok((await checkThereAndBack(files, ['dev'], 4)) > 20);
  });

  it('is nothing, and changes the meaning of no request, in collections of any form', async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'login');
    const template = fc
      .tuple(fc.constantFrom('x', '', '\\'), name, fc.constantFrom('', '.b', '.response.body', '[0]', ' | json', ' | default "d"'))
      .map(([text, n, rest]) => `${text}{{${n}${rest}}}`);
    const value = fc.oneof(fc.constantFrom('1', '{"b": "v"}', '[7]'), template);
    const definition = fc.tuple(name, value).map(([n, v]) => `@${n} = ${v}\n`);
    const script = fc
      .tuple(fc.constantFrom('set', 'get', 'has'), name, template)
      .map(([verb, n, t]) => `< {%\ntool.${verb}Var("${n}", 1); tool.interpolate('${t.replace('\\', '')}');\n%}\n`);
    const directive = fc.tuple(fc.constantFrom('prompt', 'secret', 'ref'), name).map(([d, n]) => `# @${d} ${n}\n`);
    const request = fc
      .tuple(
        fc.constantFrom('### ', '###\n# @name '),
        name,
        fc.array(fc.oneof(definition, script, directive), { maxLength: 3 }),
        template,
        template,
      )
      .map(([lead, n, lines, url, body]) => `${lead}${n}\n${lines.join('')}POST http://h/${url}\nX: ${body}\n\n{"x": "${body}"}\n`);
    const sharedText = fc
      .array(
        fc.oneof(
          definition,
          directive,
          template.map((t) => `X-S: ${t}\n`),
        ),
        { maxLength: 3 },
      )
      .map((l) => l.join(''));
    const fileText = fc
      .tuple(fc.array(definition, { maxLength: 2 }), fc.array(request, { maxLength: 3 }))
      .map(([d, r]) => `${d.join('')}\n${r.join('\n')}`);
    const variables = fc.dictionary(name, fc.oneof(value, fc.constant({ b: 'deep' })), { maxKeys: 2, noNullPrototype: true });
    const environments = fc
      .record({ dev: variables, prod: variables, $shared: variables }, { requiredKeys: [] })
      .map((e) => JSON.stringify(e, undefined, 1));
    const paths = {
      'collection.req': sharedText,
      'http-client.env.json': environments,
      'a.req': fileText,
      'b.req': fileText,
      'sub/folder.req': sharedText,
      'sub/http-client.private.env.json': environments,
      'sub/c.req': fileText,
    };
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(paths, { requiredKeys: ['a.req'], noNullPrototype: true }), async (texts) => {
        count += await checkThereAndBack(new Map(Object.entries(texts).map(([p, text]) => [`${root}/${p}`, text])), [undefined, 'dev']);
      }),
      { numRuns: runs(25) },
    );
    assert.ok(count > 20, `${count} renames`);
  });
});
