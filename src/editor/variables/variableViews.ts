import * as vscode from 'vscode';
import { blockAt, linesOf, requestAt } from '../../language/index.ts';
import {
  beginningOf,
  definitionTargets,
  filterGroups,
  listVariables,
  namesText,
  originText,
  partsHolding,
  partsOf,
  placeholderOf,
  rangesOf,
  referencesOfVariable,
  sizeOfValue,
  writtenDefinition,
} from '../../language/onDemand.ts';
import { activeRequestText } from '../providers/fencedDocuments.ts';
import type { ChangeNode, Language, Rows, VariableNode, VariableParts, VariableRows } from './index.ts';

const language: Language = {
  beginningOf,
  blockAt,
  definitionTargets,
  filterGroups,
  linesOf,
  listVariables,
  namesText,
  originText,
  partsHolding,
  partsOf,
  placeholderOf,
  rangesOf,
  referencesOfVariable,
  requestAt,
  sizeOfValue,
  writtenDefinition,
};

type ViewParts = Pick<VariableParts, 'surroundings' | 'variables' | 'active'>;

/** The views Variables and Variable History. Their rows are loaded when a view is visible or one of its commands runs. */
export class VariableViews implements vscode.Disposable {
  readonly #parts: ViewParts;
  readonly #tree: ReturnType<typeof lateTree<VariableNode>>;
  readonly #history: ReturnType<typeof lateTree<ChangeNode>>;
  #rows: Promise<VariableRows> | undefined;

  constructor(parts: ViewParts) {
    this.#parts = parts;
    this.#tree = lateTree('req.variables', async () => (await this.rows()).tree);
    this.#history = lateTree('req.variableHistory', async () => (await this.rows()).history);
  }

  /** Loads the rows; after a failure, the next call tries again. */
  rows(): Promise<VariableRows> {
    const { surroundings, variables, active } = this.#parts;
    this.#rows ??= import('./index.ts').then(({ variableRows }) =>
      variableRows({
        surroundings,
        variables,
        active,
        language,
        tree: this.#tree,
        history: this.#history,
        activeText: activeRequestText,
      }),
    );
    this.#rows.catch(() => (this.#rows = undefined));
    return this.#rows;
  }

  dispose(): void {
    this.#tree.dispose();
    this.#history.dispose();
    void this.#rows?.then((rows) => rows.dispose()).catch(() => undefined);
  }
}

/** A tree view whose rows are loaded on demand. */
function lateTree<T>(id: string, load: () => Promise<Rows<T>>) {
  const changed = new vscode.EventEmitter<undefined>();
  const view = vscode.window.createTreeView<T>(id, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => [...(await (await load()).getChildren(node))],
      getTreeItem: async (node) => (await load()).itemOf(node),
      resolveTreeItem: async (item, node) => {
        const tooltip = (await load()).tooltipOf?.(node);
        if (tooltip !== undefined) item.tooltip = tooltip;
        return item;
      },
    },
  });
  return { view, refresh: () => changed.fire(undefined), dispose: () => void vscode.Disposable.from(view, changed).dispose() };
}
