import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { acceptFirst } from './quickPick.ts';
import { codeAction, openFile } from './workspaceFile.ts';

const defining = '@host = http://127.0.0.1\n\nGET {{host}}/a\n';

/** The text after *New Request* at the end of a document, with the cursor and the selected text. */
async function afterNewRequest(
  document: vscode.TextDocument,
): Promise<{ readonly text: string; readonly cursor: number; readonly selected: string }> {
  const editor = await vscode.window.showTextDocument(document);
  const end = document.positionAt(document.getText().length);
  editor.selection = new vscode.Selection(end, end);
  await vscode.commands.executeCommand('req.newRequest');
  return { text: document.getText(), cursor: document.offsetAt(editor.selection.active), selected: document.getText(editor.selection) };
}

describe('new request', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'req-new-'));
  const elsewhere = path.join(folder, 'no-host.req');
  before(() => fs.writeFileSync(elsewhere, 'GET http://127.0.0.1/a\n'));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('begins with {{host}} where the file defines it, the cursor in the path', async () => {
    const { text, cursor } = await afterNewRequest(await openFile('new-request.req', defining));
    assert.equal(text.slice(0, cursor).split('\n').at(-1), 'GET {{host}}/');
    assert.equal(text.split('GET {{host}}/').length - 1, 2);
  });

  it('selects an example URL where nothing defines host', async () => {
    const { text, selected } = await afterNewRequest(await vscode.workspace.openTextDocument(vscode.Uri.file(elsewhere)));
    assert.equal(selected, 'https://api.example.com');
    assert.ok(text.includes('GET https://api.example.com'));
  });

  it('moves to the end of the request with Tab', async () => {
    const { text } = await afterNewRequest(await openFile('new-request.req', defining));
    await vscode.commands.executeCommand('jumpToNextSnippetPlaceholder');
    const { activeTextEditor: editor } = vscode.window;
    assert.equal(editor?.document.getText(), text);
    assert.ok((editor?.document.offsetAt(editor.selection.active) ?? 0) > text.lastIndexOf('{{host}}/') + '{{host}}/'.length);
  });
});

describe('new request from an operation', () => {
  const shop = fs.mkdtempSync(path.join(os.tmpdir(), 'req-operation-'));
  const schema = '{ type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }';
  const operation = `{ summary: Add a user, operationId: addUser, requestBody: { content: { application/json: { schema: ${schema} } } } }`;
  before(() => {
    fs.writeFileSync(path.join(shop, 'collection.req'), '# @openapi ./api.yaml\n@host = http://127.0.0.1\n');
    fs.writeFileSync(path.join(shop, 'api.yaml'), `openapi: 3.1.0\npaths: { '/users/{id}': { post: ${operation} } }\n`);
    fs.writeFileSync(path.join(shop, 'a.req'), 'GET {{host}}/a\n');
  });
  after(() => fs.rmSync(shop, { recursive: true, force: true }));
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('writes its URL, required members and assertion below the request at the cursor', async () => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path.join(shop, 'a.req')));
    await vscode.window.showTextDocument(document);
    await acceptFirst('req.newRequestFromOperation');
    assert.equal(
      document.getText(),
      'GET {{host}}/a\n\n### Add a user\n# @name addUser\n@id = text\nPOST {{host}}/users/{{id}}\nContent-Type: application/json\n\n{\n  "name": "text"\n}\n\n?? response conforms\n',
    );
  });

  it('completes from a document that was read meanwhile, and reports differences', async () => {
    const file = path.join(shop, 'b.req');
    fs.writeFileSync(file, 'POST {{host}}/users/1\nContent-Type: application/json\n\n{ "age": 1 }\n');
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await vscode.window.showTextDocument(document);
    await until('the problem of the body is shown', () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .find((d) => typeof d.code === 'object' && d.code.value === 'api-body' && d.message.includes('"name"')),
    );
    await codeAction(document, '{ "age"', (a) => a.title === 'Add "name"');
    const at = document.positionAt(document.getText().indexOf('"age"'));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
    assert.ok(list.items.some((item) => item.label === 'name' || (typeof item.label === 'object' && item.label.label === 'name')));
  });
});

describe('new request file', () => {
  after(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('is written to the chosen folder, that of the active file first', async () => {
    const { uri } = await openFile('new-file-here/other.req', 'GET http://127.0.0.1/a\n');
    await acceptFirst('req.newFile');
    const made = vscode.Uri.joinPath(uri, '../requests.req');
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, made.path);
    assert.match((await vscode.workspace.openTextDocument(made)).getText(), /^GET /m);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  });
});
