import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { codeOf, openFile, send } from './workspaceFile.ts';

describe('files of a collection that are links, in the editor', () => {
  let server: TestServer;
  let outside: string;
  let root: string;
  before(async function () {
    if (process.platform === 'win32') this.skip();
    server = await startServer();
    outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'req-outside-')));
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    fs.mkdirSync(path.join(root, 'linked'));
  });
  after(async () => {
    await server?.close();
    fs.rmSync(path.join(root, 'linked'), { recursive: true, force: true });
    fs.rmSync(outside, { recursive: true, force: true });
  });

  const link = (to: string, from: string): void => {
    fs.mkdirSync(path.dirname(path.join(root, 'linked', from)), { recursive: true });
    fs.symlinkSync(path.join(outside, to), path.join(root, 'linked', from));
  };

  it('store no snapshot outside: the failed test names the link, and nothing is created', async () => {
    link('zshenv', '__snapshots__/snap.pwn.snap');
    const document = await openFile('linked/snap.req', `### pwn\nGET ${server.url}/json\n\n?? body matchesSnapshot\n`);
    await send(document, 'GET');
    const found = await until('the line is marked', () =>
      vscode.languages.getDiagnostics(document.uri).find((d) => codeOf(d) === 'failed-assertion'),
    );
    assert.match(found.message, /a symbolic link leads out of the folder .*__snapshots__.snap\.pwn\.snap to /);
    assert.deepEqual(fs.readdirSync(outside), []);
  });

  it('do not apply to requests, which the problems of the request file report', async () => {
    fs.writeFileSync(path.join(outside, 'credentials'), 'KEY=leaked\n');
    fs.writeFileSync(path.join(outside, 'shared'), 'X-Other: leaked\n');
    link('credentials', '.env');
    link('shared', 'folder.req');
    const document = await openFile('linked/env.req', `POST ${server.url}/echo\nX-Key: <{{$dotenv.KEY | default "none"}}>\n`);
    const ignored = (): readonly string[] =>
      vscode.languages.getDiagnostics(document.uri).flatMap((d) => (codeOf(d) === 'ignored-file' ? d.message : []));
    await until('both are reported', () => (ignored().length === 2 ? true : undefined));
    assert.match(ignored().join('\n'), /linked.folder\.req is ignored: a symbolic link leads to .*shared, outside/);
    await send(document, 'POST');
    assert.doesNotMatch(JSON.stringify(server.requests.at(-1)), /leaked/);
  });
});
