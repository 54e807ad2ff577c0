import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MovedFiles } from '../../src/editor/world/movedFiles.ts';
import { until } from '../support/until.ts';
import { memento } from './memento.ts';
import { openFile } from './workspaceFile.ts';

describe('files that untitled documents are saved as', () => {
  const text = 'GET http://127.0.0.1:1/scratch\n';
  let moved: MovedFiles;

  beforeEach(() => {
    moved = new MovedFiles(memento());
  });

  afterEach(async () => {
    moved.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri as vscode.Uri;
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'moved'), { recursive: true });
  });

  const open = async (uri: vscode.Uri): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, 'req');
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };

  const close = async (uri: vscode.Uri): Promise<void> => {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const isOpen = (): boolean => vscode.workspace.textDocuments.some((d) => d.uri.toString() === uri.toString());
    await until('the document is closed', () => !isOpen());
  };

  it('get the results of these, but not those of an earlier document of the same name', async () => {
    const uri = vscode.Uri.parse('untitled:Scratch-1');
    await open(uri);
    const first = Date.now();
    await close(uri);
    await until('the clock has gone on', () => Date.now() > first + 1);
    await open(uri);
    const second = Date.now();
    // As VS Code saves it: as another document with the same text, before it closes this one.
    const file = await openFile('moved/scratch.req', '');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(file.uri, new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await file.save();
    await close(uri);
    assert.equal(moved.now(uri.toString(), second), file.uri.toString());
    assert.equal(moved.now(uri.toString(), first), uri.toString());
  });
});
