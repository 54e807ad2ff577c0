import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { importCommand } from '../../src/editor/commands/interchange/importCommand.ts';
import { Environments } from '../../src/editor/world/environments.ts';
import { SecretStore } from '../../src/editor/secrets/secretStore.ts';
import type { Surroundings } from '../../src/editor/world/editorSurroundings.ts';
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
    assert.match(
      reports().join(),
      /1 request, 0 of them carried over completely \(0 %\)\.[^]*XPath and searches are not supported[^]*- imported\/a\.req/,
    );
    await writeFile('imported/a.http', 'GET https://b\n');
    await acceptFirst('req.import', uri);
    assert.equal(await textOf(beside(uri, 'a-2.req')), 'GET https://b\n');
    // The report is there already: VS Code reads it anew in its own time.
    await until('the report tells of the second import', () => reports().join().includes('a-2.req'));
    assert.match(reports().join(), /1 request, 1 of them carried over completely \(100 %\)\.[^]*- imported\/a-2\.req/);
  });

  it('offers the folder of a file once, also if it is the workspace folder', async () => {
    const { showQuickPick } = vscode.window;
    const offered: (readonly string[])[] = [];
    const showed = async (items: readonly vscode.QuickPickItem[]): Promise<undefined> =>
      void offered.push(items.map(({ label, description }) => `${label} ${description}`));
    Object.assign(vscode.window, { showQuickPick: showed });
    const files = [await writeFile('once.http', 'GET https://a\n'), await writeFile('imported/once.http', 'GET https://a\n')];
    try {
      for (const uri of files) await vscode.commands.executeCommand('req.import', uri);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
      await vscode.workspace.fs.delete(files[0] as vscode.Uri);
    }
    const name = vscode.workspace.workspaceFolders?.[0]?.name;
    assert.deepEqual(offered, [
      [`Beside the files ${name}`, 'Another folder… '],
      ['Beside the files imported', `${name} the workspace folder`, 'Another folder… '],
    ]);
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

  it('copies the files that the requests of a folder name', async () => {
    const uri = await writeFile('imported/bru/bruno.json', '{"version":"1","name":"With Files","type":"collection"}');
    await writeFile(
      'imported/bru/sub/deep/r.bru',
      'meta {\n  name: R\n}\n\npost {\n  url: http://127.0.0.1:9/\n  body: file\n}\n\nbody:file {\n  file: @file(data/a.txt)\n}\n\ntests {\n  require("./lib/one");\n}\n',
    );
    await writeFile('imported/bru/data/a.txt', 'text');
    await writeFile('imported/bru/lib/one.js', 'require("./two");\n');
    await writeFile('imported/bru/lib/two.js', '');
    const chosen = beside(uri, '');
    await acceptFirst('req.import', chosen, [chosen]);
    const made = beside(chosen, 'With Files');
    assert.match(await textOf(vscode.Uri.joinPath(made, 'sub/deep.req')), /^< \.\.\/data\/a\.txt$[^]*require\("\.\.\/lib\/one"\)/m);
    assert.equal(await textOf(vscode.Uri.joinPath(made, 'data/a.txt')), 'text');
    assert.equal(await textOf(vscode.Uri.joinPath(made, 'lib/two.js')), '');
    assert.match(reports().join(), /1 request, 1 of them carried over completely/);
  });

  it('chooses the only environment, offers to keep credentials for the collection, and writes them into no file', async () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: 'hunter2-secret' }] };
    const staging = JSON.stringify({ name: 'Staging', values: [{ key: 'a', value: '1' }], _postman_variable_scope: 'environment' });
    const text = JSON.stringify({
      info: { name: 'Signed In', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [{ name: 'R', request: { method: 'GET', url: 'https://a', auth } }],
    });
    const uri = await writeFile('imported/s.postman_collection.json', text);
    const environment = await writeFile('imported/s.postman_environment.json', staging);
    const kept = new Map<string, string>();
    const storage = {
      get: (key: string) => Promise.resolve(kept.get(key)),
      store: (key: string, v: string) => Promise.resolve(void kept.set(key, v)),
    };
    const updates = new Map<string, unknown>();
    const memento = {
      keys: () => [],
      get: () => undefined,
      update: (key: string, value: unknown) => Promise.resolve(void updates.set(key, value)),
    };
    const secrets = new SecretStore(storage as unknown as vscode.SecretStorage, memento);
    const asked: string[] = [];
    const { showInformationMessage } = vscode.window;
    const answer = (message: string, ...items: readonly unknown[]): Promise<unknown> => {
      asked.push(message);
      return Promise.resolve(items[0]);
    };
    Object.assign(vscode.window, { showInformationMessage: answer });
    try {
      let over = false;
      const parts = {
        surroundings: undefined as unknown as Surroundings,
        secrets,
        environments: new Environments(memento),
      };
      const running = importCommand(parts, uri, [uri, environment]).then(() => (over = true));
      await until('the import is over', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return over;
      });
      await running;
      await until('the credential is kept', () => kept.size === 1);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    const folder = beside(uri, 'Signed In');
    assert.deepEqual([...kept], [[`collectionSecret:${JSON.stringify([folder.fsPath, 'token'])}`, 'hunter2-secret']]);
    assert.ok(
      asked.some((m) => /^The import found 1 credential: token\. .*Store it/.test(m)),
      asked.join('\n'),
    );
    assert.equal(updates.get(`environment:${folder.fsPath}`), 'Staging');
    assert.ok(
      asked.some((m) => /^1 request imported, 1 of them completely\. The environment Staging is chosen\.$/.test(m)),
      asked.join('\n'),
    );
    assert.match(await textOf(vscode.Uri.joinPath(folder, 'Signed In.req')), /# @auth bearer \{\{\$secret\.token\}\}/);
    assert.ok(!reports().join().includes('hunter2'));
  });
});
