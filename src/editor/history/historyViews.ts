import * as vscode from 'vscode';
import { openHistory, type History, type HistoryNode, type HistoryParts } from './index.ts';
import { quietly } from '../log/log.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';

/** The history of responses and its view. The store is opened when a response is stored or the view is visible. */
export class HistoryViews implements vscode.Disposable {
  readonly #parts: Omit<HistoryParts, 'tree'>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<HistoryNode>;
  readonly #listening: vscode.Disposable;
  #history: History | undefined;

  constructor(parts: Omit<HistoryParts, 'tree'>, runs: Runs) {
    this.#parts = parts;
    this.#view = vscode.window.createTreeView<HistoryNode>('req.history', {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getChildren: async (node) => [...(await this.open().rows.getChildren(node))],
        getTreeItem: (node) => this.open().rows.itemOf(node),
        resolveTreeItem: async (item, node) => {
          const tooltip = this.open().rows.tooltipOf(node);
          if (tooltip !== undefined) item.tooltip = tooltip;
          return item;
        },
      },
    });
    this.#listening = runs.onDidFinish((run) => {
      if (!parts.settings().enabled) return;
      run.record.share();
      void quietly('keeping a response', async () => this.open().keep(run)).finally(() => run.record.dispose());
    });
  }

  open(): History {
    const tree = { view: this.#view, refresh: () => this.#changed.fire(undefined) };
    return (this.#history ??= openHistory({ ...this.#parts, tree }));
  }

  /** A stored run; undefined if it was deleted. */
  async find(id: string): Promise<RunRecord | undefined> {
    const run = await quietly('reading the history', async () => this.open().find(id));
    return run && this.#parts.tellAgain(run);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#view.dispose();
    this.#changed.dispose();
    this.#history?.dispose();
  }
}
