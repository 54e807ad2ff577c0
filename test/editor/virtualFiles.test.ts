import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { FilesInMemory } from './filesInMemory.ts';
import { codeOf, hoverText, send } from './workspaceFile.ts';

describe('a file in a virtual file system', () => {
  let recorder: Recorder;
  let registered: vscode.Disposable;

  before(async () => {
    recorder = await startRecorder();
    registered = vscode.workspace.registerFileSystemProvider(
      'reqmemory',
      new FilesInMemory({
        '/api/collection.req': `@host = ${recorder.url}\n`,
        '/api/http-client.env.json': '{"dev": {"a": 1}}',
        '/api/users/get.req': 'GET {{host}}/{{missing}}\n\n### Upload\nPOST {{host}}/upload\n\n<@ ./body.txt\n',
        '/api/users/body.txt': 'from memory',
      }),
    );
  });

  after(async () => {
    registered.dispose();
    await recorder.close();
  });

  it('has its collection around it, in hovers, problems and when it is sent, with the files it names', async () => {
    const uri = vscode.Uri.from({ scheme: 'reqmemory', path: '/api/users/get.req' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('the hover', async () => /collection\.req:1/.test(await hoverText(document, '{{host}}')));
    await until('the problem', () => vscode.languages.getDiagnostics(uri).some((d) => codeOf(d) === 'undefined-variable'));
    const summary = await send(document, 'POST {{host}}');
    assert.deepEqual([summary.outcome, summary.failure], ['complete', null]);
    assert.equal(recorder.requests.at(-1)?.body.toString(), 'from memory');
  });
});
