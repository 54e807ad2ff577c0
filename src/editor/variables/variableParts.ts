import type * as vscode from 'vscode';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { RequestText } from '../providers/fencedDocuments.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { VariableStores } from '../sending/variableStores.ts';
import type { ChangeNode, VariableNode } from './treeNodes.ts';

export interface Rows<T> {
  getChildren(node?: T): Promise<readonly T[]>;
  itemOf(node: T): vscode.TreeItem;
  tooltipOf?(node: T): vscode.MarkdownString | undefined;
}

export interface Tree<T> {
  readonly view: vscode.TreeView<T>;
  readonly refresh: () => void;
}

export interface VariableParts {
  readonly surroundings: Surroundings;
  readonly variables: VariableStores;
  readonly active: ActiveRuns;
  readonly tree: Tree<VariableNode>;
  readonly history: Tree<ChangeNode>;
  readonly activeText: () => RequestText | undefined;
}
