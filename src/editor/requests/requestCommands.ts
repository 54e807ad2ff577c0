import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { didStep } from '../firstSteps.ts';
import { currentEditor } from '../providers/currentEditor.ts';
import { ReqError } from '../../base/reqError.ts';
import { visibleText } from '../../base/text/visible.ts';
import { blockAt, folderOf, isForeign, join } from '../../language/index.ts';
import {
  definesHost,
  deleteRequests,
  duplicateRequest,
  newFileText,
  retitle,
  shownTitle,
  type RequestNode,
  type RequestTreeNode,
} from '../../language/onDemand.ts';
import { insertNewRequest, newFile } from '../commands/newCollection.ts';
import { mayGoWithout } from '../providers/navigation/navigationProviders.ts';
import { factsOf, pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { applyEdits, changeFiles, inOrder, renameFiles, viewChanges } from './applyEdits.ts';
import { isRefused, moveTo, requestIn, viewOf } from './moves.ts';
import { folderOfNode } from './requestDrag.ts';
import { shownName, titleOfNode } from './requestTreeItems.ts';
import type { RequestRows } from './requestRows.ts';

/** Commands that change the files of the Requests view. */
export class RequestCommands {
  readonly #surroundings: Surroundings;
  readonly #rows: RequestRows;
  /** Collections for which the user agreed to rename without unread environment files. */
  readonly #agreed = new Set<string>();

  constructor(surroundings: Surroundings, rows: RequestRows) {
    this.#surroundings = surroundings;
    this.#rows = rows;
  }

  /** Inserts a request below a row, or at the end of a file, and opens it. */
  async newRequest(node: RequestTreeNode): Promise<void> {
    if (node.kind !== 'request' && node.kind !== 'file') return this.newFile(node);
    const file = node.kind === 'request' ? node.file.path : node.path;
    if (isRefused([file])) return;
    const document = await vscode.workspace.openTextDocument(uriOf(file));
    const editor = await vscode.window.showTextDocument(document);
    const known = await viewOf(this.#surroundings, file);
    const below = node.kind === 'request' ? requestIn(known, node)?.block.range.start : undefined;
    const offset = below ?? known.tree.text.length;
    await insertNewRequest(editor, known.tree, offset, definesHost(known, blockAt(known.tree, offset)));
  }

  /**
   * Prompts for the name of a file in the folder of a row, writes it and opens it. Without a row, also for the folder; without a workspace
   * folder, opens an unsaved file.
   */
  async newFile(node: RequestTreeNode | undefined): Promise<void> {
    if (node === undefined && (vscode.workspace.workspaceFolders ?? []).length === 0) return newFile();
    const folder = node === undefined ? await this.#chooseFolder() : folderOfNode(node);
    if (folder === undefined) return;
    const name = await this.#askName(t('Req: New Request File'), folder, 'requests.req', (text) => withExtension(text));
    if (name === undefined) return;
    const uri = uriOf(join(folder, withExtension(name)));
    await this.#create(uri, newFileText);
    didStep('create');
    await vscode.window.showTextDocument(uri);
  }

  /** Prompts for the name of a folder and writes it with a `folder.req`, because empty folders have no row. */
  async newFolder(node: RequestTreeNode | undefined): Promise<void> {
    const folder = node === undefined ? await workspaceFolder() : folderOfNode(node);
    if (folder === undefined) return;
    const name = await this.#askName(t('Req: New Folder'), folder, '');
    if (name === undefined) return;
    const text = '# Definitions and headers here apply to every request in this folder and its subfolders.\n';
    await this.#create(uriOf(join(join(folder, name.trim()), 'folder.req')), text);
  }

  /** Adds a copy of a request below it, or of a file beside it. */
  async duplicate(node: RequestTreeNode): Promise<void> {
    if (node.kind === 'request') {
      if (isRefused([node.file.path])) return;
      const known = await viewOf(this.#surroundings, node.file.path);
      const request = requestIn(known, node);
      if (request !== undefined) await applyEdits(this.#surroundings, [duplicateRequest(known, request.block)], () => known.tree.text);
    } else if (node.kind === 'file') {
      const text = (await vscode.workspace.openTextDocument(uriOf(node.path))).getText();
      const extension = extensionOf(node.path);
      const stem = node.path.slice(0, -extension.length).replace(/ \d+$/, '');
      let number = 2;
      while ((await factsOf(uriOf(`${stem} ${number}${extension}`))) !== undefined) number++;
      await this.#create(uriOf(`${stem} ${number}${extension}`), text);
    }
  }

  /**
   * Prompts for a new title of a request, or a new name of a file or folder. References and paths are updated.
   * @returns the row of a request with its new title; undefined if nothing was changed
   */
  async rename(node: RequestTreeNode): Promise<RequestNode | undefined> {
    if (node.kind === 'request') return this.#retitle(node);
    await this.#renameFile(node);
    return undefined;
  }

  async #renameFile(node: Exclude<RequestTreeNode, RequestNode>): Promise<void> {
    if (this.#isWorkspaceFolder(node)) return;
    const folder = folderOf(node.path);
    const old = node.path.slice(folder.length).replace(/^[\\/]/, '');
    const complete = (name: string): string => (node.kind === 'file' ? withExtension(name, extensionOf(node.path)) : name.trim());
    const name = await this.#askName(t('Req: Rename'), folder, old, complete);
    const to = name === undefined ? undefined : uriOf(join(folder, complete(name)));
    if (to === undefined || pathOf(to) === node.path) return;
    const from = uriOf(node.path);
    await renameFiles([{ from, to }], t('{0} could not be renamed.', vscode.workspace.asRelativePath(from)));
  }

  async #retitle(node: RequestNode): Promise<RequestNode | undefined> {
    if (isRefused([node.file.path])) return undefined;
    const known = await viewOf(this.#surroundings, node.file.path);
    const block = requestIn(known, node)?.block;
    if (block === undefined) return undefined;
    const value = shownTitle(known.tree, block);
    const title = await vscode.window.showInputBox({
      title: t('Req: Rename Request'),
      prompt: t('Title of {0}. References to it follow.', visibleText(titleOfNode(node))),
      value,
      ignoreFocusOut: true,
      validateInput: (text) => {
        const result = text === value ? undefined : retitle(known, block, text);
        return result !== undefined && 'refused' in result ? result.refused : undefined;
      },
    });
    if (title === undefined || title === value) return undefined;
    const { now, unread } = await this.#retitled(node, title);
    if (!(await mayGoWithout(unread, now, this.#agreed))) return undefined;
    const { files, index } = await this.#retitled(node, title);
    await applyEdits(this.#surroundings, files, () => undefined);
    return (await this.#rows.allOf(node.file))[index];
  }

  /** The edits for a new title in the files as they are now: they may have been edited while the user was asked. */
  async #retitled(node: RequestNode, title: string) {
    const now = await viewOf(this.#surroundings, node.file.path);
    const found = requestIn(now, node);
    const result = found && retitle(now, found.block, title);
    if (found === undefined || result === undefined)
      throw new ReqError('usage', t('"{0}" is no longer in the file.', visibleText(titleOfNode(node))));
    if ('refused' in result) throw new ReqError('usage', result.refused);
    return { now, index: found.index, ...result };
  }

  /** Deletes requests, files and folders after a confirmation. Files go to the trash if there is one. */
  async delete(nodes: readonly RequestTreeNode[]): Promise<void> {
    const requests = nodes.flatMap((n) => (n.kind === 'request' ? [n] : []));
    const paths = nodes.flatMap((n) => (n.kind === 'request' || this.#isWorkspaceFolder(n) ? [] : [n]));
    const [first] = [...requests, ...paths];
    if (first === undefined || isRefused(requests.map((n) => n.file.path))) return;
    const count = requests.length + paths.length;
    const question =
      count === 1 ? t('Delete {0}?', visibleText(shownName(first))) : counted(count, 'Delete {0} item?', 'Delete {0} items?');
    const detail = paths.length > 0 ? t('Files go to the trash if your system has one.') : t('Undo restores it, here or in the editor.');
    const yes = t('Delete');
    if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) return;
    for (const file of new Set(requests.map((n) => n.file.path))) {
      const known = await viewOf(this.#surroundings, file);
      const blocks = requests.flatMap((n) => (n.file.path === file ? (requestIn(known, n)?.block ?? []) : []));
      await applyEdits(this.#surroundings, [{ file, edits: deleteRequests(known.tree, blocks) }], () => known.tree.text);
    }
    if (paths.length === 0) return;
    await changeFiles(
      (change) => paths.forEach(({ path }) => change.deleteFile(uriOf(path), { recursive: true, ignoreIfNotExists: true })),
      t('The files could not be deleted.'),
    );
  }

  /** Undoes the last change of a text or a name by the view; not of files that it created or deleted. */
  undo(): Promise<void> {
    return inOrder(async () => {
      if (!(await viewChanges.undo())) void vscode.window.setStatusBarMessage(t('Nothing to undo in the Requests view.'), 3000);
    });
  }

  /** Moves requests of one file up or down by one. */
  async moveBy(nodes: readonly RequestTreeNode[], direction: 'up' | 'down'): Promise<void> {
    const [first] = nodes;
    if (first?.kind !== 'request') return;
    const keys = new Set(nodes.flatMap((n) => (n.kind === 'request' && n.file.path === first.file.path ? [n.key] : [])));
    await inOrder(async () => {
      // A row that a key moves again and again may be of an earlier text.
      const all = await this.#rows.allOf(first.file);
      const moved = all.filter((n) => keys.has(n.key));
      const indexes = moved.map((n) => n.summary.index);
      const at = direction === 'up' ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
      if (moved.length > 0 && at >= 0 && at <= all.length)
        await moveTo(this.#surroundings, moved, { file: first.file.path, before: all[at]?.key });
    });
  }

  /** Shows a list of files and moves requests to the end of the chosen one. */
  async moveToFile(nodes: readonly RequestTreeNode[]): Promise<void> {
    const moved = nodes.flatMap((n) => (n.kind === 'request' ? [n] : []));
    if (moved.length === 0 || isRefused(moved.map((n) => n.file.path))) return;
    const files = await this.#rows.files();
    const items = files
      .filter((f) => !isForeign(f.path) && moved.some((n) => n.file.path !== f.path))
      .map((f) => ({ label: vscode.workspace.asRelativePath(uriOf(f.path)), file: f.path }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Req: Move Request'),
      placeHolder: t('Select the file to move it to'),
    });
    if (chosen !== undefined) await inOrder(() => moveTo(this.#surroundings, moved, { file: chosen.file, before: undefined }));
  }

  /** Opens the file of a row, or the shared file of a folder; reveals a folder without one. */
  async openFile(node: RequestTreeNode): Promise<void> {
    const shared = ['collection.req', 'folder.req'].map((name) => uriOf(join(folderOfNode(node), name)));
    const candidates = node.kind === 'file' ? [uriOf(node.path)] : shared;
    for (const uri of candidates) if ((await factsOf(uri)) !== undefined) return void (await vscode.window.showTextDocument(uri));
    await vscode.commands.executeCommand('revealInExplorer', uriOf(folderOfNode(node)));
  }

  /**
   * Shows a list of folders with request files and workspace folders, that of the active file first. A single folder is used without the
   * list.
   */
  async #chooseFolder(): Promise<string | undefined> {
    const document = currentEditor()?.document;
    const active = document?.languageId === 'req' && !document.isUntitled ? folderOf(pathOf(document.uri)) : undefined;
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
    const used = (await this.#rows.files()).map(({ path }) => folderOf(path)).toSorted();
    const folders = [...new Set([...(active === undefined ? [] : [active]), ...roots, ...used])];
    if (folders.length === 1) return folders[0];
    const items = folders.map((folder) => ({
      label: `$(folder) ${visibleText(nameOf(folder))}`,
      description: folder === active ? t('current folder') : '',
      folder,
    }));
    const options = { title: t('Req: New Request File'), placeHolder: t('Select the folder of the new file') };
    return (await vscode.window.showQuickPick(items, options))?.folder;
  }

  #isWorkspaceFolder(node: RequestTreeNode): boolean {
    if (node.kind === 'request' || node.parent !== undefined) return false;
    const isOne = vscode.workspace.workspaceFolders?.some((f) => pathOf(f.uri) === node.path) === true;
    if (isOne)
      void vscode.window.showInformationMessage(
        t('{0} is a folder of the workspace. Change it outside of Req.', visibleText(shownName(node))),
      );
    return isOne;
  }

  async #create(uri: vscode.Uri, text: string): Promise<void> {
    const failed = t('{0} could not be written.', vscode.workspace.asRelativePath(uri));
    await changeFiles((change) => change.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) }), failed);
  }

  /** Prompts for the name of a file or folder in a folder. Existing names are rejected. */
  async #askName(title: string, folder: string, value: string, complete = (name: string) => name.trim()): Promise<string | undefined> {
    return vscode.window.showInputBox({
      title,
      prompt: t('Name in {0}', vscode.workspace.asRelativePath(uriOf(folder))),
      value,
      ignoreFocusOut: true,
      valueSelection: [0, value.length - extensionOf(value).length],
      validateInput: async (text) => {
        if (!/^[^\\/:*?"<>|]+$/.test(text.trim()) || /^\.+$/.test(text.trim())) return t('Enter a name without / \\ : * ? " < > |');
        const name = complete(text);
        if (name !== value && (await factsOf(uriOf(join(folder, name)))) !== undefined) return t('{0} exists already.', visibleText(name));
        return undefined;
      },
    });
  }
}

/** `.req`, `.http` or `.rest` at the end of a path; empty for others. */
const extensionOf = (file: string): string => /\.(?:req|http|rest)$/i.exec(file)?.[0] ?? '';

const withExtension = (name: string, extension = '.req'): string =>
  name.trim().endsWith(extension) ? name.trim() : `${name.trim()}${extension}`;

/** The path of a folder in the workspace; the name of a folder of the workspace itself. */
function nameOf(folder: string): string {
  const root = vscode.workspace.workspaceFolders?.find(({ uri }) => pathOf(uri) === folder);
  return root?.name ?? vscode.workspace.asRelativePath(uriOf(folder));
}

async function workspaceFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const one = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  return one && pathOf(one.uri);
}
