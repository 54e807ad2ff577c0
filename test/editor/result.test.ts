import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openFile, send } from './workspaceFile.ts';

describe('the result at the request', () => {
  let recorder: Recorder;
  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  const lenses = async (document: vscode.TextDocument): Promise<readonly vscode.Command[]> =>
    (await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri)).flatMap(
      (l) => l.command ?? [],
    );
  const resultOf = async (document: vscode.TextDocument): Promise<vscode.Command | undefined> =>
    (await lenses(document)).find(({ command }) => command === 'req.showResponse');

  it('is a lens beside Send with status, time and tests, which shows the response', async () => {
    const document = await openFile('result.req', `### One\nGET ${recorder.url}/result\n\n?? status == 200\n?? status == 299\n`);
    assert.equal(await resultOf(document), undefined);
    await send(document, '/result');
    await until('the lens is there', async () => (await resultOf(document)) !== undefined);
    const result = await resultOf(document);
    assert.match(result?.title ?? '', /^200 · .* m?s · 1 of 2 ✓$/);
    assert.ok((await lenses(document)).some(({ command }) => command === 'req.send'));
    await vscode.commands.executeCommand('req.showResponse', ...(result?.arguments ?? []));
    await until('the panel has the focus', () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Response: One');
  });

  it('can be previewed before sending: the message, live, without a question and without sending', async () => {
    const before = recorder.requests.length;
    const document = await openFile(
      'preview.req',
      `@secretless = plain\n# @ref first\nPOST ${recorder.url}/preview/{{?id}}?k={{$secret.PREVIEW_KEY}}\nX-Port: {{secretless}}\nX-Token: {{token}}\n\n{ "at": "{{?when}}" }\n###\n# @name first\nGET ${recorder.url}/first\n\n@token << body.token\n`,
    );
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('req.previewRequest', document.uri, 2);
    const preview = (): string => vscode.workspace.textDocuments.find((d) => d.uri.scheme === 'req-preview')?.getText() ?? '';
    await until('the preview is there', () => preview().startsWith('POST '));
    const groupOf = (label: string): number | undefined =>
      vscode.window.tabGroups.all.find(({ tabs }) => tabs.some((tab) => tab.label === label))?.viewColumn;
    // The group of responses is locked, so VS Code would open a third one beside the editor.
    assert.equal(groupOf('Request Preview'), groupOf('Response: One'));
    // It is colored, but has no lenses or problems of a request file.
    assert.equal(vscode.workspace.textDocuments.find((d) => d.uri.scheme === 'req-preview')?.languageId, 'req-message');
    assert.match(preview(), /^POST \/preview\/‹asked when sending›\?k=••• HTTP\/1\.1\n/);
    assert.match(
      preview(),
      /\nX-Port: plain\nX-Token: ‹from a request sent first›\n[^]*\nContent-Length: …\n\n\{ "at": "‹asked when sending›" \}$/,
    );
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, '@secretless = plain'.length), 'er');
    await vscode.workspace.applyEdit(edit);
    await until('the preview follows', () => preview().includes('\nX-Port: plainer\n'));
    assert.equal(recorder.requests.length, before);
  });

  it('shows in the preview why the request cannot be sent', async () => {
    const document = await openFile('preview.req', `GET ${recorder.url}/{{nobodyDefinesThis}}\n`);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('req.previewRequest', document.uri, 0);
    const preview = (): string => vscode.workspace.textDocuments.find((d) => d.uri.scheme === 'req-preview')?.getText() ?? '';
    await until('the preview is there', () => preview().includes('nobodyDefinesThis is not defined'));
  });
});
