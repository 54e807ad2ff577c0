import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openFile } from './workspaceFile.ts';

describe('Req: Make Schema of Response', () => {
  let recorder: Recorder;
  before(async () => {
    const body = '{"users": [{"id": 1, "mail": "a@example.com"}, {"id": 2}]}';
    recorder = await startRecorder(
      () => `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  });
  after(() => recorder.close());

  it('writes the schema beside the request, and an assertion that holds', async () => {
    const document = await openFile('made.req', `### All users\nGET ${recorder.url}/users\n`);
    const file = vscode.Uri.joinPath(document.uri, '../all-users.schema.json');
    await vscode.commands.executeCommand('req.send', document.uri, 1);
    await vscode.commands.executeCommand('req.makeSchema');
    await until('the assertion is there', () => document.getText().includes('?? body matchesSchema ./all-users.schema.json'));
    const schema = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))) as {
      readonly properties: { readonly users: { readonly items: object } };
    };
    assert.deepEqual(schema.properties.users.items, {
      type: 'object',
      properties: { id: { type: 'integer' }, mail: { type: 'string', format: 'email' } },
      required: ['id'],
    });
    await vscode.commands.executeCommand('req.send', document.uri, 1);
    assert.deepEqual(
      vscode.languages.getDiagnostics(document.uri).map((d) => d.message),
      [],
    );
    await vscode.workspace.fs.delete(file);
  });
});
