import * as vscode from 'vscode';
import { columnOfFile } from '../../responsePanel/panelPlace.ts';
import { fileOf, openAgain, uriOf } from '../../world/editorFiles.ts';
import { documentUriOf } from '../../providers/fencedDocuments.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';

/** Opens a file at a place. Lines and columns count from 1. */
export async function goTo(file: string, line: number, column: number): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const unsaved = vscode.workspace.textDocuments.find((d) => d.isUntitled && fileOf(d) === file);
  const document = unsaved ?? (await openAgain(uriOf(file)));
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(position, position),
    viewColumn: columnOfFile(document.uri),
  });
}

/** Focuses the editor that shows the file of a run and keeps its cursor; without one, focuses the active editor. */
export async function goBack(record: RunRecord | undefined): Promise<void> {
  const uri = record === undefined ? undefined : documentUriOf(record.uri).toString();
  const editor = vscode.window.visibleTextEditors.find((e) => e.document.uri.toString() === uri);
  if (editor === undefined) await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  else await vscode.window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? vscode.ViewColumn.One });
}
