import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { codeAction, openFile, positionOf } from './workspaceFile.ts';

describe('scripts of other clients in the editor', () => {
  it('are rewritten by Translate to Req', async () => {
    const text = 'GET http://h/\n\n> {%\npm.test("a", () => pm.response.to.have.status(200));\n%}\n';
    const document = await openFile('translated.req', text);
    const isWanted = (a: vscode.CodeAction): boolean => a.title === 'Translate to Req';
    const { edit } = await codeAction(document, 'pm.test', isWanted, { kind: vscode.CodeActionKind.RefactorRewrite, resolved: 10 });
    assert.ok(edit);
    await vscode.workspace.applyEdit(edit);
    assert.equal(
      document.getText(),
      text.replace('pm.test', 'tool.test').replace('pm.response.to.have.status(200)', 'tool.expect(response.status).to.equal(200)'),
    );
  });

  it('have completion for pm and bru', async () => {
    const document = await openFile('foreign.req', 'GET http://h/\n\n> {%\npm.environment.\n%}\n\n> {%\nres.\n%}\n');
    const offered = async (text: string): Promise<readonly string[]> => {
      const place = positionOf(document, text).translate(0, text.length);
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        place,
        '.',
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    await until('pm.environment.replaceIn is offered', async () => (await offered('pm.environment.')).includes('replaceIn'));
    await until('res.getStatus is offered', async () => (await offered('res.')).includes('getStatus'));
  });
});
