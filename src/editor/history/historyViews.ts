import * as vscode from 'vscode';
import type { CommandId } from '../commands/contributions.ts';
import { openHistory, type History, type HistoryNode, type HistoryParts } from './index.ts';
import { quietly } from '../log/log.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { Runs } from '../sending/runs.ts';

/** The history of responses and its view. It is opened when a response is kept or the view is visible. */
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

  /** What its commands do. */
  get handlers() {
    const commands = (): History['commands'] => this.open().commands;
    return {
      'req.showHistory': () => vscode.commands.executeCommand('req.history.focus'),
      'req.openHistoryEntry': async (node) => commands().open(node),
      'req.compareHistory': async (node, nodes) => commands().compare(node, nodes),
      'req.sendHistoryAgain': async (node) => commands().sendAgain(node),
      'req.deleteHistoryEntry': async (node, nodes) => commands().delete(node, nodes),
      'req.clearHistory': async () => commands().clear(),
      'req.searchHistory': async () => commands().search(),
      'req.filterHistory': async () => commands().filterByStatus(),
      'req.showAllHistory': async () => commands().showAll(),
      'req.sortComparedKeys': async () => this.open().comparisons.sort(true),
      'req.unsortComparedKeys': async () => this.open().comparisons.sort(false),
    } as const satisfies Partial<Record<CommandId, (...args: readonly unknown[]) => unknown>>;
  }

  open(): History {
    const tree = { view: this.#view, refresh: () => this.#changed.fire(undefined) };
    return (this.#history ??= openHistory({ ...this.#parts, tree }));
  }

  /** A run that was kept; undefined where it is not any more. */
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
