import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { codeOf, openFile, positionOf } from './workspaceFile.ts';

/** The code actions at a text, with their edits resolved, once the problem there is shown. */
async function actionsAt(document: vscode.TextDocument, text: string, id: string): Promise<readonly vscode.CodeAction[]> {
  await until(`${id} is shown`, () => vscode.languages.getDiagnostics(document.uri).some((d) => codeOf(d) === id));
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
    // VS Code drops a request for fixes while an editor that was just opened still moves, and when the next request arrives. So each
    // attempt waits longer for its edit than the one before.
    let patienceMs = 25;
    await until('it is mended', async () => {
      patienceMs *= 2;
      await vscode.commands.executeCommand('editor.action.fixAll');
      const isMended = (): boolean => document.getText() === 'GET http://h/\n\n###\nGETT http://h/\n';
      for (const end = Date.now() + patienceMs; !isMended() && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 10));
      return isMended();
    });
  });

  it('move a secret out of the file into the secret storage', async () => {
    const secret = ['ghp', 'k2J9fQ7LmZ4xW8vT1rYcB6nH3dP5sG0uXeAi'].join('_');
    const document = await openFile('secret.req', `@token = ${secret}\nGET http://127.0.0.1:1/{{token}}\n`);
    const action = titled(await actionsAt(document, 'ghp_', 'possible-secret'), 'Move to the secret storage as token');
    assert.equal(action.edit, undefined);
    const { command, arguments: args = [] } = action.command as vscode.Command;
    await vscode.commands.executeCommand(command, ...(args as unknown[]));
    assert.equal(document.getText(), '@token = {{$secret.token}}\nGET http://127.0.0.1:1/{{token}}\n');
    await vscode.commands.executeCommand('workbench.action.files.save');
  });

  it('move a secret out of an environment file into its private twin', async () => {
    const secret = ['ghp', 'k2J9fQ7LmZ4xW8vT1rYcB6nH3dP5sG0uXeAi'].join('_');
    const environments = await openFile('moving/http-client.env.json', `{"dev": {"token": "${secret}", "a": 1}}\n`);
    const twin = vscode.Uri.joinPath(environments.uri, '../http-client.private.env.json');
    // Their problems are reported while a file of their folder is open.
    await openFile('moving/a.req', 'GET http://h/{{token}}\n');
    const action = titled(await actionsAt(environments, secret, 'possible-secret'), 'Move token to http-client.private.env.json');
    await vscode.workspace.applyEdit(action.edit as vscode.WorkspaceEdit);
    assert.equal(environments.getText(), '{"dev": {"a": 1}}\n');
    const made = await vscode.workspace.openTextDocument(twin);
    assert.match(made.getText(), new RegExp(secret));
    await until('the problem is gone', () => vscode.languages.getDiagnostics(environments.uri).length === 0);
    for (const document of [environments, made]) await document.save();
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(environments.uri, '..'), { recursive: true });
  });
});

describe('problems in the editor', () => {
  it('link to their section of the documentation, fade unused names, and link to the other place', async () => {
    const document = await openFile('links.req', '@a = 1\n@a = 2\nGET http://h/{{a}}\n');
    const [problem] = await until('the problem', () => {
      const found = vscode.languages.getDiagnostics(document.uri).filter((d) => codeOf(d) === 'duplicate-variable');
      return found.length > 0 && found;
    });
    assert.deepEqual(problem?.tags, [vscode.DiagnosticTag.Unnecessary]);
    const [related] = problem.relatedInformation ?? [];
    assert.equal(related?.location.uri.toString(), document.uri.toString());
    assert.equal(related.location.range.start.line, 1);
    const { target } = problem.code as { target: vscode.Uri };
    const page = await vscode.workspace.openTextDocument(target.with({ fragment: '' }));
    assert.equal(page.lineAt(Number(target.fragment.slice(1)) - 1).text, '## duplicate-variable');
  });
});
