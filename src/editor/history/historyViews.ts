import * as vscode from 'vscode';
import { openHistory, type History, type HistoryRow, type HistoryParts } from './index.ts';
import { quietly } from '../log/log.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import type { Runs } from '../sending/runs.ts';

/** The history of responses and its view. The store is opened when a response is stored or the view is visible. */
export class HistoryViews implements vscode.Disposable {
  readonly #parts: Omit<HistoryParts, 'tree'>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: vscode.TreeView<HistoryRow>;
  readonly #listening: vscode.Disposable;
  readonly #keeping = new Set<Promise<unknown>>();
  #history: History | undefined;

  constructor(parts: Omit<HistoryParts, 'tree'>, runs: Runs, active: ActiveRuns) {
    this.#parts = parts;
    this.#view = vscode.window.createTreeView<HistoryRow>('req.history', {
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
    this.#listening = vscode.Disposable.from(
      active.onDidChangeLong(() => this.#changed.fire(undefined)),
      runs.onDidFinish((run) => {
        if (!parts.settings().enabled) return;
        run.record.share();
        const keeping = quietly('keeping a response', async () => this.open().keep(run)).finally(() => {
          run.record.dispose();
          this.#keeping.delete(keeping);
        });
        this.#keeping.add(keeping);
      }),
    );
  }

  /** The selected row of the view. */
  get selected(): HistoryRow | undefined {
    return this.#view.selection[0];
  }

  /** Resolves when all finished runs are stored. */
  async kept(): Promise<void> {
    await Promise.all(this.#keeping);
  }

  open(): History {
    const tree = { view: this.#view, refresh: () => this.#changed.fire(undefined) };
    return (this.#history ??= openHistory({ ...this.#parts, tree }));
  }

  /** A stored run; undefined if it was deleted. */
  async find(id: string): Promise<RunRecord | undefined> {
    const run = await quietly('reading the history', async () => this.open().find(id));
    return run && this.#parts.replayStored(run);
  }

  /** Shows the rows again, as after files were renamed. */
  refresh(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#view.dispose();
    this.#changed.dispose();
    this.#history?.dispose();
  }
}
