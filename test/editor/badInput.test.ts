import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { codeOf, lenses, openFile, send } from './workspaceFile.ts';

describe('a file that cannot be sent as it was meant', () => {
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
  });

  after(() => recorder.close());

  for (const [what, text, line] of [
    ['a line that is no header', (url: string) => `GET ${url}/x\nAccept application/json\n`, 2],
    ['a script that is not closed', (url: string) => `GET ${url}/x\n\n> {%\n  tool.setVar("a", 1);\n`, 3],
    ['a check that cannot be read', (url: string) => `GET ${url}/x\n\n?? status = 200\n`, 3],
    ['a script around all requests that is not closed', (url: string) => `< {%\n  1\n\n### x\nGET ${url}/x\n`, 1],
  ] as const) {
    it(`is refused at its line for ${what}`, async () => {
      const document = await openFile('refused.req', text(recorder.url));
      const { outcome, failure } = await send(document, 'GET');
      assert.equal(outcome, 'failed');
      assert.deepEqual([failure?.kind, failure?.at?.line], ['parse', line]);
      assert.equal(recorder.requests.length, 0);
    });
  }

  it('has its lens, with the reason, if a file around it cannot be read', async () => {
    const { uri } = await openFile('shut/a.req', `GET ${recorder.url}/x\n`);
    const around = vscode.Uri.joinPath(uri, '../folder.req');
    await vscode.workspace.fs.createDirectory(around);
    try {
      const document = await openFile('shut/b.req', `GET ${recorder.url}/x\n`);
      assert.deepEqual(await lenses(document), ['Send']);
      // The user gets a message; nothing ran.
      assert.equal(await send(document, 'GET'), undefined);
      assert.equal(recorder.requests.length, 0);
    } finally {
      await vscode.workspace.fs.delete(around, { recursive: true });
    }
    const document = await openFile('shut/c.req', `GET ${recorder.url}/x\n`);
    assert.equal((await send(document, 'GET')).outcome, 'complete');
    recorder.requests.splice(0);
  });

  it('is marked and refused where it is not UTF-8, but not for the replacement character itself', async () => {
    const uri = vscode.Uri.joinPath((await openFile('plain.req', 'GET http://h\n')).uri, '../latin.req');
    const request = (path: string): string => `GET ${recorder.url}/${path}\nX-Place: `;
    const bytes = Buffer.concat([Buffer.from(request('bad')), Buffer.from([0xfc]), Buffer.from(`\n\n###\n${request('good')}ü\n`)]);
    await vscode.workspace.fs.writeFile(uri, bytes);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const [problem] = await until('the place is marked', () => {
      const found = vscode.languages.getDiagnostics(uri);
      return found.length > 0 && found;
    });
    assert.deepEqual([problem && codeOf(problem), problem?.range.start.line], ['encoding', 1]);
    const { failure } = await send(document, '/bad');
    assert.deepEqual([failure?.kind, failure?.at?.line], ['parse', 2]);
    assert.equal(recorder.requests.length, 0);
    assert.equal((await send(document, '/good')).outcome, 'complete');
    const meant = await openFile('meant.req', `POST ${recorder.url}/meant\n\n\uFFFD\n`);
    assert.equal((await send(meant, '/meant')).outcome, 'complete');
    assert.equal(recorder.requests.at(-1)?.body, '\uFFFD');
  });
});
