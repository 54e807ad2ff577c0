import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openFile } from './workspaceFile.ts';

describe('values behind placeholders', () => {
  const setting = (value: string | undefined): Thenable<void> =>
    vscode.workspace.getConfiguration().update('req.inlayHints', value, vscode.ConfigurationTarget.Global);
  after(() => setting(undefined));

  it('are shown if the setting is on, with masked secrets', async () => {
    const document = await openFile('hints.req', '@a = one\nGET http://h/{{a}}\nX-Key: {{$secret.K}} {{a}}\n');
    const hints = async (): Promise<readonly string[]> => {
      const range = new vscode.Range(0, 0, document.lineCount, 0);
      const found = await vscode.commands.executeCommand<vscode.InlayHint[]>('vscode.executeInlayHintProvider', document.uri, range);
      return found.map((h) => `${h.position.line}:${h.position.character} ${typeof h.label === 'string' ? h.label : ''}`);
    };
    assert.deepEqual(await hints(), []);
    await setting('urls');
    assert.deepEqual(await hints(), ['1:18 = one']);
    await setting('on');
    assert.deepEqual(await hints(), ['1:18 = one', '2:20 = •••', '2:26 = one']);
  });
});
