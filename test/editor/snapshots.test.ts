import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { codeAction, codeOf, openFile } from './workspaceFile.ts';

describe('snapshots in the editor', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('are kept at the first send, reported at their line when they differ, and replaced by the fix', async () => {
    const document = await openFile('snap.req', `### it\nPOST ${server.url}/echo\n\n{"a":1}\n\n?? body matchesSnapshot ignoring headers\n`);
    const file = vscode.Uri.joinPath(document.uri, '../__snapshots__/snap.it.snap');
    const kept = async (): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    await vscode.commands.executeCommand('req.send', document.uri, 1);
    const first = await kept();
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(3).range, '{"a":22}');
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand('req.send', document.uri, 1);
    await until('the line is marked', () => vscode.languages.getDiagnostics(document.uri).some((d) => codeOf(d) === 'failed-assertion'));
    assert.equal(await kept(), first);
    const fix = (a: vscode.CodeAction): boolean => a.title.startsWith('Send again and update') && a.command !== undefined;
    const { command } = await codeAction(document, 'matchesSnapshot', fix);
    assert.ok(command);
    await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    assert.notEqual(await kept(), first);
    await until('no line is marked', () => !vscode.languages.getDiagnostics(document.uri).some((d) => codeOf(d) === 'failed-assertion'));
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(document.uri, '../__snapshots__'), { recursive: true });
  });
});
