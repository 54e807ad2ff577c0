import * as vscode from 'vscode';
import { fileOf, uriOf } from './files.ts';

/** Shows a place of a file, lines and columns from 1. */
export async function goTo(file: string, line: number, column: number): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), Math.max(0, column - 1));
  const unsaved = vscode.workspace.textDocuments.find((d) => d.isUntitled && fileOf(d) === file);
  await vscode.window.showTextDocument(unsaved?.uri ?? uriOf(file), {
    selection: new vscode.Range(position, position),
    viewColumn: vscode.ViewColumn.One,
  });
}
