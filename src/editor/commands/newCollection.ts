import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { blockAt } from '../../language/index.ts';
import { blockBelow } from '../../language/onDemand.ts';
import type { CommandId } from './contributions.ts';
import { toOffset, toRange } from '../providers/vscodeRanges.ts';
import type { Environments } from '../world/environments.ts';
import { pathOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

/** A host that answers every request with 200, so that the first request works without an API. */
const anyHost = 'https://example.com';

const firstRequest = '### My first request\n# @name first\nGET {{host}}/\n\n?? status == 200\n';

/** The files of a new collection by name. Their requests work unchanged. */
export const collectionFiles = (host: string): Readonly<Record<string, string>> => ({
  'collection.req': `# These definitions apply to every request in this folder and its subfolders. An environment can override them.\n@host = ${host}\n`,
  'http-client.env.json': `${JSON.stringify({ $shared: { reader: 'Guest' }, dev: { reader: 'Ada' }, live: { $protected: true, reader: 'Grace' } }, null, 2)}\n`,
  '.gitignore': '# Your own values and secrets stay on this machine.\nhttp-client.private.env.json\n',
  'getting-started.req': `# Click Send above a request, or press Ctrl+Enter in it. Hover over a {{placeholder}} to see its value and
# where it is defined. Choose the environment (dev, live) in the status bar.

${firstRequest}
### Use the response of the first request
# @name second
# @ref first
GET {{host}}/?status={{first.response.status}}
X-Reader: {{reader}}
X-Request-Id: {{$uuid}}

?? status == 200

> {%
  tool.setVar("answered", { status: response.status, at: new Date() });
%}

### Ask for a value before sending
# @prompt word What to search for
GET {{host}}/?word={{word}}
`,
});

/** Asks for a folder, a name and the API's host, writes a working collection and opens its first file. Overwrites nothing. */
export async function newCollection(environments: Environments): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const name = await vscode.window.showInputBox({
    title: t('Req: New Collection (1/2)'),
    prompt: t('Name of the new folder in {0}', vscode.workspace.asRelativePath(folder)),
    value: 'api',
    validateInput: (text) =>
      /^[^\\/:*?"<>|]+$/.test(text.trim()) && !/^\.+$/.test(text.trim()) ? undefined : t('Enter a valid folder name.'),
  });
  if (name === undefined) return;
  const host = await vscode.window.showInputBox({
    title: t('Req: New Collection (2/2)'),
    prompt: t('Base URL of your API. You can change it in collection.req.'),
    value: anyHost,
    validateInput: (text) => (/^https?:\/\/[^\s/]+/.test(text.trim()) ? undefined : t('Enter a URL that begins with http:// or https://.')),
  });
  if (host === undefined) return;
  const root = vscode.Uri.joinPath(folder, name.trim());
  await writeCollection(root, host.trim().replace(/\/+$/, ''));
  await environments.choose(pathOf(root), 'dev');
  await vscode.window.showTextDocument(vscode.Uri.joinPath(root, 'getting-started.req'));
}

/** Writes the files of a collection that do not exist yet. */
async function writeCollection(root: vscode.Uri, host: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const [name, text] of Object.entries(collectionFiles(host)))
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

/** Opens a new file with a request that works unchanged. */
export async function newFile(): Promise<void> {
  const content = firstRequest.replace('{{host}}', anyHost);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'req', content }));
}

/** Shows why a command could not run, and offers to create a file or a collection. */
export async function offerFile(why: string): Promise<void> {
  const [file, collection] = [t('New Request File'), t('New Collection…')];
  const answer = await vscode.window.showInformationMessage(why, file, collection);
  if (answer === file) await newFile();
  else if (answer === collection) await vscode.commands.executeCommand('req.newCollection' satisfies CommandId);
}

/** Inserts a request below the one at the cursor, or into a new file if no request file is open. */
export async function newRequest(surroundings: Surroundings): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'req') return newFile();
  const tree = surroundings.tree(editor.document);
  const { range, newText } = blockBelow(tree, blockAt(tree, toOffset(tree, editor.selection.active)), 'GET ', '\n');
  const at = newText.indexOf('GET ') + 'GET '.length;
  // The editor converts line endings to those of the file.
  const snippet = new vscode.SnippetString()
    .appendText(newText.slice(0, at))
    .appendPlaceholder('https://api.example.com')
    .appendText(newText.slice(at));
  await editor.insertSnippet(snippet, toRange(tree, range));
}
