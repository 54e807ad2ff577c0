import type * as vscode from 'vscode';
import type * as atOnce from '../../language/index.ts';
import type * as language from '../../language/onDemand.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { RequestText } from '../providers/fencedDocuments.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { VariableStores } from '../sending/variableStores.ts';
import type { ChangeNode, VariableNode } from './nodes.ts';

/** Functions of the language for the views. They are passed in, because the language's caches must exist once. */
export type Language = Pick<typeof atOnce, 'blockAt' | 'linesOf' | 'requestAt'> &
  Pick<
    typeof language,
    | 'beginningOf'
    | 'definitionTargets'
    | 'filterGroups'
    | 'listVariables'
    | 'namesText'
    | 'originText'
    | 'partsHolding'
    | 'partsOf'
    | 'placeholderOf'
    | 'rangesOf'
    | 'referencesOfVariable'
    | 'sizeOfValue'
    | 'writtenDefinition'
  >;

/** The rows of a tree view. */
export interface Rows<T> {
  getChildren(node?: T): Promise<readonly T[]>;
  itemOf(node: T): vscode.TreeItem;
  tooltipOf?(node: T): vscode.MarkdownString | undefined;
}

/** A tree view of the side bar. */
export interface Tree<T> {
  readonly view: vscode.TreeView<T>;
  /** Updates the rows. */
  readonly refresh: () => void;
}

/** Services of the views of variables. */
export interface VariableParts {
  readonly surroundings: Surroundings;
  readonly variables: VariableStores;
  readonly active: ActiveRuns;
  readonly language: Language;
  readonly tree: Tree<VariableNode>;
  readonly history: Tree<ChangeNode>;
  /** The request text at the cursor of the active editor. */
  readonly activeText: () => RequestText | undefined;
}
