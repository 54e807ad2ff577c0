import * as vscode from 'vscode';
import { activeRequestText } from '../providers/fencedDocuments.ts';
import { variableRows, type ChangeNode, type Rows, type VariableNode, type VariableParts, type VariableRows } from './index.ts';

type ViewParts = Pick<VariableParts, 'surroundings' | 'variables' | 'active'>;

/** The views Variables and Variable History. Their rows are created when a view is visible or one of its commands runs. */
export class VariableViews implements vscode.Disposable {
  readonly #parts: ViewParts;
  readonly #tree: ReturnType<typeof lateTree<VariableNode>>;
  readonly #history: ReturnType<typeof lateTree<ChangeNode>>;
  #rows: VariableRows | undefined;

  constructor(parts: ViewParts) {
    this.#parts = parts;
    this.#tree = lateTree('req.variables', () => this.rows().tree);
    this.#history = lateTree('req.variableHistory', () => this.rows().history);
  }

  rows(): VariableRows {
    const { surroundings, variables, active } = this.#parts;
    return (this.#rows ??= variableRows({
      surroundings,
      variables,
      active,
      tree: this.#tree,
      history: this.#history,
      activeText: activeRequestText,
    }));
  }

  dispose(): void {
    this.#tree.dispose();
    this.#history.dispose();
    this.#rows?.dispose();
  }
}

function lateTree<T>(id: string, rows: () => Rows<T>) {
  const changed = new vscode.EventEmitter<undefined>();
  const view = vscode.window.createTreeView<T>(id, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node) => [...(await rows().getChildren(node))],
      getTreeItem: (node) => rows().itemOf(node),
      resolveTreeItem: async (item, node) => {
        const tooltip = rows().tooltipOf?.(node);
        if (tooltip !== undefined) item.tooltip = tooltip;
        return item;
      },
    },
  });
  return { view, refresh: () => changed.fire(undefined), dispose: () => void vscode.Disposable.from(view, changed).dispose() };
}
