import * as vscode from 'vscode';
import type { Range } from '../../base/text/text.ts';
import type { DocumentTree, Severity } from '../../language/index.ts';

/** Converts offsets to VS Code positions, with the lines of a tree or another text. */
export function toRange({ lines }: Pick<DocumentTree, 'lines'>, range: Range): vscode.Range {
  const start = lines.positionAt(range.start);
  const end = lines.positionAt(range.end);
  return new vscode.Range(start.line, start.column, end.line, end.column);
}

export const toOffset = (tree: DocumentTree, position: vscode.Position): number => tree.lines.offsetAt(position.line, position.character);

export function toSeverity(severity: Severity): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'information':
      return vscode.DiagnosticSeverity.Information;
    case 'hint':
      return vscode.DiagnosticSeverity.Hint;
  }
}
