import { linesOf } from '../../language/index.ts';
import * as vscode from 'vscode';
import { applyEdits, type FileEdits } from '../../language/index.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { toRange } from '../providers/vscodeRanges.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { uriOf } from '../world/editorFiles.ts';

/**
 * Applies an edit in a file of a collection. Saves the file if it had no unsaved text.
 * @throws {ReqError} if nothing was written
 */
export async function applyFileEdits({ file, edits, create }: FileEdits, known: Known): Promise<void> {
  const uri = file === known.file ? known.document.uri.with({ fragment: '' }) : uriOf(file);
  const edit = new vscode.WorkspaceEdit();
  if (create === true) {
    edit.createFile(uri, { ignoreIfExists: true, contents: new TextEncoder().encode(applyEdits('', edits)) });
    if (!(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
    return;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const wasDirty = document.isDirty || document.isUntitled;
  const lines = linesOf(known, file);
  if (lines === undefined) throw changedMeanwhile();
  for (const { range, newText } of edits) edit.replace(uri, toRange({ lines }, range), newText);
  if (!(await vscode.workspace.applyEdit(edit))) throw changedMeanwhile();
  if (!wasDirty) await document.save();
}
