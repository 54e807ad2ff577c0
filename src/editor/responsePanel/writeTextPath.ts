import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { findAgain, textPathEdit } from '../../language/index.ts';
import type { OpenedTree } from './nodeActions.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';

/**
 * Writes `# @text PATH` into the request of a run in its current file. Saves the file if it had no unsaved changes.
 * @returns whether the path was written
 */
export async function writeTextPath(record: RunRecord, { document, tree, place }: OpenedTree, path: string): Promise<boolean> {
  const name = vscode.workspace.asRelativePath(document.uri);
  const request = findAgain(tree, record.request);
  if (request === undefined) {
    void vscode.window.showWarningMessage(t('Nothing was written: "{0}" is no longer in {1}.', record.request.title, name));
    return false;
  }
  const edit = textPathEdit(tree, request.block, path);
  if (edit === undefined) {
    void vscode.window.showWarningMessage(t('Nothing was written: {0} is not a path. Write one such as choices[0].delta.content.', path));
    return false;
  }
  const wasDirty = document.isDirty || document.isUntitled;
  const edits = new vscode.WorkspaceEdit();
  const { range, newText } = place(edit);
  edits.replace(document.uri, range, newText);
  if (!(await vscode.workspace.applyEdit(edits))) {
    void vscode.window.showWarningMessage(t('Nothing was written: {0} cannot be edited.', name));
    return false;
  }
  if (!wasDirty) await document.save();
  showDone(t('# @text {0} was written to {1}', path, name));
  return true;
}
