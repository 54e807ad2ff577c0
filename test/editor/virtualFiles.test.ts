import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { codeOf, hoverText, send } from './workspaceFile.ts';

/** A file system that no path of this machine leads to. */
class FilesInMemory implements vscode.FileSystemProvider {
  readonly #files: ReadonlyMap<string, string>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(files: Readonly<Record<string, string>>) {
    this.#files = new Map(Object.entries(files));
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => {});
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const text = this.#files.get(path);
    const isFolder = text === undefined && [...this.#files.keys()].some((f) => f.startsWith(path === '/' ? '/' : `${path}/`));
    if (text === undefined && !isFolder) throw vscode.FileSystemError.FileNotFound(path);
    return { type: isFolder ? vscode.FileType.Directory : vscode.FileType.File, ctime: 0, mtime: 0, size: text?.length ?? 0 };
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    const text = this.#files.get(path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return new TextEncoder().encode(text);
  }

  readDirectory = (): [string, vscode.FileType][] => [];
  createDirectory = (): void => {};
  writeFile = (): void => {};
  delete = (): void => {};
  rename = (): void => {};
}

describe('a file that lies in no file system of this machine', () => {
  let recorder: Recorder;
  let registered: vscode.Disposable;

  before(async () => {
    recorder = await startRecorder();
    registered = vscode.workspace.registerFileSystemProvider(
      'reqmemory',
      new FilesInMemory({
        '/api/collection.req': `@host = ${recorder.url}\n`,
        '/api/http-client.env.json': '{"dev": {"a": 1}}',
        '/api/users/get.req': 'GET {{host}}/{{missing}}\n\n### Upload\nPOST {{host}}/upload\n\n<@ ./body.txt\n',
        '/api/users/body.txt': 'from memory',
      }),
    );
  });

  after(async () => {
    registered.dispose();
    await recorder.close();
  });

  it('has its collection around it, in hovers, problems and when it is sent, with the files it names', async () => {
    const uri = vscode.Uri.from({ scheme: 'reqmemory', path: '/api/users/get.req' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await until('the hover', async () => /collection\.req:1/.test(await hoverText(document, '{{host}}')));
    await until('the problem', () => vscode.languages.getDiagnostics(uri).some((d) => codeOf(d) === 'undefined-variable'));
    const summary = await send(document, 'POST {{host}}');
    assert.deepEqual([summary.outcome, summary.failure], ['complete', null]);
    assert.equal(recorder.requests.at(-1)?.body.toString(), 'from memory');
  });
});
