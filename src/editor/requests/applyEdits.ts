import * as vscode from 'vscode';
import { ReqError } from '../../base/reqError.ts';
import type { FileEdits } from '../../language/index.ts';
import { toRange } from '../providers/vscodeRanges.ts';
import { changedMeanwhile } from '../world/changedMeanwhile.ts';
import { uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { UndoableChanges, type RenamedFile } from '../world/undoableChanges.ts';

/** Changes of texts by the Requests view, to undo them there. */
export const viewChanges = new UndoableChanges();

let last: Promise<unknown> = Promise.resolve();

/** Runs changes one after another, because the next one needs the files as the previous one saved them. */
export function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const now = last.then(work);
  last = now.catch(() => undefined);
  return now;
}

/**
 * Makes edits in several files as one change, which one undo reverts. Files without unsaved text are saved.
 * @param textOf the text of a file from which its edits were made; undefined if they were made just now
 * @throws {ReqError} if a file changed since the edits were made
 */
export async function applyEdits(
  surroundings: Surroundings,
  files: readonly FileEdits[],
  textOf: (file: string) => string | undefined,
): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  const documents = await Promise.all(files.map(({ file }) => vscode.workspace.openTextDocument(uriOf(file))));
  const changed = files.map(({ file, edits }, i) => {
    const document = documents[i] as vscode.TextDocument;
    const before = document.getText();
    if (before !== (textOf(file) ?? before)) throw changedMeanwhile();
    const tree = surroundings.tree(document);
    for (const { range, newText } of edits) change.replace(document.uri, toRange(tree, range), newText);
    return { document, before, wasSaved: !document.isDirty };
  });
  if (!(await vscode.workspace.applyEdit(change))) throw changedMeanwhile();
  await viewChanges.add(
    changed.map(({ document, before }) => ({ uri: document.uri, before, after: document.getText() })),
    changed.flatMap(({ document, wasSaved }) => (wasSaved ? [document] : [])),
  );
}

/** Renames or moves files as one change, which one undo reverts. */
export async function renameFiles(renamed: readonly RenamedFile[], failed: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  for (const { from, to } of renamed) change.renameFile(from, to, { overwrite: false });
  if (!(await vscode.workspace.applyEdit(change))) throw new ReqError('usage', failed);
  viewChanges.addRenamed(renamed);
}

/** Creates or deletes files. The view cannot undo that, nor what it did before. */
export async function changeFiles(describe: (change: vscode.WorkspaceEdit) => void, failed: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  describe(change);
  if (!(await vscode.workspace.applyEdit(change))) throw new ReqError('usage', failed);
  // Paths of earlier changes may have another file now.
  viewChanges.clear();
}
