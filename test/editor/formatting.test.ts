import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile, positionOf } from './workspaceFile.ts';

async function after(document: vscode.TextDocument, command: string): Promise<string> {
  await vscode.commands.executeCommand(command);
  return document.getText();
}

describe('formatting', () => {
  const before = '@a=1\n###A\nPOST http://h/{{a}}\n ?b=1\nX:1\n\n{"b":\n[1,2]}\n';
  const formatted = '@a = 1\n\n### A\nPOST http://h/{{a}}\n    ?b=1\nX: 1\n\n{\n  "b": [1, 2]\n}\n';

  it('formats a document, and leaves one that is formatted', async () => {
    const document = await openFile('format.req', before);
    assert.equal(await after(document, 'editor.action.formatDocument'), formatted);
    const { version } = document;
    assert.equal(await after(document, 'editor.action.formatDocument'), formatted);
    assert.equal(document.version, version);
  });

  it('formats a selection', async () => {
    const document = await openFile('formatPart.req', before);
    const at = positionOf(document, 'X:1');
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    editor.selection = new vscode.Selection(at, at.translate(0, 3));
    assert.equal(await after(document, 'editor.action.formatSelection'), before.replace('X:1', 'X: 1'));
  });

  it('formats when saving, where the editor is set to', async () => {
    const settings = vscode.workspace.getConfiguration('editor', { languageId: 'req' });
    await settings.update('formatOnSave', true, vscode.ConfigurationTarget.Global, true);
    try {
      const document = await openFile('formatOnSave.req', 'GET http://h/\n');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 3), '  ');
      await vscode.workspace.applyEdit(edit);
      await document.save();
      assert.equal(document.getText(), 'GET http://h/\n');
    } finally {
      await settings.update('formatOnSave', undefined, vscode.ConfigurationTarget.Global, true);
    }
  });

  it('formats a document that was never saved, with CRLF', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'req', content: before.replaceAll('\n', '\r\n') });
    await vscode.window.showTextDocument(document);
    assert.equal(await after(document, 'editor.action.formatDocument'), formatted.replaceAll('\n', '\r\n'));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
