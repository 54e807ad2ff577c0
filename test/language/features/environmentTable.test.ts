import assert from 'node:assert/strict';
import { applyEdits, type FileView } from '../../../src/language/index.ts';
import {
  addEnvironmentEdit,
  clearInTable,
  environmentTable,
  moveInTable,
  removeEnvironment,
  removeVariable,
  renameEnvironment,
  renameVariable,
  setInTable,
  type TableEdit,
} from '../../../src/language/onDemand.ts';
import { memoryWorkspace, root } from '../../support/memoryWorkspace.ts';

async function viewOf(files: Readonly<Record<string, string>>): Promise<FileView> {
  const all = new Map(Object.entries(files).map(([name, text]) => [`${root}/${name}`, text]));
  const memory = memoryWorkspace(all);
  return memory.workspace.know(
    memory.edit(`${root}/${Object.keys(files).find((name) => name.endsWith('.req')) ?? 'a.req'}`, all.get(`${root}/a.req`) ?? ''),
    {
      whole: true,
    },
  );
}

/** The texts of the changed files. */
function after(view: FileView, edit: TableEdit): Readonly<Record<string, string>> {
  assert.ok('files' in edit, 'refused' in edit ? edit.refused : '');
  return Object.fromEntries(
    edit.files.map(({ file, edits, create }) => {
      const environment = view.environmentFiles().find((f) => f.file === file)?.text;
      const text = create === true ? '' : (environment ?? view.files().find((f) => f.file === file)?.tree.text ?? '');
      return [file.slice(root.length + 1), applyEdits(text, edits)];
    }),
  );
}

const text = `{
  "$shared": { "version": "v1" },
  "dev": {
    "host":  "http://a",

    "retries": 3
  },
  "live": { "$protected": true, "host": "http://b/{{version}}" }
}
`;

describe('the table of environments', () => {
  it('has a column for each environment, the shared values first, and marks the protected ones', async () => {
    const { columns, rows } = environmentTable(await viewOf({ 'a.req': '', 'http-client.env.json': text }));
    assert.deepEqual(columns, [
      { name: '$shared', isProtected: false },
      { name: 'dev', isProtected: false },
      { name: 'live', isProtected: true },
    ]);
    assert.deepEqual(
      rows.map(({ name, cells }) => [name, ...cells.map((cell) => cell?.text)]),
      [
        ['version', 'v1', undefined, undefined],
        ['host', undefined, 'http://a', 'http://b/{{version}}'],
        ['retries', undefined, '3', undefined],
      ],
    );
    assert.equal(rows[2]?.cells[1]?.kind, 'json');
  });

  it('shows a list or an object on one line, which is edited in the file if it has several there', async () => {
    const file = '{ "dev": {\n  "many": [\n    1,\r\n\n    "a  b\\n"\n  ],\n  "few": { "a": 1 }\n} }';
    const { rows } = environmentTable(await viewOf({ 'a.req': '', 'http-client.env.json': file }));
    assert.deepEqual(
      rows.map(({ cells: [cell] }) => [cell?.text, cell?.isEditable]),
      [
        ['[ 1, "a  b\\n" ]', false],
        ['{ "a": 1 }', true],
      ],
    );
  });

  it('has no text of private values, of values named by @secret, or of values that contain one', async () => {
    const view = await viewOf({
      'a.req': '# @secret pass\nGET http://a/\n',
      'http-client.env.json': '{ "dev": { "pass": "opensesame", "auth": "Bearer private-1", "token": "public" } }',
      'http-client.private.env.json': '{ "dev": { "token": "private-1" } }',
    });
    const table = environmentTable(view);
    const kinds = Object.fromEntries(table.rows.map(({ name, cells }) => [name, cells[0]?.kind]));
    assert.deepEqual(kinds, { pass: 'secret', auth: 'secret', token: 'private' });
    assert.doesNotMatch(JSON.stringify(table), /opensesame|private-1"/);
  });

  it('does not offer values of several lines for its cells', async () => {
    const view = await viewOf({ 'a.req': '', 'http-client.env.json': '{ "dev": { "list": [\n  1\n] } }' });
    assert.equal(environmentTable(view).rows[0]?.cells[0]?.isEditable, false);
  });
});

describe('an edit of the table of environments', () => {
  const known = (): Promise<FileView> => viewOf({ 'a.req': 'GET {{host}}/\n', 'http-client.env.json': text });

  it('replaces one value, as text where it was text', async () => {
    const view = await known();
    assert.deepEqual(after(view, setInTable(view, 'host', 'dev', '8080')), {
      'http-client.env.json': text.replace('"http://a"', '"8080"'),
    });
    assert.deepEqual(after(view, setInTable(view, 'retries', 'dev', '5')), { 'http-client.env.json': text.replace('3', '5') });
    assert.deepEqual(after(view, setInTable(view, 'retries', 'dev', 'few')), { 'http-client.env.json': text.replace('3', '"few"') });
  });

  it('adds a value as the others are written', async () => {
    const view = await known();
    assert.deepEqual(after(view, setInTable(view, 'port', 'dev', '1')), {
      'http-client.env.json': text.replace('"retries": 3', '"retries": 3,\n    "port": 1'),
    });
  });

  it('writes new values into the public file, also for an environment that only the private one has', async () => {
    const view = await viewOf({ 'a.req': '', 'http-client.private.env.json': '{ "dev": { "token": "x" } }' });
    assert.deepEqual(after(view, setInTable(view, 'host', 'dev', 'http://a')), {
      'http-client.env.json': '{\n  "dev": { "host": "http://a" }\n}\n',
    });
  });

  it('adds an environment, and refuses one that exists', async () => {
    const view = await known();
    assert.match(Object.values(after(view, addEnvironmentEdit(view, 'test')))[0] ?? '', /,\n {2}"test": \{\}\n\}\n$/);
    assert.ok('refused' in addEnvironmentEdit(view, 'dev'));
    assert.ok('refused' in addEnvironmentEdit(view, '$x'));
  });

  it('removes a value, a variable and an environment with their commas', async () => {
    const view = await known();
    assert.deepEqual(after(view, clearInTable(view, 'host', 'dev')), {
      'http-client.env.json': text.replace('"host":  "http://a",\n\n    ', ''),
    });
    const without = Object.values(after(view, removeVariable(view, 'host')))[0] ?? '';
    assert.deepEqual(JSON.parse(without), { $shared: { version: 'v1' }, dev: { retries: 3 }, live: { $protected: true } });
    const left = Object.values(after(view, removeEnvironment(view, 'live')))[0] ?? '';
    assert.deepEqual(Object.keys(JSON.parse(left) as object), ['$shared', 'dev']);
  });

  it('removes all members of one name, also beside each other', async () => {
    const view = await viewOf({ 'a.req': '', 'http-client.env.json': '{ "dev": { "a": 1, "a": 2, "b": 3, "a": 4 }, "x": { "a": 1 } }' });
    assert.deepEqual(after(view, removeVariable(view, 'a')), { 'http-client.env.json': '{ "dev": { "b": 3 }, "x": {} }' });
  });

  it('renames a variable where it is defined and used, and refuses a name that is taken', async () => {
    const view = await known();
    const renamed = renameVariable(view, 'host', 'origin');
    const files = after(view, renamed);
    assert.equal(files['a.req'], 'GET {{origin}}/\n');
    assert.equal(files['http-client.env.json'], text.replaceAll('"host"', '"origin"'));
    assert.ok('refused' in renameVariable(view, 'host', 'retries'));
  });

  it('renames an environment in all files of the collection', async () => {
    const view = await viewOf({
      'a.req': '',
      'http-client.env.json': text,
      'http-client.private.env.json': '{ "dev": {} }',
      'deep/http-client.env.json': '{ "dev": {} }',
    });
    const files = after(view, renameEnvironment(view, 'dev', 'local'));
    assert.deepEqual(Object.keys(files).toSorted(), ['deep/http-client.env.json', 'http-client.env.json', 'http-client.private.env.json']);
    assert.equal(files['deep/http-client.env.json'], '{ "local": {} }');
    assert.ok('refused' in renameEnvironment(view, 'dev', 'live'));
  });

  it('moves a value to the private file of its folder and back, and refuses where that has one', async () => {
    const view = await viewOf({ 'a.req': 'GET http://h/\n', 'http-client.env.json': text });
    const moved = after(view, moveInTable(view, 'retries', 'dev'));
    assert.equal(moved['http-client.env.json'], text.replace(',\n\n    "retries": 3', ''));
    assert.equal(moved['http-client.private.env.json'], '{\n  "dev": {\n    "retries": 3\n  }\n}\n');
    const back = await viewOf({ 'a.req': 'GET http://h/\n', ...moved });
    assert.deepEqual(after(back, moveInTable(back, 'retries', 'dev')), {
      'http-client.private.env.json': '{\n  "dev": {}\n}\n',
      'http-client.env.json': text.replace('\n\n    "retries"', '\n    "retries"'),
    });
    const both = await viewOf({ 'a.req': '', 'http-client.env.json': text, 'http-client.private.env.json': '{ "dev": { "host": "p" } }' });
    assert.deepEqual(moveInTable(both, 'host', 'dev'), {
      refused: 'http-client.env.json defines host already, or it cannot be read.',
    });
  });

  it('refuses to write beside a file that cannot be read', async () => {
    const view = await viewOf({ 'a.req': '', 'http-client.env.json': '{ "dev": ' });
    const edit = setInTable(view, 'host', 'dev', 'x');
    assert.ok('refused' in edit);
    assert.match(edit.refused, /^http-client\.env\.json:1: This is not JSON/);
  });
});
