import * as vscode from 'vscode';
import { applyEdits, type FileEdits } from '../../language/index.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { openDocument, pathOf, uriOf } from '../world/editorFiles.ts';

/** The texts of one changed file. */
interface ChangedFile {
  readonly uri: vscode.Uri;
  /** Undefined if the change created the file. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Maximum number of changes that can be undone in the page. */
const mostKept = 100;

/** Applies changes of a table as one edit each. The page can undo them; so can the editors of the files. */
export class TableChanges {
  readonly #done: (readonly ChangedFile[])[] = [];

  /** Returns false if a file changed since it was read, so that nothing was written. */
  async apply(files: readonly FileEdits[], textOf: (file: string) => string | undefined): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    const changed: ChangedFile[] = [];
    const toSave: vscode.TextDocument[] = [];
    for (const { file, edits, create } of files) {
      const uri = uriOf(file);
      if (create === true) {
        const after = applyEdits('', edits);
        edit.createFile(uri, { ignoreIfExists: true, contents: new TextEncoder().encode(after) });
        changed.push({ uri, before: undefined, after });
        continue;
      }
      const document = openDocument(file) ?? (await vscode.workspace.openTextDocument(uri));
      const before = document.getText();
      if (textOf(file) !== before) return false;
      if (!document.isDirty) toSave.push(document);
      for (const { range, newText } of edits)
        edit.replace(uri, new vscode.Range(document.positionAt(range.start), document.positionAt(range.end)), newText);
      changed.push({ uri, before, after: applyEdits(before, edits) });
    }
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    for (const document of toSave) await document.save();
    this.#done.push(changed);
    if (this.#done.length > mostKept) this.#done.shift();
    return true;
  }

  /**
   * Undoes the last change. Returns false if there is none.
   * @throws {ReqError} if a file changed since; the change can be undone once the file is as before
   */
  async undo(): Promise<boolean> {
    const last = this.#done.at(-1);
    if (last === undefined || last.length === 0) return false;
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
