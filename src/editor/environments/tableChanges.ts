import * as vscode from 'vscode';
import { applyEdits, type FileEdits } from '../../language/index.ts';
import { openDocument, uriOf } from '../world/editorFiles.ts';
import { UndoableChanges, type ChangedFile } from '../world/undoableChanges.ts';

/** Applies changes of a table as one edit each. The page can undo them; so can the editors of the files. */
export class TableChanges {
  readonly #done = new UndoableChanges();

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
    await this.#done.add(changed, toSave);
    return true;
  }

  /**
   * Undoes the last change. Returns false if there is none.
   * @throws {ReqError} if a file changed since; the change can be undone once the file is as before
   */
  undo(): Promise<boolean> {
    return this.#done.undo();
  }
}
