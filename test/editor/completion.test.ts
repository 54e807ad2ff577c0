import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile } from './workspaceFile.ts';

const { CompletionItemKind: Kind } = vscode;

/** Opens the file's text with the cursor at `‸`, and returns VS Code's completions there. */
async function offered(name: string, marked: string, trigger?: string): Promise<vscode.CompletionList> {
  const document = await openFile(name, marked.replace('‸', ''));
  const position = document.positionAt(marked.indexOf('‸'));
  return await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
    trigger,
    50,
  );
}

const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);

function find(list: vscode.CompletionList, label: string): vscode.CompletionItem {
  const found = list.items.find((i) => labelOf(i) === label);
  assert.ok(found, `${label} is among ${list.items.map(labelOf).join(', ')}`);
  return found;
}

describe('completion in VS Code', () => {
  it('offers variables with their values and origins, and details of the selected one', async () => {
    const list = await offered('variables.req', '@host = http://h\nGET {{ho‸}}/x\n');
    const item = find(list, 'host');
    assert.deepEqual(item.label, { label: 'host', detail: '  http://h', description: 'line 1' });
    assert.equal(item.kind, Kind.Variable);
    assert.match((item.documentation as vscode.MarkdownString).value, /http:\/\/h/);
  });

  it('cuts a long value, so that the list has room for the origin', async () => {
    const list = await offered('long.req', '@long = abcdefghijklmnopqrstuvwxyz0123456789\nGET {{lo‸}}/x\n');
    const { label } = find(list, 'long');
    assert.deepEqual(label, { label: 'long', detail: '  abcdefghijklmnopqrstuvwxyz01234…', description: 'line 1' });
  });

  it('offers headers, then their values, without a word typed', async () => {
    const list = await offered('headers.req', 'GET http://h\nAcc‸\n');
    const header = find(list, 'Accept');
    assert.equal(header.insertText, 'Accept: ');
    assert.equal(header.command?.command, 'editor.action.triggerSuggest');
    find(await offered('values.req', 'GET http://h\nAccept: ‸\n', ' '), 'text/event-stream');
  });

  it('offers files of the folder', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'bodies', 'book.json'), new Uint8Array());
    const list = await offered('paths.req', 'POST http://h\n\n< ./bodies/‸', '/');
    assert.equal(find(list, 'book.json').kind, Kind.File);
  });

  it('offers nothing of its own in the text of a body', async () => {
    const list = await offered('body.req', 'POST http://h\n\n{"a": ‸}', ' ');
    assert.deepEqual(list.items.filter(({ kind }) => kind !== Kind.Snippet && kind !== Kind.Text).map(labelOf), []);
  });

  it('completes in a file that was never saved', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'req', content: '@host = x\nGET {{ho}}' });
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      new vscode.Position(1, 8),
    );
    find(list, 'host');
  });
});
