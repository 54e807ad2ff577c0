import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { factsOf, noLongerExists, openDocument, pathOf } from './editorFiles.ts';

/** The texts of one changed file. */
export interface ChangedFile {
  readonly uri: vscode.Uri;
  /** Undefined if the change created the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** A file or folder that was renamed or moved. */
export interface RenamedFile {
  readonly from: vscode.Uri;
  readonly to: vscode.Uri;
}

/** It stays the same object when its files are renamed, also while it is undone. */
type Change = { readonly kind: 'texts'; files: readonly ChangedFile[] } | { readonly kind: 'names'; files: readonly RenamedFile[] };

/** Maximum number of changes that can be undone. */
const mostKept = 100;

/** Changes of files by a view or a page, which can be undone there. The editors of the files can undo them too. */
export class UndoableChanges {
  readonly #mostCharacters: number;
  #done: Change[] = [];

  /** @param mostCharacters maximum number of characters in the texts of all changes; the last change can always be undone */
  constructor(mostCharacters = 50_000_000) {
    this.#mostCharacters = mostCharacters;
  }

  /** Adds a change that was just made, and saves documents. What saving changes, such as a formatter, is part of the change. */
  async add(changed: readonly ChangedFile[], toSave: readonly vscode.TextDocument[]): Promise<void> {
    const change: Change = { kind: 'texts', files: changed };
    if (changed.length > 0) this.#add(change);
    for (const document of toSave) {
      await document.save();
      // Text that the user types meanwhile is not of this change.
      if (document.isDirty) continue;
      const at = change.files.findIndex(({ uri }) => uri.toString() === document.uri.toString());
      const file = change.files[at];
      if (file !== undefined) change.files = change.files.with(at, { ...file, after: document.getText() });
    }
  }

  /** Adds new names of files and folders. */
  addRenamed(files: readonly RenamedFile[]): void {
    if (files.length > 0) this.#add({ kind: 'names', files });
  }

  /** After a change that cannot be undone here, earlier ones cannot either. */
  clear(): void {
    this.#done = [];
  }

  /** Follows renamed files. @param move maps the URI of a document */
  move(move: (uri: vscode.Uri) => vscode.Uri): void {
    for (const change of this.#done) {
      if (change.kind === 'texts') change.files = change.files.map((file) => ({ ...file, uri: move(file.uri) }));
      else change.files = change.files.map(({ from, to }) => ({ from: movedFolder(from, move), to: move(to) }));
    }
  }

  /**
   * Undoes the last change that was not undone elsewhere, such as in the editors of its files. Returns false if there is none.
   * @throws {ReqError} if a file changed since, and the change can be undone once the file is as before; or if a file no longer exists
   */
  async undo(): Promise<boolean> {
    for (;;) {
      const last = this.#done.at(-1);
      if (last === undefined) return false;
      const result = last.kind === 'names' ? await undoNames(last.files) : await undoTexts(last.files);
      this.#done = this.#done.filter((change) => change !== last);
      if (result === 'undone') return true;
      // The changes before this one can still be undone.
      if (result !== 'known') throw noLongerExists(result.gone);
    }
  }

  #add(change: Change): void {
    this.#done.push(change);
    let characters = 0;
    const first = this.#done.findLastIndex((each, i) => {
      characters += sizeOf(each);
      return i < this.#done.length - 1 && (characters > this.#mostCharacters || i < this.#done.length - mostKept);
    });
    this.#done = this.#done.slice(first + 1);
  }
}

const sizeOf = (change: Change): number =>
  change.kind === 'names' ? 0 : change.files.reduce((sum, { before = '', after }) => sum + before.length + after.length, 0);

/** The old place of a file in the folder as it is named now. Another file may have the old name. */
function movedFolder(file: vscode.Uri, move: (uri: vscode.Uri) => vscode.Uri): vscode.Uri {
  const at = file.path.lastIndexOf('/');
  return vscode.Uri.joinPath(move(file.with({ path: file.path.slice(0, at) })), file.path.slice(at + 1));
}

/** `known`: the files are already as before the change. */
type Undone = 'undone' | 'known' | { readonly gone: vscode.Uri };

/** @throws {ReqError} if a file cannot have its old name */
async function undoNames(files: readonly RenamedFile[]): Promise<Undone> {
  const edit = new vscode.WorkspaceEdit();
  for (const { from, to } of files) {
    if ((await factsOf(to)) === undefined) return (await factsOf(from)) === undefined ? { gone: to } : 'known';
    edit.renameFile(to, from, { overwrite: false });
  }
  const [first] = files;
  if (!(await vscode.workspace.applyEdit(edit)) && first !== undefined)
    throw new ReqError('usage', t('{0} could not be renamed.', vscode.workspace.asRelativePath(first.to)));
  return 'undone';
}

/** @throws {ReqError} if a file changed since */
async function undoTexts(files: readonly ChangedFile[]): Promise<Undone> {
  const edit = new vscode.WorkspaceEdit();
  const toSave: vscode.TextDocument[] = [];
  let isChanged = false;
  for (const { uri, before, after } of files) {
    // VS Code keeps the document of a deleted file for minutes, and would write the file again.
    if ((await factsOf(uri)) === undefined) {
      if (before === undefined) continue;
      return { gone: uri };
    }
    const document = openDocument(pathOf(uri)) ?? (await vscode.workspace.openTextDocument(uri));
    const text = document.getText();
    if (text === before) continue;
    if (text !== after)
      throw new ReqError('usage', t('{0} was changed since then. Undo in its editor.', vscode.workspace.asRelativePath(uri)));
    isChanged = true;
    if (before === undefined) {
      edit.deleteFile(uri, { ignoreIfNotExists: true });
      continue;
    }
    if (!document.isDirty) toSave.push(document);
    const { start, end, text: replacement } = difference(after, before);
    edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), replacement);
  }
  if (!isChanged) return 'known';
  if (!(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
  for (const document of toSave) await document.save();
  return 'undone';
}

/** The part of `from` that differs, and its replacement in `to`. */
function difference(from: string, to: string): { readonly start: number; readonly end: number; readonly text: string } {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start++;
  let tail = 0;
  while (tail < from.length - start && tail < to.length - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
  return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}
