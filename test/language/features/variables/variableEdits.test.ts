import assert from 'node:assert/strict';
import { definitionTargets, listVariables, referencesOfVariable, writtenDefinition } from '../../../../src/language/onDemand.ts';
import { applyEdits, blockAt, type FileEdits } from '../../../../src/language/index.ts';
import { inspect, type Around } from '../../../support/inspect.ts';
import { root } from '../../../support/memoryWorkspace.ts';

const environments = '{\n  "dev": { "a": "text", "n": 1.0, "o": {"list": [1, {"deep": "x"}]} },\n  "$shared": { "s": true }\n}\n';
const around: Around = {
  environment: 'dev',
  files: {
    'collection.req': '@c = 1\r\n@c2 = 2\r\n',
    'http-client.env.json': environments,
  },
};
const text = '@x = 1\n@y=\n\nGET |{{x}}/{{a}}\n\n###\n@x = 2\nGET {{x}}\n';

async function edited(
  edit: (view: Awaited<ReturnType<typeof inspect>>['view']) => FileEdits | undefined,
  of = text,
  more: Around = around,
) {
  const { view } = await inspect(of, more);
  const edits = edit(view);
  if (edits === undefined) return undefined;
  const files: Readonly<Record<string, string>> = { 'a.req': of.replace('|', ''), ...more.files };
  const name = edits.file.slice(root.length + 1);
  return `${name}: ${applyEdits(edits.create === true ? '' : (files[name] as string), edits.edits)}`;
}

async function written(name: string, layer: string, path: readonly (string | number)[] = []) {
  const { view, tree, offset } = await inspect(text, around);
  const found = listVariables(view, blockAt(tree, offset))
    .groups.find((g) => g.kind === layer)
    ?.variables.find((v) => v.name === name);
  assert.ok(found?.origin);
  return writtenDefinition(view, name, found.origin, path);
}

describe('a definition of a file', () => {
  it('is changed at its place, and removed', async () => {
    for (const [name, layer, path, shown, value, changed, removed] of [
      ['x', 'file', [], '1', '{{y}}!', '@x = {{y}}!\n@y=\n', '@y=\n'],
      ['y', 'file', [], '', 'new', '@x = 1\n@y=new\n', '@x = 1\n\nGET'],
      ['c', 'collection', [], '1', '3', '@c = 3\r\n@c2 = 2\r\n', '@c2 = 2\r\n'],
      ['a', 'environment', [], 'text', '5 "a"', '"a": "5 \\"a\\"", "n"', '"dev": { "n": 1.0'],
      ['n', 'environment', [], '1.0', '2', '"n": 2, "o"', '{ "a": "text", "o"'],
      ['n', 'environment', [], '1.0', 'two', '"n": "two"', ''],
      ['o', 'environment', ['list', 1, 'deep'], 'x', '5', '{"deep": "5"}', '[1, {}]'],
      ['s', 'shared', [], 'true', '[1]', '"$shared": { "s": [1] }', '"$shared": {}'],
    ] as const) {
      const definition = await written(name, layer, path);
      assert.ok(definition, name);
      assert.equal(definition.text, shown);
      const source = { 'a.req': text.replace('|', ''), ...around.files }[definition.file.slice(root.length + 1)] as string;
      const after = (edits: FileEdits | undefined): string => applyEdits(source, edits?.edits ?? []);
      assert.ok(after(definition.change(value)).includes(changed), after(definition.change(value)));
      assert.ok(after(definition.remove).includes(removed), after(definition.remove));
    }
  });

  it('is none for values of scripts, for a part of a definition, and for removed ones', async () => {
    const { view } = await inspect(text, around);
    assert.equal(writtenDefinition(view, 'x', { layer: 'script', file: view.file, line: 1 }), undefined);
    assert.equal(writtenDefinition(view, 'x', { layer: 'file', file: view.file, line: 1 }, ['part']), undefined);
    assert.equal(writtenDefinition(view, 'x', { layer: 'file', file: view.file, line: 3 }), undefined);
    assert.equal(writtenDefinition(view, 'x', { layer: 'file', file: '/elsewhere', line: 1 }), undefined);
    assert.equal(
      writtenDefinition(view, 'gone', { layer: 'environment', file: `${root}/http-client.env.json`, environment: 'dev' }),
      undefined,
    );
  });
});

describe('a new variable', () => {
  it('is written into the file, the environment chosen, or collection.req', async () => {
    const into = (kind: string, value: string, of?: string, more?: Around) =>
      edited(
        (view) =>
          definitionTargets(view)
            .find((t) => t.kind === kind)
            ?.define('new', value),
        of,
        more,
      );
    assert.ok((await into('file', 'a {{x}}'))?.startsWith('a.req: @x = 1\n@y=\n@new = a {{x}}\n'));
    assert.equal(await into('collection', 'v'), 'collection.req: @c = 1\r\n@c2 = 2\r\n@new = v\r\n');
    assert.equal(await into('collection', 'v', 'GET |x', {}), 'collection.req: @new = v\n');
    assert.ok((await into('environment', '[1]'))?.includes('"new": [1] }'));
    assert.ok((await into('environment', '"q"'))?.includes('"new": "\\"q\\"" }'));
    assert.equal(await into('environment', '1', 'GET |x', {}), undefined);
  });
});

describe('the references of a variable', () => {
  it('are all places with its name, for any definition', async () => {
    const { view } = await inspect('@x = 1\nGET |{{x}}/{{set}}\n\n> {%\n  tool.setVar("set", 1);\n%}\n', {
      files: { 'b.req': 'GET {{set}}{{x}}\n' },
    });
    const of = (name: string, file?: string) =>
      referencesOfVariable(view, name, file).map((p) => `${view.display(p.file)} ${p.range.start}`);
    assert.deepEqual(of('x', view.file), ['a.req 1', 'a.req 13']);
    assert.deepEqual(of('set'), ['a.req 19', 'a.req 46', 'b.req 6']);
    assert.deepEqual(of('none'), []);
  });
});
