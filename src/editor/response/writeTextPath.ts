import * as vscode from 'vscode';
import { findAgain, textPathEdit } from '../../language/index.ts';
import type { DocumentTree } from '../../language/index.ts';
import { toRange } from '../convert.ts';
import type { RunRecord } from './runRecord.ts';

/** Writes `# @text PATH` into the request of a run, as its file is now. A file that had no unsaved text has none afterwards. @returns whether it stands there */
export async function writeTextPath(record: RunRecord, document: vscode.TextDocument, tree: DocumentTree, path: string): Promise<boolean> {
  const name = vscode.workspace.asRelativePath(document.uri);
  const request = findAgain(tree, record.request);
  if (request === undefined) {
    void vscode.window.showWarningMessage(`Nothing was written: "${record.request.title}" is no longer in ${name}.`);
    return false;
  }
  const edit = textPathEdit(tree, request.block, path);
  if (edit === undefined) {
    void vscode.window.showWarningMessage(`Nothing was written: ${path} is no path. Write one such as choices[0].delta.content.`);
    return false;
  }
  const wasDirty = document.isDirty || document.isUntitled;
  const edits = new vscode.WorkspaceEdit();
  edits.replace(document.uri, toRange(tree, edit.range), edit.newText);
  if (!(await vscode.workspace.applyEdit(edits))) {
    void vscode.window.showWarningMessage(`Nothing was written: ${name} cannot be edited.`);
    return false;
  }
  if (!wasDirty) await document.save();
  void vscode.window.setStatusBarMessage(`$(check) # @text ${path} stands in ${name}`, 3000);
  return true;
}
