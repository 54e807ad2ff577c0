import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeAction, openFile } from './workspaceFile.ts';

const command = "curl -L http://127.0.0.1:9/a \\\n  -H 'Accept: text/plain'";
const request = 'GET http://127.0.0.1:9/a\nAccept: text/plain';

async function openAtEnd(name: string, text: string): Promise<vscode.TextDocument> {
  const document = await openFile(name, text);
  const editor = await vscode.window.showTextDocument(document);
  const end = document.positionAt(text.length);
  editor.selection = new vscode.Selection(end, end);
  return document;
}

const refactoring = async (document: vscode.TextDocument, text: string, title: string, hasCommand = false): Promise<vscode.CodeAction> =>
  await codeAction(document, text, (a) => a.title === title && (a.command !== undefined || !hasCommand), {
    kind: vscode.CodeActionKind.Refactor,
    resolved: 20,
  });

describe('curl commands and refactorings in the editor', () => {
  it('are pasted as a request by the command', async () => {
    const document = await openAtEnd('pasteCommand.req', '');
    await vscode.env.clipboard.writeText(command);
    await vscode.commands.executeCommand('req.pasteCurl');
    assert.equal(document.getText(), request);
  });

  it('are copied of the request at the cursor, resolved', async () => {
    const document = await openAtEnd('copy.req', '@host = http://127.0.0.1:9\n\nGET {{host}}/{{a | default "x y"}}\nA: it\'s');
    await vscode.commands.executeCommand('req.copyAsCurl', document.uri, 2);
    assert.equal(
      await vscode.env.clipboard.readText(),
      "curl -L 'http://127.0.0.1:9/x%20y' \\\n  -H 'A: it'\\''s' \\\n  -H 'Accept-Language: en'",
    );
  });

  it('are converted in place', async () => {
    const document = await openFile('convert.req', command);
    const action = await refactoring(document, '-H', 'Convert the cURL command to a request');
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    assert.equal(document.getText(), request);
  });

  it('are not needed to extract a variable', async () => {
    const document = await openFile('extract.req', 'GET http://h/users?limit=20\n');
    const action = await refactoring(document, '20', 'Extract to the variable limit', true);
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    assert.equal(document.getText(), '@limit = 20\nGET http://h/users?limit={{limit}}\n');
    const said = action.command?.arguments?.[0] as { readonly kind: string; readonly offset: number };
    assert.equal(said.kind, 'rename');
    assert.ok(document.getText().startsWith('limit}}', said.offset));
  });
});
