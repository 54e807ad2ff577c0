import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { openFile, positionOf } from './workspaceFile.ts';

/** The actions at a text, with their edits made ready, once the problem there is shown. */
async function actionsAt(document: vscode.TextDocument, text: string, id: string): Promise<readonly vscode.CodeAction[]> {
  await until(`${id} is shown`, () =>
    vscode.languages.getDiagnostics(document.uri).some((d) => (typeof d.code === 'object' ? d.code.value : d.code) === id),
  );
  const at = positionOf(document, text);
  return await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(at, at),
    vscode.CodeActionKind.QuickFix.value,
    10,
  );
}

const titled = (actions: readonly vscode.CodeAction[], title: string): vscode.CodeAction => {
  const found = actions.find((a) => a.title === title);
  assert.ok(found, actions.map((a) => a.title).join());
  return found;
};

describe('quick fixes in the editor', () => {
  it('change the file', async () => {
    const document = await openFile('fix.req', 'Post http://h/{{gone}}\r\n');
    const action = titled(await actionsAt(document, 'Post', 'method-case'), 'Change Post to POST');
    assert.equal(action.isPreferred, true);
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    assert.equal(document.getText(), 'POST http://h/{{gone}}\r\n');
  });

  it('make files that are missing', async () => {
    const document = await openFile('missing.req', 'POST http://h/\nContent-Type: text/plain\n\n< ./made-by-a-fix.txt\n');
    const action = titled(await actionsAt(document, './made', 'missing-file'), 'Create ./made-by-a-fix.txt');
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    const made = vscode.Uri.joinPath(document.uri, '../made-by-a-fix.txt');
    assert.equal((await vscode.workspace.fs.stat(made)).size, 0);
    await until('the problem is gone', () => vscode.languages.getDiagnostics(document.uri).length === 0);
    await vscode.workspace.fs.delete(made);
  });

  it('work in a file that was never saved', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'req', content: 'GETT http://h/\n' });
    await vscode.window.showTextDocument(document);
    const action = titled(await actionsAt(document, 'GETT', 'method-case'), 'Change GETT to GET');
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    assert.equal(document.getText(), 'GET http://h/\n');
  });

  it('are made at once by Fix All where that is safe', async () => {
    const document = await openFile('all.req', 'get http://h/#a\n\n###\nGETT http://h/\n');
    await vscode.commands.executeCommand('editor.action.fixAll');
    await until('it is mended', () => document.getText() === 'GET http://h/\n\n###\nGETT http://h/\n');
  });
});
