import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import { codeOf, hoverText, openFile, send } from './workspaceFile.ts';

function makeFolder(name: string): string {
  const folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'watching', name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/** VS Code reports no changes of files before its own watcher has started. */
async function watcherIsUp(): Promise<void> {
  const watcher = vscode.workspace.createFileSystemWatcher('**/*');
  try {
    let heard = false;
    watcher.onDidCreate(() => (heard = true));
    const folder = makeFolder('probe');
    let n = 0;
    await until('the watcher tells of a file', () => {
      fs.writeFileSync(path.join(folder, `${n++}.txt`), '');
      return heard;
    });
  } finally {
    watcher.dispose();
  }
}

/** Each kind of file around a request, with its definition of `{{who}}` or the like. */
const kinds = [
  { file: 'http-client.env.json', placeholder: '{{who}}', text: (who: string) => JSON.stringify({ $shared: { who } }) },
  { file: '.env', placeholder: '{{$dotenv.WHO}}', text: (who: string) => `WHO=${who}\n` },
  { file: 'folder.req', placeholder: '{{who}}', text: (who: string) => `@who = ${who}\n` },
] as const;

describe('files around a request', () => {
  let recorder: Recorder;
  before(async () => {
    recorder = await startRecorder();
    await watcherIsUp();
  });
  after(() => recorder.close());

  const isMarked = (document: vscode.TextDocument): boolean =>
    vscode.languages.getDiagnostics(document.uri).some((d) => codeOf(d) === 'undefined-variable');

  /** Waits until a document's diagnostics show whether the placeholder is defined, without an edit. */
  const marked = (document: vscode.TextDocument, undefinedNow: boolean): Promise<unknown> =>
    until(undefinedNow ? 'the name is marked as undefined' : 'no name is marked', () => isMarked(document) === undefinedNow || undefined);

  /** Asserts that hover, send and problems agree. */
  async function says(document: vscode.TextDocument, placeholder: string, who: string | undefined): Promise<void> {
    await marked(document, who === undefined);
    const { outcome, failure } = await send(document, recorder.url);
    if (who === undefined) assert.notEqual(outcome, 'complete');
    else {
      assert.equal(failure?.message, undefined);
      assert.equal(recorder.requests.at(-1)?.body, who);
      // A hover shows where a value of .env stands, and never the value.
      assert.match(await hoverText(document, placeholder), placeholder.includes('$dotenv') ? /\.env:1/ : new RegExp(who));
    }
  }

  for (const { file, placeholder, text } of kinds) {
    it(`apply with their current content: ${file} made, changed, renamed and deleted by others, in the folder or above it`, async () => {
      const name = file.replaceAll('.', '-');
      const above = path.join(makeFolder(name), file);
      const at = path.join(makeFolder(`${name}/inner`), file);
      const document = await openFile(`watching/${name}/inner/a.req`, `POST ${recorder.url}/\n\n${placeholder}\n`);
      await says(document, placeholder, undefined);
      fs.writeFileSync(above, text('above'));
      await says(document, placeholder, 'above');
      for (const who of ['ada', 'grace']) {
        fs.writeFileSync(at, text(who));
        await says(document, placeholder, who);
      }
      fs.renameSync(at, `${at}.bak`);
      await says(document, placeholder, 'above');
      fs.renameSync(`${at}.bak`, at);
      await says(document, placeholder, 'grace');
      fs.rmSync(at);
      fs.rmSync(above);
      await says(document, placeholder, undefined);
    });

    it(`apply as in the editor: unsaved text of ${file}, and the saved text after it is discarded`, async () => {
      const name = `unsaved-${file.replaceAll('.', '-')}`;
      const at = path.join(makeFolder(name), file);
      fs.writeFileSync(at, text('saved'));
      const document = await openFile(`watching/${name}/a.req`, `POST ${recorder.url}/\n\n${placeholder}\n`);
      await says(document, placeholder, 'saved');
      const around = await vscode.workspace.openTextDocument(at);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(around.uri, new vscode.Range(0, 0, around.lineCount, 0), text('typed'));
      await vscode.workspace.applyEdit(edit);
      await says(document, placeholder, 'typed');
      await vscode.window.showTextDocument(around);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
      await says(document, placeholder, 'saved');
      // Deleted by others it stays open in its editor, and counts no more.
      fs.rmSync(at);
      await says(document, placeholder, undefined);
    });
  }

  it('are added and removed with their folders', async () => {
    const outer = makeFolder('moved');
    const elsewhere = makeFolder('moved-elsewhere');
    fs.mkdirSync(path.join(elsewhere, 'parts'));
    fs.writeFileSync(path.join(elsewhere, 'parts/body.txt'), 'x');
    fs.writeFileSync(path.join(elsewhere, 'parts/login.req'), `# @name loginOfMoved\nGET ${recorder.url}/login\n`);
    const document = await openFile(
      'watching/moved/a.req',
      `# @ref loginOfMoved\nPOST ${recorder.url}/\nContent-Type: text/plain\n\n< ./parts/body.txt\n`,
    );
    const problems = (): string =>
      vscode.languages
        .getDiagnostics(document.uri)
        .map((d) => String(codeOf(d)))
        .join(' ');
    await until('the file is missed', () => /file/.test(problems()) || undefined);
    fs.renameSync(path.join(elsewhere, 'parts'), path.join(outer, 'parts'));
    await until('nothing is missed', () => problems() === '' || undefined);
    fs.renameSync(path.join(outer, 'parts'), path.join(elsewhere, 'parts'));
    await until('all is missed again', () => /file/.test(problems()) || undefined);
  });

  it('count outside of the workspace too', async () => {
    const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'req-outside-'));
    try {
      fs.writeFileSync(path.join(folder, 'a.req'), `POST ${recorder.url}/\n\n{{$dotenv.WHO}}\n`);
      const document = await vscode.workspace.openTextDocument(path.join(folder, 'a.req'));
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
      await says(document, '{{$dotenv.WHO}}', undefined);
      for (const who of ['ada', 'grace']) {
        fs.writeFileSync(path.join(folder, '.env'), `WHO=${who}\n`);
        await says(document, '{{$dotenv.WHO}}', who);
      }
      // On a busy machine VS Code's watcher can lose the only event of a file outside, so the file is removed until it is reported.
      let next = 0;
      await until('the removal is reported', () => {
        if (Date.now() >= next) {
          fs.writeFileSync(path.join(folder, '.env'), 'WHO=grace\n');
          fs.rmSync(path.join(folder, '.env'));
          next = Date.now() + 10_000;
        }
        return isMarked(document);
      });
      await says(document, '{{$dotenv.WHO}}', undefined);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
