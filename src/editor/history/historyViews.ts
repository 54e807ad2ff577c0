import * as vscode from 'vscode';
import type { History, HistoryNode, HistoryParts } from './index.ts';
import { quietly } from '../log/log.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';

/** The history of responses and its view. Its code is loaded when a response is stored or the view is visible. */
export class HistoryViews implements vscode.Disposable {
  readonly #parts: Omit<HistoryParts, 'tree'>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<HistoryNode>;
  readonly #listening: vscode.Disposable;
  #history: Promise<History> | undefined;

  constructor(parts: Omit<HistoryParts, 'tree'>, runs: Runs) {
    this.#parts = parts;
    this.#view = vscode.window.createTreeView<HistoryNode>('req.history', {
      showCollapseAll: true,
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: this.#changed.event,
        getChildren: async (node) => [...(await (await this.open()).rows.getChildren(node))],
        getTreeItem: async (node) => (await this.open()).rows.itemOf(node),
        resolveTreeItem: async (item, node) => {
          const tooltip = (await this.open()).rows.tooltipOf(node);
          if (tooltip !== undefined) item.tooltip = tooltip;
          return item;
        },
      },
    });
    this.#listening = runs.onDidFinish((run) => {
      if (!parts.settings().enabled) return;
      run.record.share();
      void quietly('keeping a response', async () => (await this.open()).keep(run)).finally(() => run.record.dispose());
    });
  }

  /** Loads the history; after a failure, the next call tries again. */
  open(): Promise<History> {
    const tree = { view: this.#view, refresh: () => this.#changed.fire(undefined) };
    this.#history ??= import('./index.ts').then(({ openHistory }) => openHistory({ ...this.#parts, tree }));
    this.#history.catch(() => (this.#history = undefined));
    return this.#history;
  }

  /** A stored run; undefined if it has been deleted. */
  async find(id: string): Promise<RunRecord | undefined> {
    const run = await quietly('reading the history', async () => (await this.open()).find(id));
    return run && this.#parts.tellAgain(run);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#view.dispose();
    this.#changed.dispose();
    void this.#history?.then((history) => history.dispose()).catch(() => undefined);
  }
}
