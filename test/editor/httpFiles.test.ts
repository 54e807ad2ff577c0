import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { otherClientIn } from '../../src/editor/world/httpFiles.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { codeAction, codeOf, hoverText, lenses, openFile, positionOf, send, writeFile } from './workspaceFile.ts';

const text = (url: string): string =>
  [
    `@base = ${url}`,
    '',
    '### one',
    'POST {{base}}/echo',
    '    ?q={{$shared  q}}',
    'Content-Type: text/plain',
    '',
    '# not sent',
    'a',
    '',
    '### two',
    'GET {{base}}/echo',
    'X-Id: {{$what(3)}}',
    '',
    '### three',
    'GRPC localhost:1/x.Y/Z',
    '',
  ].join('\n');

const set = (value: string | undefined): Thenable<void> =>
  vscode.workspace.getConfiguration().update('req.http.enabled', value, vscode.ConfigurationTarget.Workspace);

describe('a .http file in the editor', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
    await vscode.extensions.getExtension('req-client.req-client')?.activate();
  });

  after(async () => {
    await set(undefined);
    await server.close();
  });

  it('has lenses, problems, hovers and symbols at its lines, and sends as its client does', async () => {
    await writeFile('http/http-client.env.json', '{"$shared": {"q": "k-1"}}');
    const document = await openFile('http/a.http', text(server.url));
    assert.equal(document.languageId, 'http');
    await until('it has lenses', async () => (await lenses(document)).length > 0 || undefined);
    assert.deepEqual(await lenses(document), ['Send', 'Send']);
    const problems = await until('it has problems', () => {
      const found = vscode.languages.getDiagnostics(document.uri);
      return found.length > 1 ? found : undefined;
    });
    assert.deepEqual(
      problems.map((d) => `${codeOf(d)} ${document.getText(d.range)}`),
      ['dialect GRPC localhost:1/x.Y/Z', 'unknown-dynamic {{$what(3)}}'],
    );
    assert.match(await hoverText(document, '{{$shared  q}}', 11), /k-1/);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.ok(
      symbols.some((s) => s.name === 'one' && s.range.start.line === 2),
      JSON.stringify(symbols),
    );
    const { outcome } = await send(document, 'POST {{base}}');
    assert.equal(outcome, 'complete');
    const sent = server.requests.at(-1);
    assert.deepEqual([sent?.target, sent?.body.toString()], ['/echo?q=k-1', 'a']);
    await until('the result is at its line', async () => (await lenses(document)).some((l) => l.startsWith('200')) || undefined);
  });

  it('has colors for methods, headers, comments and placeholders, in the order of the file', async () => {
    const document = await openFile('http/b.http', '# c\nGET http://h/{{$shared  q}}\nX-A: 1\n');
    await until('it has lenses', async () => (await lenses(document)).length > 0 || undefined);
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      'vscode.provideDocumentSemanticTokensLegend',
      document.uri,
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri);
    let [line, column] = [0, 0];
    const found: string[] = [];
    for (let i = 0; i < tokens.data.length; i += 5) {
      const [lines = 0, columns = 0, length = 0, type = 0] = tokens.data.slice(i, i + 5);
      column = lines === 0 ? column + columns : columns;
      line += lines;
      found.push(`${legend.tokenTypes[type]} ${document.lineAt(line).text.slice(column, column + length)}`);
    }
    assert.deepEqual(found.slice(0, 2), ['comment # c', 'keyword GET']);
    assert.ok(found.includes('reqVariable q') || found.includes('reqUndefined q'), found.join());
    assert.ok(found.includes('property X-A'), found.join());
  });

  it('offers the values and directives of its client, and none that only Req has', async () => {
    const document = await openFile('http/c.http', '@mine = 1\n\n###\nGET http://h/{{\n\n###\n# @\nGET http://h/\n');
    await until('it has lenses', async () => (await lenses(document)).length > 0 || undefined);
    const offered = async (at: vscode.Position): Promise<readonly string[]> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    const labels = await offered(positionOf(document, '{{').translate(0, 2));
    assert.ok(labels.includes('mine') && labels.includes('$guid'), labels.join());
    assert.ok(!labels.some((l) => l.startsWith('$secret') || l.startsWith('$env')), labels.join());
    assert.ok(!(await offered(positionOf(document, '# @').translate(0, 3))).includes('@timeout'));
  });

  it('is converted only after a preview of the difference', async () => {
    const document = await openFile('http/d.http', 'GET http://h/{{$shared q}}\n');
    await codeAction(document, 'GET', (a) => a.command?.command === 'req.convertHttp');
    const { showInformationMessage } = vscode.window;
    let answer: ((value: string | undefined) => void) | undefined;
    const asked: string[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: (message: string, ...items: readonly string[]) => {
        asked.push(message);
        return new Promise((resolve) => (answer = () => resolve(items[0])));
      },
    });
    try {
      const done = vscode.commands.executeCommand('req.convertHttp', document.uri);
      await until(
        'the difference is shown',
        () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff || undefined,
      );
      await until('it asks', () => answer);
      const target = vscode.Uri.joinPath(document.uri, '..', 'd.req');
      await assert.rejects(async () => vscode.workspace.fs.stat(target));
      assert.match(asked.join(), /Nothing is written yet\. d\.req/);
      answer?.('');
      await done;
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(target)), 'GET http://h/{{q}}\n');
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
  });

  it('belongs to another extension that contributes the language or the file, and its keys stay with it', () => {
    const named = (id: string, contributes: object, displayName?: string): { id: string; packageJSON: object } => ({
      id,
      packageJSON: { contributes, ...(displayName === undefined ? {} : { displayName }) },
    });
    const own = named('req-client.req-client', { languages: [{ id: 'http' }] });
    assert.equal(
      otherClientIn([own, named('a.b', {}), named('c.d', { languages: [{ id: 'yaml', extensions: ['.yaml'] }] })], own.id),
      undefined,
    );
    assert.equal(otherClientIn([own, named('humao.rest-client', { languages: [{ id: 'http' }] }, 'REST Client')], own.id), 'REST Client');
    assert.equal(otherClientIn([named('x.y', { languages: [{ id: 'other', extensions: ['.http'] }] }, '%name%'), own], own.id), 'x.y');
    const manifest = vscode.extensions.getExtension('req-client.req-client')?.packageJSON as {
      contributes: { keybindings: readonly { key: string; when: string }[] };
    };
    for (const { key, when } of manifest.contributes.keybindings)
      if (key.startsWith('ctrl+alt+') && when.includes('== http')) assert.match(when, /editorLangId == http && req\.httpKeys$/, key);
  });

  it('has none of this while req.http.enabled is off', async () => {
    const document = await openFile('http/e.http', 'GET http://h/{{gone}}\n');
    await until('it has a problem', () => vscode.languages.getDiagnostics(document.uri).length > 0 || undefined);
    await set('off');
    await until('it has no problem', () => vscode.languages.getDiagnostics(document.uri).length === 0 || undefined);
    assert.deepEqual(await lenses(document), []);
    await set('on');
    await until('it has lenses again', async () => (await lenses(document)).length > 0 || undefined);
  });
});
