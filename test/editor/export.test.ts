import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { exportTargets, type ExportTarget } from '../../src/convert/export/index.ts';
import { listRequests } from '../../src/language/index.ts';
import { requestToExport } from '../../src/editor/commands/interchange/toExport.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { explorer } from './spiedExplorer.ts';
import { acceptFirst } from './quickPick.ts';
import { openFile, writeFile } from './workspaceFile.ts';

const read = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
const exported = async (...args: readonly unknown[]): Promise<readonly vscode.Uri[]> =>
  (await vscode.commands.executeCommand<readonly vscode.Uri[] | undefined>('req.export', ...args)) ?? [];
const reports = (): string =>
  vscode.window.visibleTextEditors
    .filter((e) => e.document.uri.scheme === 'req-report')
    .map((e) => e.document.getText())
    .join();

const signs: Readonly<Record<ExportTarget, RegExp>> = {
  curl: /^# make\ncurl /,
  http: /^### make\nPOST http/,
  raw: /^POST \/things\?a=1 HTTP\/1\.1\r?\nHost: /,
  fetch: /return fetch\(/,
  python: /requests\.request\(/,
  httpx: /httpx\.request\(/,
  go: /^package main\n/,
  java: /HttpRequest\.newBuilder\(/,
  csharp: /new HttpRequestMessage\(/,
  powershell: /Invoke-WebRequest /,
  httpie: /^# make\nhttp /,
  har: /^\{\n {2}"log": \{/,
  postman: /^\{\n {2}"info": \{/,
  openapi: /^\{\n {2}"openapi": "3\.1\.0",\n/,
  artillery: /\nconfig:\n/,
};

describe('requests for other clients, in the editor', () => {
  let recorder: Recorder;

  before(async () => {
    recorder = await startRecorder();
  });

  after(() => recorder.close());

  it('are copied for each target, as they would be sent, and nothing is sent', async () => {
    const document = await openFile('export/copy.req', `@n = 1\n### make\nPOST ${recorder.url}/things?a={{n}}\nX-A: b\n\nhello {{n}}\n`);
    for (const { id } of exportTargets) {
      await vscode.env.clipboard.writeText('');
      await vscode.commands.executeCommand('req.copyAs', document.uri, 2, id);
      const text = await vscode.env.clipboard.readText();
      assert.match(text, signs[id], id);
      const url = id === 'postman' ? /\/things\?a=\{\{n\}\}/ : id === 'openapi' ? /"\/things": [^]*"example": 1\n/ : /\/things\?a=1/;
      assert.match(text, url, id);
      assert.match(text, id === 'postman' ? /hello \{\{n\}\}/ : /hello 1/, id);
    }
    assert.equal(recorder.requests.length, 0);
  });

  it('are copied without their secrets, or with them on request', async () => {
    const document = await openFile('export/secret.req', `# @secret key\n@key = hush-hush-1\n\n### make\nGET ${recorder.url}/{{key}}\n`);
    /** Accepts the first answer, without secrets. Repeats it, because a list that is accepted before it has its items is cancelled. */
    const copied = (target: ExportTarget): Promise<string> =>
      until(`the request is copied for ${target}`, async () => {
        await vscode.env.clipboard.writeText('');
        await acceptFirst('req.copyAs', document.uri, 4, target);
        return vscode.env.clipboard.readText();
      });
    const python = await copied('python');
    assert.match(python, /environ/);
    assert.doesNotMatch(python, /hush/);
    assert.match(await copied('har'), /•••/);
    let over = false;
    const copying = vscode.commands.executeCommand('req.copyAs', document.uri, 4, 'python').then(() => (over = true));
    await until('it was copied', async () => {
      // The last is "Copy with Secrets". The list opens at its first, and may do so just before it is accepted.
      for (let i = 0; i < 20; i++) await vscode.commands.executeCommand('quickInput.last');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    });
    await copying;
    assert.match(await vscode.env.clipboard.readText(), /hush-hush-1/);
  });

  it('have the names of the secrets that they contain', async () => {
    const made = explorer();
    try {
      const document = await openFile('export/named.req', `### make\nGET ${recorder.url}/\nX-Key: {{$secret.API_KEY}}\n`);
      await made.secrets.keep({ name: 'API_KEY', root: undefined }, 'hush-hush-2');
      const known = await made.surroundings.know(document, 'reload');
      const [request] = listRequests(known.tree);
      assert.ok(request);
      const names = new Map<string, string>();
      const one = await requestToExport(made.runs, known, request, names, new AbortController().signal);
      assert.deepEqual(
        one?.resolved.headers.find(([name]) => name === 'X-Key'),
        ['X-Key', 'hush-hush-2'],
      );
      assert.deepEqual([...names], [['hush-hush-2', 'API_KEY']]);
    } finally {
      made.dispose();
    }
  });

  it('of a file go into one file, but for those that are disabled', async () => {
    const document = await openFile(
      'export/all.req',
      `### one\nGET ${recorder.url}/1\n\n### off\n# @disabled\nGET ${recorder.url}/2\n\n### three\nGET ${recorder.url}/3\n`,
    );
    const place = vscode.Uri.joinPath(document.uri, '../out/all.har');
    assert.deepEqual((await exported(document.uri, undefined, 'har', place)).map(String), [place.toString()]);
    const { log } = JSON.parse(await read(place)) as { readonly log: { readonly entries: readonly { readonly comment: string }[] } };
    assert.deepEqual(
      log.entries.map((e) => e.comment),
      ['one', 'three'],
    );
    assert.equal(recorder.requests.length, 0);
  });

  it('of a folder create a file for each, which replaces nothing, with a report of what was not carried over', async () => {
    const inner = await writeFile(
      'export/tree/deep/b.req',
      `### b\n# @secret key\nGET ${recorder.url}/b?key={{key}}\n\n?? status == 200\n`,
    );
    await writeFile('export/tree/a.req', `### a\nGET ${recorder.url}/a\n\n### lost\nGET ${recorder.url}/{{nowhere}}\n`);
    await writeFile('export/tree/collection.req', '@key = hush-hush-3\n');
    const tree = vscode.Uri.joinPath(inner, '../..');
    const place = vscode.Uri.joinPath(tree, '../written');
    const names = (uris: readonly vscode.Uri[]): readonly string[] => uris.map((u) => u.path.slice(place.path.length + 1));
    const [a, b] = await exported(tree, [tree], 'python', place);
    assert.ok(a !== undefined && b !== undefined);
    assert.deepEqual(names([a, b]), ['a.py', 'deep/b.py']);
    assert.match(await read(a), /\/a"/);
    assert.doesNotMatch(await read(b), /hush/);
    assert.match(
      reports(),
      /2 requests for Python[^]*a\.req:5: [^]*nowhere[^]*deep\/b\.req: [^]*Assertions[^]*REQ_SECRET[^]*written\/a\.py/,
    );
    assert.deepEqual(names(await exported(tree, [tree], 'python', place)), ['a-2.py', 'deep/b-2.py']);
    assert.equal(recorder.requests.length, 0);
  });
});
