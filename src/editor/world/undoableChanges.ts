import * as vscode from 'vscode';
import { changedMeanwhile } from './changedMeanwhile.ts';
import { factsOf, noLongerExists, openDocument, pathOf } from './editorFiles.ts';

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
  readonly #mostCharacters: number;
  #done: (readonly ChangedFile[])[] = [];

  /** @param mostCharacters maximum number of characters in the texts of all changes; the last change can always be undone */
  constructor(mostCharacters = 50_000_000) {
    this.#mostCharacters = mostCharacters;
  }

  /** Adds a change that was just made, and saves documents. What saving changes, such as a formatter, is part of the change. */
  async add(changed: readonly ChangedFile[], toSave: readonly vscode.TextDocument[]): Promise<void> {
    const files = changed.slice();
    if (files.length > 0) this.#done.push(files);
    this.#limit();
    for (const document of toSave) {
      await document.save();
      const at = files.findIndex(({ uri }) => uri.toString() === document.uri.toString());
      const file = files[at];
      // Text that the user types meanwhile is not of this change.
      if (file !== undefined && !document.isDirty) files[at] = { ...file, after: document.getText() };
    }
  }

  /** After a change that cannot be undone here, earlier ones cannot either. */
  clear(): void {
    this.#done = [];
  }

  /** Follows renamed files. @param move maps the URI of a document */
  move(move: (uri: vscode.Uri) => vscode.Uri): void {
    this.#done = this.#done.map((files) => files.map((file) => ({ ...file, uri: move(file.uri) })));
  }

  /**
   * Undoes the last change that was not undone elsewhere, such as in the editors of its files. Returns false if there is none.
   * @throws {ReqError} if a file changed since, and the change can be undone once the file is as before; or if a file no longer exists
   */
  async undo(): Promise<boolean> {
    for (;;) {
      const last = this.#done.at(-1);
      if (last === undefined) return false;
      if (await this.#undo(last)) return true;
    }
  }

  /** Returns false if the files are already as before the change. */
  async #undo(change: readonly ChangedFile[]): Promise<boolean> {
    const edit = new vscode.WorkspaceEdit();
    const toSave: vscode.TextDocument[] = [];
    for (const { uri, before, after } of change) {
      // VS Code keeps the document of a deleted file for minutes, and would write the file again.
      if ((await factsOf(uri)) === undefined) {
        if (before === undefined) continue;
        // The changes before this one can still be undone.
        this.#forget(change);
        throw noLongerExists(uri);
      }
      const document = openDocument(pathOf(uri)) ?? (await vscode.workspace.openTextDocument(uri));
      const text = document.getText();
      if (text === before) continue;
      if (text !== after) throw changedMeanwhile();
      if (before === undefined) {
        edit.deleteFile(uri, { ignoreIfNotExists: true });
        continue;
      }
      if (!document.isDirty) toSave.push(document);
      const { start, end, text: replacement } = difference(after, before);
      edit.replace(uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), replacement);
    }
    const isChanged = edit.size > 0;
    if (isChanged && !(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
    this.#forget(change);
    for (const document of toSave) await document.save();
    return isChanged;
  }

  #forget(change: readonly ChangedFile[]): void {
    this.#done = this.#done.filter((other) => other !== change);
  }

  #limit(): void {
    let characters = 0;
    const first = this.#done.findLastIndex((files, i) => {
      characters += files.reduce((sum, { before = '', after }) => sum + before.length + after.length, 0);
      return i < this.#done.length - 1 && (characters > this.#mostCharacters || i < this.#done.length - mostKept);
    });
    this.#done = this.#done.slice(first + 1);
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
