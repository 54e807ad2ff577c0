import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { lenses, openFile, positionOf } from './workspaceFile.ts';

const run = <T>(command: string, ...args: readonly unknown[]): Thenable<T> => vscode.commands.executeCommand<T>(command, ...args);

/** `name:line "text there"`, lines from 1. */
async function shown({ uri, range }: vscode.Location): Promise<string> {
  const document = await vscode.workspace.openTextDocument(uri);
  return `${uri.path.split('/').pop()}:${range.start.line + 1} ${JSON.stringify(document.getText(range))}`;
}

const text = `@navHost = http://127.0.0.1:1
# About https://example.com/docs
# and more

### nav login
GET {{navHost}}/login
Accept: text/plain

### nav user
# @ref nav login
POST {{navHost}}/user
Content-Type: application/json

{
  "list": [
    "{{navHost}}"
  ]
}
`;

describe('finding one’s way through a .req file', () => {
  let document: vscode.TextDocument;

  before(async () => {
    await openFile('http-client.env.json', '{"navDev": {"navHost": "http://127.0.0.1:2"}}\n');
    await openFile('nav-other.req', 'GET {{navToken}}\n\n> {%\n  tool.setVar("navToken", 1);\n%}\n');
    document = await openFile('nav.req', text);
  });

  after(async () => {
    // Other suites have no environments.
    for (const name of ['http-client.env.json', 'nav.req', 'nav-other.req'])
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri as vscode.Uri, name));
  });

  it('goes to the definition of a variable and of a request', async () => {
    const links = await run<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'navHost}}/login'),
    );
    assert.equal(links[0]?.targetRange.start.line, 0);
    const ref = positionOf(document, 'nav login\nPOST');
    const request = await run<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document.uri, ref);
    assert.deepEqual(
      request.map((l) => l.targetRange.start.line),
      [4],
    );
  });

  it('finds every reference, in environment files too', async () => {
    const found = await run<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, positionOf(document, 'navHost'));
    assert.deepEqual(await Promise.all(found.map(shown)), [
      'http-client.env.json:1 "navHost"',
      'nav.req:1 "navHost"',
      'nav.req:6 "navHost"',
      'nav.req:11 "navHost"',
      'nav.req:16 "navHost"',
    ]);
  });

  it('marks the places of a name in the file, the definition as written', async () => {
    const at = positionOf(document, 'navHost}}/user');
    const found = await run<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', document.uri, at);
    assert.deepEqual(
      found.map((h) => h.kind),
      [1, 0, 0, 0].map((write) => (write === 1 ? vscode.DocumentHighlightKind.Write : vscode.DocumentHighlightKind.Read)),
    );
  });

  it('renames a variable in unsaved text, other files and environment files at once, or reports why not', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# unsaved\n');
    await vscode.workspace.applyEdit(edit);
    const at = positionOf(document, 'navHost');
    const rename = await run<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, 'navServer');
    assert.deepEqual(
      rename.entries().map(([uri, edits]) => `${uri.path.split('/').pop()} ${edits.length}`),
      ['nav.req 4', 'http-client.env.json 1'],
    );
    assert.ok(await vscode.workspace.applyEdit(rename));
    assert.equal(document.getText(), `# unsaved\n${text.replaceAll('navHost', 'navServer')}`);
    const environments = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(document.uri, '../http-client.env.json'));
    assert.equal(environments.getText(), '{"navDev": {"navServer": "http://127.0.0.1:2"}}\n');
    await assert.rejects(Promise.resolve(run('vscode.executeDocumentRenameProvider', document.uri, at, 'no name')), /letters, digits/);
    const back = await run<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, 'navHost');
    await vscode.workspace.applyEdit(back);
    await document.save();
  });

  it('renames in an untitled file', async () => {
    const untitled = await vscode.workspace.openTextDocument({ language: 'req', content: '@navOwn = 1\nGET {{navOwn}}\n' });
    const rename = await run<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      untitled.uri,
      new vscode.Position(0, 2),
      'navMine',
    );
    await vscode.workspace.applyEdit(rename);
    assert.equal(untitled.getText(), '@navMine = 1\nGET {{navMine}}\n');
  });

  it('has an outline, and finds requests of the workspace by name', async () => {
    const outline = await run<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', document.uri);
    assert.deepEqual(
      outline.map((s) => `${s.name} ${s.detail}`),
      ['navHost http://127.0.0.1:1', 'nav login GET {{navHost}}/login', 'nav user POST {{navHost}}/user'],
    );
    const found = await run<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'navuser');
    assert.ok(found.some((s) => s.name === 'nav user' && s.location.uri.path.endsWith('/nav.req')));
  });

  it('folds, grows selections and leads to URLs', async () => {
    const folds = await run<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', document.uri);
    const lines = document.getText().split('\n');
    const shownFolds = folds.map((f) => `${lines[f.start]} … ${lines[f.end]}`);
    for (const expected of ['### nav login … Accept: text/plain', '### nav user … }', '{ …   ]', '  "list": [ …     "{{navHost}}"'])
      assert.ok(shownFolds.includes(expected), `${expected} in ${shownFolds.join('\n')}`);
    const [selection] = await run<vscode.SelectionRange[]>('vscode.executeSelectionRangeProvider', document.uri, [
      positionOf(document, 'navHost}}"'),
    ]);
    const grown: string[] = [];
    for (let s = selection; s !== undefined; s = s.parent) grown.push(document.getText(s.range));
    // VS Code begins with the parts of a word.
    assert.deepEqual(grown.slice(grown.indexOf('navHost')).slice(0, 3), ['navHost', '{{navHost}}', '"{{navHost}}"']);
    const links = await run<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    assert.ok(links.some((l) => l.target?.toString() === 'https://example.com/docs'));
  });

  it('counts references above names only if the setting is on', async () => {
    assert.deepEqual(await lenses(document), ['Send', 'Send']);
    const settings = vscode.workspace.getConfiguration();
    await settings.update('req.codeLens.references', true, vscode.ConfigurationTarget.Workspace);
    try {
      const found = await until('the counts are there', async () => {
        const titles = await lenses(document);
        return titles.length > 2 && titles;
      });
      assert.deepEqual(found, ['3 references', '1 reference', 'Send', 'Send']);
    } finally {
      await settings.update('req.codeLens.references', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });
});
