import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { afterEdit, failedLines, type FailedLine } from '../../src/response/bodyText/failedLines.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { openFile, send } from './workspaceFile.ts';

describe('the lines of failed tests', () => {
  const lines: readonly FailedLine[] = [
    { line: 2, message: 'a' },
    { line: 5, message: 'b' },
  ];
  const shown = (all: readonly FailedLine[]): string => all.map(({ line, message }) => `${line}${message}`).join(' ');

  it('move with the text and go when they are edited', () => {
    assert.equal(shown(afterEdit(lines, { first: 5, last: 5, breaks: 0, isBefore: false })), '2a');
    assert.equal(shown(afterEdit(lines, { first: 3, last: 3, breaks: 2, isBefore: false })), '2a 7b');
    assert.equal(shown(afterEdit(lines, { first: 3, last: 4, breaks: 0, isBefore: false })), '2a 4b');
    assert.equal(shown(afterEdit(lines, { first: 2, last: 2, breaks: 1, isBefore: true })), '3a 6b');
    assert.equal(shown(afterEdit(lines, { first: 0, last: 9, breaks: 0, isBefore: false })), '');
  });

  it('are those of this file whose assertion is still there', () => {
    const test = { name: 'status == 1', passed: false, message: 'no', line: 1 };
    const text = (line: number): string | undefined => ['?? status == 1', '?? status == 2', '  tool.expect(1)'][line];
    const of = (more: object): string => shown(failedLines([{ ...test, ...more }], '/a.req', text));
    assert.equal(of({}), '0status == 1: no');
    assert.equal(of({ line: 2 }), '');
    assert.equal(of({ line: 3, name: 't' }), '2t: no');
    assert.equal(of({ line: 9 }), '');
    assert.equal(of({ passed: true }), '');
    assert.equal(of({ file: '/b.req' }), '');
  });
});

describe('a failed assertion in the editor', () => {
  let recorder: Recorder;
  before(async () => {
    recorder = await startRecorder();
  });
  after(() => recorder.close());

  it('is marked until the line is edited or the request is sent again', async () => {
    const document = await openFile('failing.req', `GET ${recorder.url}/failing\n\n?? status == 299\n?? size == -1\n`);
    const marked = (): string =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter((d) => d.code === 'failed-assertion')
        .map((d) => `${d.range.start.line} ${d.message}`)
        .join('; ');
    await send(document, '/failing');
    await until('the lines are marked', () => marked() !== '');
    assert.match(marked(), /^2 status == 299: expected 299, got \d+; 3 size == -1: expected -1, got \d+$/);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(3, 13), ' ');
    edit.insert(document.uri, new vscode.Position(0, 0), '# above\n');
    await vscode.workspace.applyEdit(edit);
    await until('the mark has moved', () => marked().startsWith('3 '));
    assert.match(marked(), /^3 status == 299: [^;]*$/);
    const mend = new vscode.WorkspaceEdit();
    mend.replace(document.uri, new vscode.Range(3, 0, 4, 20), '?? status < 299');
    await vscode.workspace.applyEdit(mend);
    await send(document, '/failing');
    assert.equal(marked(), '');
  });
});
