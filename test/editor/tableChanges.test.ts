import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TableChanges } from '../../src/editor/environments/tableChanges.ts';
import { openFile } from './workspaceFile.ts';

describe('undo in the table of environments', () => {
  it('refuses while a file is another one than after the change, and undoes it once the file is that one again', async () => {
    const document = await openFile('tableChanges/http-client.env.json', '{"dev": {}}\n');
    const file = document.uri.fsPath;
    const replace = async (text: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    const changes = new TableChanges();
    try {
      const set = { file, edits: [{ range: { start: 9, end: 9 }, newText: '"a": 1' }] };
      assert.ok(await changes.apply([set], () => document.getText()));
      const changed = document.getText();
      assert.equal(changed, '{"dev": {"a": 1}}\n');
      await replace('{"other": {}}\n');
      await assert.rejects(changes.undo(), /was changed since then\. Undo in its editor\./);
      assert.equal(document.getText(), '{"other": {}}\n');
      await replace(changed);
      assert.equal(await changes.undo(), true);
      assert.equal(document.getText(), '{"dev": {}}\n');
      assert.equal(await changes.undo(), false, 'there is nothing more to undo');
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(document.uri, '..'), { recursive: true });
    }
  });
});
