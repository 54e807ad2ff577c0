import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { openFile } from './workspaceFile.ts';

async function lensLines(document: vscode.TextDocument): Promise<readonly number[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
  return found.map((l) => l.range.start.line);
}

async function colouredLines(document: vscode.TextDocument, range: vscode.Range): Promise<readonly number[]> {
  // There are none for a moment when what is around the file changes.
  const { data } = await until('there are colours', async () =>
    vscode.commands.executeCommand<vscode.SemanticTokens | undefined>('vscode.provideDocumentRangeSemanticTokens', document.uri, range),
  );
  let line = 0;
  return Array.from({ length: data.length / 5 }, (_, i) => (line += data[5 * i] as number));
}

const symbolsOf = (document: vscode.TextDocument): Thenable<readonly vscode.DocumentSymbol[]> =>
  vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri);

describe('a file of two thousand requests', () => {
  const request = (i: number): string => `### ${i}\nGET http://127.0.0.1:1/${i}\n`;

  it('has lenses only near the visible lines, at every place', async () => {
    const document = await openFile('long.req', Array.from({ length: 2000 }, (_, i) => request(i)).join('\n'));
    const editor = await vscode.window.showTextDocument(document);
    for (const line of [1, 3001, 5998]) {
      editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
      await until('the lines are on screen', () => editor.visibleRanges.some((r) => r.start.line <= line && line <= r.end.line));
      const lenses = await lensLines(document);
      assert.ok(lenses.includes(line), `no lens at ${line}`);
      assert.ok(lenses.length < 500, `${lenses.length} lenses`);
    }
  });

  it('has hints only near the visible lines, at every place, and all its errors', async () => {
    const text = (i: number): string => `### ${i}\n# @name r${i}\nGET http://127.0.0.1:1/{{r${i - 1}.response.body.id}}/{{none}}\n`;
    const document = await openFile('hints.req', Array.from({ length: 600 }, (_, i) => text(i + 1)).join('\n'));
    const editor = await vscode.window.showTextDocument(document);
    const linesOf = (severity: vscode.DiagnosticSeverity): readonly number[] =>
      vscode.languages
        .getDiagnostics(document.uri)
        .filter((problem) => problem.severity === severity)
        .map(({ range }) => range.start.line);
    for (const line of [6, 1202, 2398]) {
      editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
      await until(`there is a hint at ${line}`, () => linesOf(vscode.DiagnosticSeverity.Hint).includes(line));
      const hints = linesOf(vscode.DiagnosticSeverity.Hint);
      assert.ok(hints.length < 300, `${hints.length} hints, ${JSON.stringify(editor.visibleRanges)}`);
    }
    assert.equal(linesOf(vscode.DiagnosticSeverity.Error).length, 601);
  });

  for (const name of ['colours.req', 'http/colours.http'])
    it(`has colours of the lines that VS Code requests, and none of the whole (${name})`, async () => {
      const text = (i: number): string => `### ${i}\nGET http://127.0.0.1:1/{{a${i}}}\n`;
      const document = await openFile(name, Array.from({ length: 2000 }, (_, i) => text(i)).join('\n'));
      await lensLines(document);
      for (const line of [1, 3001, 5998]) {
        const lines = await colouredLines(document, new vscode.Range(line, 0, line, 0));
        assert.ok(lines.includes(line), `no colour at ${line}`);
        assert.ok(
          lines.every((at) => Math.abs(at - line) < 4),
          String(lines),
        );
      }
      await assert.rejects(async () => vscode.commands.executeCommand('vscode.provideDocumentSemanticTokens', document.uri), /Canceled/);
    });

  it('has the colours of the whole again when it becomes short', async () => {
    const text = (i: number): string => `### ${i}\nGET http://127.0.0.1:1/{{a${i}}}\n`;
    const document = await openFile('shorter.req', Array.from({ length: 501 }, (_, i) => text(i)).join('\n'));
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(0, 0, 30, 0));
    await vscode.workspace.applyEdit(edit);
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', document.uri);
    assert.equal(tokens.data.length / 5, 491);
  });

  it('of five hundred has them all', async () => {
    const document = await openFile('less.req', Array.from({ length: 500 }, (_, i) => request(i)).join('\n'));
    assert.equal(new Set(await lensLines(document)).size, 500);
  });

  it('returns completions before its symbols after an edit', async () => {
    const document = await openFile('edited.req', Array.from({ length: 2000 }, (_, i) => request(i)).join('\n'));
    await lensLines(document);
    await symbolsOf(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), '# ');
    await vscode.workspace.applyEdit(edit);
    const order: string[] = [];
    const symbols = symbolsOf(document).then(() => order.push('symbols'));
    await vscode.commands.executeCommand('vscode.executeCompletionItemProvider', document.uri, new vscode.Position(1, 2));
    order.push('completions');
    await symbols;
    assert.deepEqual(order, ['completions', 'symbols']);
  });
});
