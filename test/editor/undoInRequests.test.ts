import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { viewChanges } from '../../src/editor/requests/applyEdits.ts';
import { UndoableChanges } from '../../src/editor/world/undoableChanges.ts';
import { openRows, rowAt, type Opened } from './openedRows.ts';
import { openFile, writeFile } from './workspaceFile.ts';

const place = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'undone');
const textOf = (name: string): string => fs.readFileSync(path.join(place, name), 'utf8');
const two = '### One\nGET http://127.0.0.1:1/one\n\n### Two\nGET http://127.0.0.1:1/two\n';

describe('undo in the Requests view', () => {
  const { showWarningMessage } = vscode.window;
  const files = vscode.workspace.getConfiguration('files');
  let view: Opened;

  const row = (...labels: readonly string[]) => rowAt(view, 'undone', ...labels);

  beforeEach(async () => {
    await writeFile('undone/collection.req', '');
    viewChanges.clear();
  });

  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    view.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    fs.rmSync(place, { recursive: true, force: true });
  });

  it('undoes a change whose file VS Code formats when it is saved', async () => {
    await files.update('trimTrailingWhitespace', true, vscode.ConfigurationTarget.Global);
    try {
      await writeFile('undone/a.req', two.replace('/one', '/one  '));
      view = openRows();
      await view.drag.drop([await row('a.req', 'GET One')], await row('a.req', 'GET Two'));
      assert.match(textOf('a.req'), /^### Two[^]*### One\n.*one\n$/);
      await view.commands.undo();
      assert.equal(textOf('a.req'), two);
    } finally {
      await files.update('trimTrailingWhitespace', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('passes over a change that was undone in the editor', async () => {
    const document = await openFile('undone/b.req', two);
    await document.save();
    view = openRows();
    await view.commands.duplicate(await row('b.req', 'GET Two'));
    const first = document.getText();
    await view.drag.drop([await row('b.req', 'GET One')], await row('b.req', 'GET Two'));
    assert.notEqual(document.getText(), first);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), first);
    await document.save();
    await view.commands.undo();
    assert.equal(document.getText(), two);
  });

  it('names a file that was deleted, and undoes the change before', async () => {
    await writeFile('undone/c.req', two);
    await writeFile('undone/gone.req', two);
    view = openRows();
    await view.commands.duplicate(await row('c.req', 'GET Two'));
    await view.commands.duplicate(await row('gone.req', 'GET Two'));
    fs.rmSync(path.join(place, 'gone.req'));
    await assert.rejects(view.commands.undo(), /gone\.req no longer exists\./);
    await view.commands.undo();
    assert.equal(textOf('c.req'), two);
    assert.ok(!fs.existsSync(path.join(place, 'gone.req')));
  });

  it('moves nothing in a file that another program changes while the user is asked', async () => {
    await writeFile('undone/d.req', `@own = x\n\n${two.replace('/one', '/{{own}}')}`);
    await writeFile('undone/e.req', two);
    view = openRows();
    const moved = await row('d.req', 'GET One');
    const target = await row('e.req');
    const changed = `### New\nGET http://127.0.0.1:1/new\n\n${two}`;
    Object.assign(vscode.window, {
      async showWarningMessage(_text: string, _options: object, ...items: readonly string[]) {
        const document = await vscode.workspace.openTextDocument(path.join(place, 'e.req'));
        const reloaded = new Promise<void>((resolve) =>
          vscode.workspace.onDidChangeTextDocument((e) => e.document === document && resolve()),
        );
        fs.writeFileSync(path.join(place, 'e.req'), changed);
        await reloaded;
        return items[0];
      },
    });
    await assert.rejects(view.drag.drop([moved], target), /The files changed in the meantime\. Nothing was edited\./);
    assert.equal(textOf('e.req'), changed);
    assert.match(textOf('d.req'), /### One/);
  });
});

describe('changes that can be undone', () => {
  /** Replaces the text of a document, as a view does. */
  async function change(document: vscode.TextDocument, changes: UndoableChanges, after: string): Promise<void> {
    const before = document.getText();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), after);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await changes.add([{ uri: document.uri, before, after }], [document]);
  }

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    fs.rmSync(place, { recursive: true, force: true });
  });

  it('are forgotten, the oldest first, when their texts are long, but never the last', async () => {
    const document = await openFile('undone/g.req', 'a');
    const changes = new UndoableChanges(20);
    for (const text of ['b', 'c'.repeat(9), 'd'.repeat(10)]) await change(document, changes, text);
    assert.ok(await changes.undo());
    assert.equal(document.getText(), 'c'.repeat(9));
    assert.equal(await changes.undo(), false);
    await change(document, changes, 'e'.repeat(100));
    assert.ok(await changes.undo());
  });

  it('follow a renamed file', async () => {
    const document = await openFile('undone/h.req', 'a');
    const changes = new UndoableChanges();
    await change(document, changes, 'b');
    const to = vscode.Uri.joinPath(document.uri, '../i.req');
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(document.uri, to);
    assert.ok(await vscode.workspace.applyEdit(edit));
    changes.move((uri) => (uri.toString() === document.uri.toString() ? to : uri));
    assert.ok(await changes.undo());
    assert.equal(textOf('i.req'), 'a');
  });

  it('of names are undone one after the other, while renamed files are followed', async () => {
    const document = await openFile('undone/j.req', 'a');
    const changes = new UndoableChanges();
    await change(document, changes, 'b');
    const [first, second, third] = ['j', 'k', 'l'].map((name) => vscode.Uri.joinPath(document.uri, `../${name}.req`)) as [
      vscode.Uri,
      vscode.Uri,
      vscode.Uri,
    ];
    const following = vscode.workspace.onDidRenameFiles(({ files }) =>
      changes.move((uri) => files.find(({ oldUri }) => oldUri.toString() === uri.toString())?.newUri ?? uri),
    );
    try {
      for (const [from, to] of [
        [first, second],
        [second, third],
      ] as const) {
        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(from, to);
        assert.ok(await vscode.workspace.applyEdit(edit));
        changes.addRenamed([{ from, to }]);
      }
      assert.ok(await changes.undo());
      assert.ok(fs.existsSync(second.fsPath) && !fs.existsSync(third.fsPath));
      assert.ok(await changes.undo());
      assert.ok(fs.existsSync(first.fsPath) && !fs.existsSync(second.fsPath));
      assert.ok(await changes.undo());
      assert.equal(textOf('j.req'), 'a');
      assert.equal(await changes.undo(), false);
    } finally {
      following.dispose();
    }
  });
});
