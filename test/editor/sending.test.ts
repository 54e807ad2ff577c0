import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { startStreamServer } from '../support/streamServer.ts';
import { until } from '../support/until.ts';
import { hoverText, lenses, openFile, positionOf, send, type Summary } from './workspaceFile.ts';

describe('sending from a .req editor', () => {
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
  });

  after(() => recorder.close());

  it('sends unsaved text', async () => {
    const document = await openFile('unsaved.req', `GET ${recorder.url}/saved\n`);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 1, 0), `GET ${recorder.url}/unsaved\n`);
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    await send(document, '/unsaved');
    assert.equal(recorder.requests.at(-1)?.target, '/unsaved');
  });

  it('sends the request at the cursor with the command alone', async () => {
    const document = await openFile('cursor.req', `### a\nGET ${recorder.url}/a\n\n### b\nGET ${recorder.url}/b\n`);
    const editor = await vscode.window.showTextDocument(document);
    const at = positionOf(document, '/b');
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('req.send');
    assert.equal(recorder.requests.at(-1)?.target, '/b');
  });

  it('sends the requests of a script and of @ref in other files, with their unsaved text', async () => {
    const other = await openFile('named/other.req', `# @name elsewhere\nGET ${recorder.url}/saved\n`);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(other.uri, new vscode.Range(1, 0, 2, 0), `GET ${recorder.url}/elsewhere\n`);
    await vscode.workspace.applyEdit(edit);
    assert.ok(other.isDirty);
    const document = await openFile(
      'named.req',
      `### by ref\n# @ref elsewhere\nGET ${recorder.url}/ref\n\n### by script\n< {%\n  const { status } = await tool.send("elsewhere");\n  request.url += status;\n%}\nGET ${recorder.url}/script\n`,
    );
    for (const line of ['/ref', '/script']) assert.equal((await send(document, line)).failure, null);
    assert.deepEqual(
      recorder.requests.slice(-4).map((r) => r.target),
      ['/elsewhere', '/ref', '/elsewhere', '/script200'],
    );
    const { failure } = await send(
      await openFile('unnamed.req', `< {%\n  await tool.send("nowhere");\n%}\nGET ${recorder.url}/\n`),
      'GET ',
    );
    assert.match(failure?.message ?? '', /no request named nowhere/);
    assert.equal(failure?.at?.line, 2);
  });

  it('lists every undefined placeholder with its line and sends nothing', async () => {
    const before = recorder.requests.length;
    const document = await openFile(
      'undefined.req',
      `@email = a@b\n\n### x\nPOST ${recorder.url}/{{missingPath}}\nX-A: {{emial}}\n\n{"a": "{{missingBody.deep}}"}\n`,
    );
    const { outcome, failure } = await send(document, 'POST ');
    assert.equal(outcome, 'failed');
    assert.equal(failure?.kind, 'undefined-variable');
    assert.match(failure.message, /line 4: .*missingPath/);
    assert.match(failure.message, /line 5: .*emial.*did you mean email/);
    assert.match(failure.message, /line 7: .*missingBody/);
    assert.equal(recorder.requests.length, before);
  });

  it('keeps highlighting, hovering and sending the first and third request when the second has a syntax error', async () => {
    const text = `@who = Ada\n\n### first\nGET ${recorder.url}/first/{{who}}\n\n### second\nPOST ${recorder.url}/second\nthis is no header\n< {%\n\n### third\nGET ${recorder.url}/third/{{who}}\n`;
    const document = await openFile('broken.req', text);
    assert.match(await hoverText(document, '{{who}}'), /Ada/);
    assert.equal((await send(document, '/first')).outcome, 'complete');
    assert.equal((await send(document, '/third')).outcome, 'complete');
    assert.equal(recorder.requests.at(-1)?.target, '/third/Ada');
    assert.equal((await lenses(document)).filter((title) => title.startsWith('Send')).length, 3);
    const problems = await until('the error of the second request is reported', () => {
      const errors = vscode.languages.getDiagnostics(document.uri).filter((d) => d.severity === vscode.DiagnosticSeverity.Error);
      return errors.length > 0 && errors;
    });
    assert.ok(
      problems.every((d) => d.range.start.line >= 7 && d.range.start.line <= 9),
      JSON.stringify(problems),
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri);
    assert.equal(tokens.data.length / 5, 2);
  });

  it('sets a variable for every later request of the collection, in any file, with its type', async () => {
    const one = await openFile('vars-one.req', `GET ${recorder.url}/one\n\n> {%\n  tool.setVar("shared", { n: 5, list: [1, 2] });\n%}\n`);
    await send(one, '/one');
    const two = await openFile('vars-two.req', `POST ${recorder.url}/two\n\n{{shared}}\n`);
    assert.match(await hoverText(two, '{{shared}}'), /object[^]*"list": \[[^]*vars-one\.req:4/);
    await send(two, '/two');
    assert.equal(recorder.requests.at(-1)?.body, '{"n":5,"list":[1,2]}');
  });

  it('shows Cancel in place of Send while a request runs; Cancel ends it and the server sees the socket close', async () => {
    const server = await startStreamServer();
    try {
      const document = await openFile('cancel.req', `GET ${server.url}/feed\nAccept: text/event-stream\n`);
      assert.deepEqual(await lenses(document), ['Send stream']);
      const running = send(document, '/feed');
      await until('the lens is Cancel', async () => (await lenses(document))[0] === 'Cancel');
      const feed = await until('the stream is live', () => server.feeds[0]);
      feed.write('data: one\n\n');
      await vscode.commands.executeCommand('req.cancel', document.uri, 0);
      assert.equal((await running).outcome, 'cancelled');
      await until('the server sees the socket close', () => feed.closed);
      assert.equal((await lenses(document))[0], 'Send stream');
    } finally {
      server.close();
    }
  });

  it('ends the old stream before it sends the same request again', async () => {
    const server = await startStreamServer();
    try {
      const document = await openFile('again.req', `GET ${server.url}/feed\n`);
      const first = send(document, '/feed');
      await until('the first stream is live', () => server.feeds.length === 1);
      const second = send(document, '/feed');
      assert.equal((await first).outcome, 'cancelled');
      await until('the second stream is live', () => server.feeds.length === 2);
      assert.ok(server.feeds[0]?.closed, 'the old socket is still open');
      await vscode.commands.executeCommand('req.cancelAll');
      assert.equal((await second).outcome, 'cancelled');
    } finally {
      server.close();
    }
  });

  it('describes a server that is not reachable, in words', async () => {
    const document = await openFile('nobody.req', 'GET http://127.0.0.1:1/\n');
    const { outcome, failure }: Summary = await send(document, 'GET');
    assert.equal(outcome, 'failed');
    assert.equal(failure?.kind, 'network');
    assert.match(failure.message, /refused/i);
  });

  it('stops a script that loops for ever, and the next send works', async () => {
    await vscode.workspace.getConfiguration().update('req.scripts.timeLimit', 0.3, vscode.ConfigurationTarget.Workspace);
    try {
      const document = await openFile(
        'loop.req',
        `### loop\n< {%\n  for (;;) {}\n%}\nGET ${recorder.url}/loop\n\n### fine\nGET ${recorder.url}/fine\n`,
      );
      const { outcome, failure } = await send(document, '/loop');
      assert.equal(outcome, 'failed');
      assert.equal(failure?.kind, 'script');
      assert.equal((await send(document, '/fine')).outcome, 'complete');
    } finally {
      await vscode.workspace.getConfiguration().update('req.scripts.timeLimit', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
