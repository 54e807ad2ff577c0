// The Variables view and its history.
import * as vscode from 'vscode';
import { HistoryTree } from './changes.ts';
import { VariableCommands } from './variableCommands.ts';
import type { VariableParts } from './variableParts.ts';
import { ValueDocuments } from './valueDocuments.ts';
import { VariablesTree } from './variablesTree.ts';

export type { RowCommand } from './variableCommands.ts';
export type { ChangeNode, VariableNode } from './treeNodes.ts';
export type { Rows, Tree, VariableParts } from './variableParts.ts';

export interface VariableRows extends vscode.Disposable {
  readonly tree: VariablesTree;
  readonly history: HistoryTree;
  readonly commands: VariableCommands;
}

export function variableRows(parts: VariableParts): VariableRows {
  const tree = new VariablesTree(parts);
  const history = new HistoryTree(parts, () => tree.collections());
  const documents = new ValueDocuments(parts.variables);
  const made = vscode.Disposable.from(tree, history, documents);
  return { tree, history, commands: new VariableCommands(parts, tree, history, documents), dispose: () => void made.dispose() };
}
