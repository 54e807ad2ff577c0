import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension', () => {
  it('activates', async () => {
    const extension = vscode.extensions.getExtension('req-client.req-client');
    assert.ok(extension, 'it is not there');
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('sets the language of .req files', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'GET https://example.test\n', language: 'req' });
    assert.equal(document.languageId, 'req');
    const [file] = await vscode.workspace.findFiles('**/*.req', undefined, 1);
    assert.ok(file, 'the workspace has no .req file');
    assert.equal((await vscode.workspace.openTextDocument(file)).languageId, 'req');
  });
});
