import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { acceptFirst } from './quickPick.ts';
import { writeFile } from './workspaceFile.ts';

const textOf = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
const beside = (uri: vscode.Uri, name: string): vscode.Uri => vscode.Uri.joinPath(uri, '..', name);
const reports = (): readonly string[] =>
  vscode.window.visibleTextEditors.filter((e) => e.document.uri.scheme === 'req-report').map((e) => e.document.getText());

describe('importing in the editor', () => {
  it('writes beside a file, replaces nothing, and shows the report and the first file', async () => {
    const uri = await writeFile('imported/a.http', 'GET https://a/{{x.response.body.$..b}}\n');
    await acceptFirst('req.import', uri);
    assert.equal(await textOf(beside(uri, 'a.req')), 'GET https://a/{{x.response.body.$..b}}\n');
    assert.equal(vscode.window.activeTextEditor?.document.uri.path, beside(uri, 'a.req').path);
    assert.match(reports().join(), /1 request, 0 of them carried over whole\.[^]*searches are not known[^]*- imported\/a\.req/);
    await writeFile('imported/a.http', 'GET https://b\n');
    await acceptFirst('req.import', uri);
    assert.equal(await textOf(beside(uri, 'a-2.req')), 'GET https://b\n');
    // The report is there already: VS Code reads it anew in its own time.
    await until('the report tells of the second import', () => reports().join().includes('a-2.req'));
    assert.match(reports().join(), /1 request, 1 of them carried over whole\.[^]*- imported\/a-2\.req/);
  });

  it('makes a folder of a collection', async () => {
    const item = { name: 'R', request: { method: 'GET', url: 'https://a' } };
    const text = JSON.stringify({
      info: { name: 'My API', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [item],
    });
    const uri = await writeFile('imported/c.postman_collection.json', text);
    await acceptFirst('req.import', uri, [uri]);
    assert.equal(await textOf(beside(uri, 'My API/My API.req')), '### R\nGET https://a\n');
  });
});
