import * as vscode from 'vscode';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { openDocument, pathOf } from './editorFiles.ts';

/** The texts of one changed file. */
export interface ChangedFile {
  readonly uri: vscode.Uri;
  /** Undefined if the change created the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Maximum number of changes that can be undone. */
const mostKept = 100;

/** Changes of files by a view or a page, which can be undone there. The editors of the files can undo them too. */
export class UndoableChanges {
  readonly #done: (readonly ChangedFile[])[] = [];

  add(changed: readonly ChangedFile[]): void {
    if (changed.length === 0) return;
    this.#done.push(changed);
    if (this.#done.length > mostKept) this.#done.shift();
  }

  /** After a change that cannot be undone here, earlier ones cannot either. */
  clear(): void {
    this.#done.length = 0;
  }

  /**
   * Undoes the last change. Returns false if there is none.
   * @throws {ReqError} if a file changed since; the change can be undone once the file is as before
   */
  async undo(): Promise<boolean> {
    const last = this.#done.at(-1);
    if (last === undefined) return false;
    const edit = new vscode.WorkspaceEdit();
    const toSave: vscode.TextDocument[] = [];
    for (const { uri, before, after } of last) {
      const document = openDocument(pathOf(uri)) ?? (await vscode.workspace.openTextDocument(uri));
      if (document.getText() !== after) throw changedMeanwhile();
      if (before === undefined) {
        edit.deleteFile(uri, { ignoreIfNotExists: true });
        continue;
      }
      if (!document.isDirty) toSave.push(document);
      const { start, end, text } = difference(after, before);
      edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
    }
    if (!(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
    this.#done.pop();
    for (const document of toSave) await document.save();
    return true;
  }
}

/** The part of `from` that differs, and its replacement in `to`. */
function difference(from: string, to: string): { readonly start: number; readonly end: number; readonly text: string } {
  let start = 0;
  while (start < from.length && from[start] === to[start]) start++;
  let tail = 0;
  while (tail < from.length - start && tail < to.length - start && from.at(-1 - tail) === to.at(-1 - tail)) tail++;
  return { start, end: from.length - tail, text: to.slice(start, to.length - tail) };
}
