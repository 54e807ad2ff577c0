import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VariableStores } from '../../src/editor/sending/variableStores.ts';
import { activeRequestText } from '../../src/editor/providers/fencedDocuments.ts';
import {
  variableRows,
  type ChangeNode,
  type Rows,
  type Tree,
  type VariableNode,
  type VariableRows,
} from '../../src/editor/variables/index.ts';
import type { Value } from '../../src/base/values/value.ts';
import { until } from '../support/until.ts';
import { makeSurroundings } from './testSurroundings.ts';
import { openFile } from './workspaceFile.ts';

function seenTree<T>(): Tree<T> & { times: number } {
  const view = { visible: true, selection: [], message: '', onDidChangeVisibility: () => new vscode.Disposable(() => undefined) };
  const tree = { times: 0, view: view as unknown as vscode.TreeView<T>, refresh: () => void tree.times++ };
  return tree;
}

const folder = (): vscode.Uri => vscode.workspace.workspaceFolders?.[0]?.uri as vscode.Uri;
const textOf = ({ label, description }: vscode.TreeItem): string =>
  `${typeof label === 'string' ? label : ''} ${String(description)}`.trim();

/** All rows of a tree that are not below a variable, indented by their level. */
async function rowsOf<T extends { readonly kind: string }>(rows: Rows<T>, node?: T, level = ''): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const child of await rows.getChildren(node)) {
    shown.push(level + textOf(rows.itemOf(child)));
    if (child.kind !== 'variable' && child.kind !== 'change') shown.push(...(await rowsOf(rows, child, `${level}  `)));
  }
  return shown;
}

async function find({ tree }: VariableRows, name: string, kind = ''): Promise<Extract<VariableNode, { kind: 'variable' }>> {
  for (const collection of await tree.getChildren())
    for (const group of await tree.getChildren(collection))
      for (const row of await tree.getChildren(group))
        if (row.kind === 'variable' && row.variable.name === name && (kind === '' || row.group.kind === kind)) return row;
  throw new Error(`There is no ${name}.`);
}

describe('the Variables view', () => {
  const names = ['vars/collection.req', 'vars/http-client.env.json', 'vars/a.req', 'vars/in/collection.req', 'vars/in/b.req'];
  let stores: VariableStores;
  let rows: VariableRows;
  let tree: ReturnType<typeof seenTree<VariableNode>>;
  let parts: vscode.Disposable;
  let root: string;

  before(async () => {
    const texts = [
      '@host = http://127.0.0.1:1\n@shade = collection\n',
      '{"dev": {"shade": "dev", "page": {"size": 2}}}\n',
      '@own = {"list": [1, 2]}\n\n### One\nGET {{host}}/{{own.list[0]}}\n\n### Two\n@own = 2\n# @secret hidden\nGET {{host}}\n',
      '@inner = 1\n',
      'GET {{inner}}\n',
    ];
    for (const [i, name] of names.entries())
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), name), new TextEncoder().encode(texts[i]));
    root = vscode.Uri.joinPath(folder(), 'vars').fsPath;
    const around = makeSurroundings();
    const { surroundings, active } = around;
    stores = around.variables;
    await around.environments.choose(root, 'dev');
    tree = seenTree<VariableNode>();
    rows = variableRows({
      surroundings,
      variables: stores,
      active,
      tree,
      history: seenTree<ChangeNode>(),
      activeText: activeRequestText,
    });
    parts = vscode.Disposable.from(rows, around);
    await openFile('vars/a.req', texts[2] as string);
  });

  after(async () => {
    parts.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder(), 'vars'), { recursive: true });
  });

  const set = (name: string, value: Value): void =>
    stores.of(root).set(name, { value, origin: { layer: 'script', request: 'One', line: 3 } });
  const shows = (text: string): Promise<readonly string[]> =>
    until(`a row with ${text}`, async () => {
      const shown = await rowsOf(rows.tree);
      return shown.some((row) => row.includes(text)) && shown;
    });

  it('has each collection with its own variables, the active one as the request at the cursor sees it', async () => {
    set('set', 5n);
    const shown = await shows('set 5');
    const own = shown.slice(
      0,
      shown.findIndex((row, i) => i > 0 && !row.startsWith(' ')),
    );
    assert.deepEqual(own, [
      'vars dev · vars/a.req',
      '  Scripts',
      '    set 5  ·  One',
      '  File vars/a.req',
      '    own {"list": [1, 2]}  ·  line 1',
      '  Environment dev',
      '    shade "dev"  ·  vars/http-client.env.json:1',
      '    page {"size": 2}  ·  vars/http-client.env.json:1',
      '  Collection vars/collection.req',
      '    host "http://127.0.0.1:1"  ·  line 1',
      '    shade "collection"  ·  hidden by environment  ·  line 2',
    ]);
    const inner = shown.slice(shown.findIndex((row) => row.startsWith('vars/in')));
    assert.deepEqual(inner.slice(0, 3), ['vars/in', '  Collection vars/in/collection.req', '    inner "1"  ·  line 1']);
    assert.ok(!inner.some((row) => row.includes('set 5')));
  });

  it('follows the cursor, the text and the changes of scripts, in few refreshes', async () => {
    const editor = vscode.window.activeTextEditor as vscode.TextEditor;
    const before = tree.times;
    editor.selection = new vscode.Selection(9, 0, 9, 0);
    await shows('own "2"');
    await until('it was shown anew', () => tree.times > before);
    const many = tree.times;
    for (let i = 0; i < 10_000; i++) set('count', i);
    await shows('count 9999');
    await until('it was shown anew', () => tree.times > many);
    assert.ok(tree.times - many < 20, String(tree.times - many));
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await shows('own {"list"');
  });

  it('shows no value of a @secret name, from anywhere in the collection', async () => {
    set('hidden', 'canary-of-a-script');
    set('copy', 'see canary-of-a-script');
    const shown = await shows('hidden •••');
    assert.ok(shown.some((row) => row.includes('copy "see •••"')));
    const text = [...shown, ...(await rowsOf(rows.history))].join('\n');
    assert.ok(!text.includes('canary'));
    await rows.commands.run('copyValue', await find(rows, 'copy'));
    assert.equal(await vscode.env.clipboard.readText(), 'see •••');
    for (const name of ['hidden', 'copy']) stores.of(root).delete(name, { layer: 'script' });
  });

  it('masks only the secrets in a value of the history', async () => {
    const value: Value = new Map([
      ['user', 'ada'],
      ['token', 'canary-in-an-object'],
    ]);
    stores.of(root).set('login', { value, origin: { layer: 'script' }, hides: ['canary-in-an-object'] });
    const history = (await rowsOf(rows.history)).join('\n');
    assert.match(history, /login \(none\) → \{"user": ?"ada", ?"token": ?"•••"\}/);
    assert.ok(!history.includes('canary-in'));
    stores.of(root).delete('login', { layer: 'script' });
  });

  it('unfolds values lazily, with hidden values below, and copies placeholders and values of parts', async () => {
    set('deep', new Map<string, Value>([['a b', Array.from({ length: 100_000 }, (_, i) => i)]]));
    const [member] = await rows.tree.getChildren(await find(rows, 'deep'));
    const ranges = await rows.tree.getChildren(member);
    assert.equal(ranges.length, 10);
    const [hundreds] = await rows.tree.getChildren(ranges.at(-1));
    const elements = await rows.tree.getChildren(hundreds);
    assert.equal(textOf(rows.tree.itemOf(elements[7] as VariableNode)), '90007 90007');
    await rows.commands.run('copyPlaceholder', elements[7]);
    assert.equal(await vscode.env.clipboard.readText(), '{{deep["a b"][90007]}}');
    await rows.commands.run('copyValue', elements[7]);
    assert.equal(await vscode.env.clipboard.readText(), '90007');
    const hides = await rows.tree.getChildren(await find(rows, 'shade', 'environment'));
    assert.deepEqual(
      hides.map((row) => textOf(rows.tree.itemOf(row))),
      ['hides Collection "collection"  ·  vars/collection.req:2'],
    );
    stores.of(root).delete('deep', { layer: 'script' });
  });

  it('filters by name, value and origin, and unfolds to the matches', async () => {
    rows.tree.filter('SIZE');
    const shown = await rowsOf(rows.tree);
    assert.deepEqual(shown.slice(1, 3), ['  Environment dev', '    page {"size": 2}  ·  vars/http-client.env.json:1']);
    const item = rows.tree.itemOf(await find(rows, 'page'));
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    assert.match(String(tree.view.message), /“SIZE”: [\d,]+ of [\d,]+ variables/);
    rows.tree.filter('');
    assert.ok((await rowsOf(rows.tree)).length > shown.length);
  });

  it('deletes values of scripts and definitions of files, and the history restores the values of scripts', async () => {
    set('gone', new Date(0));
    await rows.commands.run('delete', await find(rows, 'gone'));
    assert.equal(stores.of(root).find('gone'), undefined);
    const changes = await rows.history.getChildren();
    const [first] = changes;
    assert.match(textOf(rows.history.itemOf(first as ChangeNode)), /^gone 1970-01-01T00:00:00.000Z → \(none\) {2}· {2}set by hand/);
    await rows.commands.run('putBack', first);
    assert.deepEqual(stores.of(root).find('gone')?.value, new Date(0));
    stores.of(root).clear({ layer: 'script', byHand: true });
    assert.deepEqual([...stores.of(root).names()], []);
    await rows.commands.run('putBack', (await rows.history.getChildren())[0]);
    assert.deepEqual([...stores.of(root).names()], ['set', 'count', 'gone']);
    await rows.commands.run('delete', await find(rows, 'page'));
    const file = vscode.Uri.joinPath(folder(), 'vars/http-client.env.json');
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), '{"dev": {"shade": "dev"}}\n');
    await rows.commands.run('delete', await find(rows, 'own'));
    assert.ok(!vscode.window.activeTextEditor?.document.getText().startsWith('@own'));
  });

  it('adds a variable to a file that is edited since the rows were listed', async () => {
    const row = await find(rows, 'host');
    const file = vscode.Uri.joinPath(folder(), 'vars/http-client.env.json');
    const { showInputBox, showQuickPick } = vscode.window;
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file, new vscode.Position(0, 0), '{\n  "test": {},\n  ');
    edit.delete(file, new vscode.Range(0, 0, 0, 1));
    assert.ok(await vscode.workspace.applyEdit(edit));
    const answers = ['added', 'value'];
    const isEnvironment = ({ label }: vscode.QuickPickItem): boolean => label.startsWith('Environment');
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => items.find(isEnvironment),
      showInputBox: async () => answers.shift(),
    });
    try {
      await rows.commands.add(row);
    } finally {
      Object.assign(vscode.window, { showInputBox, showQuickPick });
    }
    const text = (await vscode.workspace.openTextDocument(file)).getText();
    assert.deepEqual(JSON.parse(text), { test: {}, dev: { shade: 'dev', added: 'value' } }, text);
  });

  it('refuses to add, edit or remove a variable whose file can no longer be read, and names the file', async () => {
    const row = await find(rows, 'shade', 'environment');
    const file = vscode.Uri.joinPath(folder(), 'vars/http-client.env.json');
    const document = await vscode.workspace.openTextDocument(file);
    const before = document.getText();
    const replace = async (text: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(file, new vscode.Range(0, 0, document.lineCount, 0), text);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    const { showInputBox, showQuickPick } = vscode.window;
    const broken = '{"dev": {"shade":';
    let answers: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => items.find(({ label }) => label.startsWith('Environment')),
      showInputBox: async ({ ignoreFocusOut, title = '' }: vscode.InputBoxOptions) => {
        // A value is often copied from another window.
        if (title.startsWith('Value of')) assert.equal(ignoreFocusOut, true, title);
        if (answers.length === 1) await replace(broken);
        return answers.shift();
      },
    });
    const refused = /The files changed in the meantime\. Nothing was edited\./;
    try {
      answers = ['more', 'value'];
      await assert.rejects(rows.commands.add(row), refused);
      assert.equal(document.getText(), broken);
      answers = ['other'];
      await assert.rejects(rows.commands.run('edit', row), refused);
      assert.equal(document.getText(), broken);
      await assert.rejects(rows.commands.run('delete', row), refused);
      assert.equal(document.getText(), broken);
      // Nor does the view call what it cannot read empty.
      await until('the view names the file', async () => {
        await rowsOf(rows.tree);
        return String(tree.view.message).startsWith('vars/http-client.env.json:1: This is not JSON');
      });
    } finally {
      Object.assign(vscode.window, { showInputBox, showQuickPick });
      await replace(before);
    }
    await until('the view has no message', async () => {
      await rowsOf(rows.tree);
      return String(tree.view.message) === '';
    });
  });

  it('shows the changes of one variable alone, and opens the line of a change', async () => {
    const document = vscode.window.activeTextEditor?.document as vscode.TextDocument;
    stores.of(root).set('lined', { value: 1, origin: { layer: 'script', file: document.uri.fsPath, line: 3, request: 'One' } });
    rows.history.show('lined');
    const changes = await rows.history.getChildren();
    assert.equal(changes.length, 1);
    await rows.commands.run('goTo', changes[0]);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    rows.history.show(undefined);
    assert.ok((await rows.history.getChildren()).length > 1);
  });

  it('opens a value of several lines as a document, and saving it sets the variable', async () => {
    set('long', 'one\ntwo');
    await rows.commands.run('edit', await find(rows, 'long'));
    const document = vscode.window.activeTextEditor?.document as vscode.TextDocument;
    assert.equal(document.getText(), 'one\ntwo');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 3), '\nthree');
    await vscode.workspace.applyEdit(edit);
    assert.ok(await document.save());
    assert.equal(stores.of(root).find('long')?.value, 'one\ntwo\nthree');
    assert.equal(stores.of(root).find('long')?.origin.byHand, true);
  });
});
