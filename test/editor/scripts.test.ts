import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { hoverText, openFile, positionOf } from './workspaceFile.ts';

const file = (script: string, eol = '\n'): string =>
  [
    '###',
    'GET http://localhost/ bad line',
    '',
    '> {%',
    ...script.split('\n'),
    '%}',
    '',
    '### next',
    '< {%',
    'response.status',
    '%}',
    'GET http://h/',
    '',
  ].join(eol);

async function completions(document: vscode.TextDocument, behind: string, resolve = 0): Promise<readonly vscode.CompletionItem[]> {
  const at = positionOf(document, behind).translate(0, behind.length);
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    at,
    undefined,
    resolve,
  );
  return list.items;
}

const labelOf = ({ label }: vscode.CompletionItem): string => (typeof label === 'string' ? label : label.label);
const labels = async (document: vscode.TextDocument, behind: string): Promise<readonly string[]> =>
  (await completions(document, behind)).map(labelOf);

/** The editor's diagnostics for scripts, as `line severity source code message`. */
const problems = (document: vscode.TextDocument): readonly string[] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter((d) => d.source === 'ts')
    .map(
      (d) => `${d.range.start.line + 1} ${document.getText(d.range)} ${vscode.DiagnosticSeverity[d.severity]} ${d.source}: ${d.message}`,
    );

function putCursor(document: vscode.TextDocument, text: string): void {
  const editor = vscode.window.visibleTextEditors.find((e) => e.document === document) ?? assert.fail('no editor shows it');
  editor.selection = new vscode.Selection(positionOf(document, text), positionOf(document, text));
}

describe('a script', () => {
  before('TypeScript starts', async () => {
    const document = await openFile('starting.req', file('[].;'));
    const end = Date.now() + 100_000;
    while (!(await labels(document, '[].')).includes('map')) assert.ok(Date.now() < end, 'TypeScript does not answer');
  });

  for (const eol of ['\n', '\r\n']) {
    it(`has TypeScript's completion of its API and of JavaScript (${eol === '\n' ? 'LF' : 'CRLF'})`, async () => {
      const document = await openFile(`complete-${eol.length}.req`, file('const own = [1];\ntool.;\nown.ma;\nif (true) ;', eol));
      const members = await labels(document, 'own.ma');
      assert.ok(members.includes('map') && members.includes('at'), members.join(' '));
      const tool = await completions(document, 'tool.');
      // Sorted as TypeScript does: it is not what is offered without it.
      assert.ok(tool.some((i) => labelOf(i) === 'setVar' && i.sortText === '11'));
      assert.ok(tool.every((i) => labelOf(i) !== 'status' && i.kind !== vscode.CompletionItemKind.Text));
      const globals = await labels(document, 'if (true) ');
      for (const name of ['own', 'response', 'Map', 'JSON', 'const']) assert.ok(globals.includes(name), name);
      for (const name of ['fetch', 'document', 'HTMLElement', 'arguments']) assert.ok(!globals.includes(name), name);
      const map = (await completions(document, 'own.ma', 50)).find((i) => labelOf(i) === 'map');
      assert.match(map?.detail ?? '', /Array<number>\.map/);
      const range = map?.range;
      assert.ok(range !== undefined && !(range instanceof vscode.Range));
      assert.equal(document.getText(range.replacing), 'ma');
    });
  }

  it('completes members right behind a dot that a browser has as globals', async () => {
    const document = await openFile('members.req', file('response.;\nconst all = [...st];'));
    const members = await labels(document, 'response.');
    for (const name of ['status', 'statusText', 'body']) assert.ok(members.includes(name), members.join(' '));
    assert.ok(!(await labels(document, '...st')).includes('status'));
  });

  it('completes the names of variables if TypeScript offers only text', async () => {
    const document = await openFile('names.req', `@token = 1\n\n${file('tool.getVar("")')}`);
    const found = await completions(document, 'tool.getVar("');
    assert.ok(found.some((i) => labelOf(i) === 'token' && i.kind === vscode.CompletionItemKind.Variable));
  });

  it("has TypeScript's hovers and signatures", async () => {
    const document = await openFile('hover.req', file('const x = response.status;\ntool.setVar("a", );'));
    assert.match(await hoverText(document, 'status;'), /Req\.Response\.status: number[^]*The status code/);
    const at = positionOf(document, 'setVar("a", ').translate(0, 12);
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp>('vscode.executeSignatureHelpProvider', document.uri, at, ',');
    assert.equal(help.signatures[0]?.label, 'setVar(name: string, value: Req.Data): void');
    assert.equal(help.activeParameter, 1);
  });

  it('shows the problems of TypeScript once the cursor is in a script, and none of the generated code around it', async () => {
    const document = await openFile(
      'wrong.req',
      file('const x = await response.json();\nresponse.stat;\nfetch("x");\n((a) => a.b)(x.y);\nreturn x;'),
    );
    putCursor(document, 'fetch');
    const found = await until('TypeScript has said it', () => problems(document).length > 2 && problems(document));
    assert.deepEqual(found, [
      "6 stat Warning ts: Property 'stat' does not exist on type 'Response'.",
      '7 fetch Warning ts: Scripts have no fetch. They have the globals of JavaScript, and tool, request, console, client, response.',
      '14 status Warning ts: There is no response before the request is sent. Use response in a script after the request, `> {% … %}`.',
    ]);
    const write = async (text: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, document.lineAt(5).range, text);
      await vscode.workspace.applyEdit(edit);
    };
    await write('response.status;');
    await until('it is no longer reported', () => problems(document).length === 2);
    await write('response.(status);');
    await until('its syntax error is reported', () => problems(document).some((p) => p.includes('Error ts: Identifier expected')));
  });

  it('has the types and the places of its imports', async () => {
    await openFile('lib/numbers.js', '/** Doubles. */\nexport const twice = (/** @type {number} */ n) => 2 * n;\n');
    const lib = await openFile('lib/words.js', 'exports.shout = (/** @type {string} */ text) => text.toUpperCase();\n');
    const script =
      'import { twice } from "./lib/numbers.js";\nconst own = twice(2);\nconst { shout } = require("./lib/words.js");\nshout("a");\nown;';
    const document = await openFile('imports.req', file(script));
    assert.match(await hoverText(document, 'twice(2)'), /twice\(n: number\): number[^]*Doubles/);
    const places = async (text: string): Promise<readonly string[]> => {
      const all = await vscode.commands.executeCommand<readonly (vscode.Location | vscode.LocationLink)[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        positionOf(document, text),
      );
      return all.map((found) =>
        'uri' in found ? `${found.uri.path} ${found.range.start.line}` : `${found.targetUri.path} ${found.targetRange.start.line}`,
      );
    };
    assert.deepEqual(await places('twice(2)'), [`${lib.uri.path.replace('words', 'numbers')} 1`]);
    assert.deepEqual(await places('own;'), [`${document.uri.path} 5`]);
    assert.deepEqual(await places('./lib/words.js'), [`${lib.uri.path} 0`]);
    putCursor(document, 'own;');
    // The last script of the file has the only problem.
    const found = await until('TypeScript has said it', () => problems(document).length > 0 && problems(document));
    assert.deepEqual(
      found.map((problem) => problem.slice(0, 17)),
      ['14 status Warning'],
    );
  });

  it('is helped in a file that was never saved', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'req', content: file('tool.') });
    await vscode.window.showTextDocument(document);
    const found = await labels(document, 'tool.');
    assert.ok(found.includes('setVar'));
  });
});
