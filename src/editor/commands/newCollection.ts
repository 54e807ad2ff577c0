import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { blockAt, type DocumentTree } from '../../language/index.ts';
import { blockBelow, definesHost, exampleHost, newCollectionFiles, newFileText } from '../../language/onDemand.ts';
import type { CommandId } from './contributions.ts';
import { focusRequestEditor } from '../providers/currentEditor.ts';
import { toOffset, toRange } from '../providers/vscodeRanges.ts';
import type { Environments } from '../world/environments.ts';
import { didStep } from '../firstSteps.ts';
import { pathOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** Asks for a folder, a name and the API's host, writes a working collection and opens its first file. Overwrites nothing. */
export async function newCollection(environments: Environments): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const name = await vscode.window.showInputBox({
    title: t('Req: New Collection (1/2)'),
    prompt: t('Name of the new folder in {0}', vscode.workspace.asRelativePath(folder)),
    value: 'api',
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[^\\/:*?"<>|]+$/.test(text.trim()) && !/^\.+$/.test(text.trim()) ? undefined : t('Enter a valid folder name.'),
  });
  if (name === undefined) return;
  const host = await vscode.window.showInputBox({
    title: t('Req: New Collection (2/2)'),
    prompt: t('Base URL of your API. You can change it in collection.req.'),
    value: exampleHost,
    ignoreFocusOut: true,
    validateInput: (text) => (/^https?:\/\/[^\s/]+/.test(text.trim()) ? undefined : t('Enter a URL that begins with http:// or https://.')),
  });
  if (host === undefined) return;
  const root = vscode.Uri.joinPath(folder, name.trim());
  await writeCollection(root, host.trim().replace(/\/+$/, ''));
  didStep('create');
  await environments.choose(pathOf(root), 'dev');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(root, 'getting-started.req'));
  // At the first request, so that the key that its comment names sends it.
  const at = document.positionAt(Math.max(0, document.getText().search(/^GET /m)));
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preview: false });
}

/** Writes the files of a collection that do not exist yet. */
async function writeCollection(root: vscode.Uri, host: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const [name, text] of Object.entries(newCollectionFiles(host)))
    edit.createFile(vscode.Uri.joinPath(root, name), { ignoreIfExists: true, contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(t('{0} cannot be written.', pathOf(root)));
}

async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 1) return folders[0]?.uri;
  if (folders.length > 1) return (await vscode.window.showWorkspaceFolderPick())?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, openLabel: t('Create Here') })) ?? [];
  return chosen;
}

export async function newFile(): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'req', content: newFileText }));
  didStep('create');
}

/** Shows a command's error, and offers to create a file or a collection. */
export async function offerFile(why: string): Promise<void> {
  const [file, collection] = [t('New Request File'), t('New Collection…')];
  const answer = await vscode.window.showInformationMessage(why, file, collection);
  if (answer === file) await vscode.commands.executeCommand('req.newFile' satisfies CommandId);
  else if (answer === collection) await vscode.commands.executeCommand('req.newCollection' satisfies CommandId);
}

/** Inserts a request below the one at the cursor, or into a new file if no request file is open. */
export async function newRequest(surroundings: Surroundings): Promise<void> {
  const editor = await focusRequestEditor();
  if (editor === undefined) return newFile();
  const known = await surroundings.know(editor.document);
  // The text may have changed while the surroundings were read.
  const tree = surroundings.tree(editor.document);
  const offset = toOffset(tree, editor.selection.active);
  await insertNewRequest(editor, tree, offset, definesHost(known, blockAt(known.tree, offset)));
}

/**
 * Inserts a request below the block at an offset of the editor's document. Its URL begins with `{{host}}` if
 * `host` is set, else it is a placeholder of the snippet.
 */
export async function insertNewRequest(editor: vscode.TextEditor, tree: DocumentTree, offset: number, host: boolean): Promise<void> {
  const { range, newText } = blockBelow(tree, blockAt(tree, offset), 'GET ', '\n');
  const at = newText.indexOf('GET ') + 'GET '.length;
  // The editor converts line endings to those of the file.
  const snippet = new vscode.SnippetString().appendText(newText.slice(0, at));
  if (host) snippet.appendText('{{host}}/').appendTabstop();
  else snippet.appendPlaceholder('https://api.example.com');
  snippet.appendText(newText.slice(at));
  await editor.insertSnippet(snippet.appendTabstop(0), toRange(tree, range));
}
