import * as vscode from 'vscode';
import type { FinishedRun } from '../../response/record/finishedRun.ts';
import { HistoryCommands } from './historyCommands.ts';
import { Comparisons } from './comparisons.ts';
import { storedRunOf } from '../../response/history/keepRun.ts';
import type { HistoryParts } from './historyParts.ts';
import type { StoredFacts, StoredRun } from '../../response/record/storedRun.ts';
import { HistoryStore } from '../../response/history/historyStore.ts';
import { HistoryRows } from './historyTree.ts';

export type { HistoryRow } from '../../response/history/historyEntries.ts';
export type { HistoryParts } from './historyParts.ts';

/** Milliseconds without a new response before old entries are deleted. */
const calm = 5000;

export interface History extends vscode.Disposable {
  readonly rows: HistoryRows;
  readonly commands: HistoryCommands;
  readonly comparisons: Comparisons;
  /** Stores a run if the history is enabled. */
  keep(run: FinishedRun): Promise<void>;
  find(id: string): Promise<StoredRun | undefined>;
  /** All entries, newest first. */
  entries(): Promise<readonly StoredFacts[]>;
}

export function openHistory(parts: HistoryParts): History {
  const store = new HistoryStore(parts.folder, Date.now, parts.uriNow);
  const rows = new HistoryRows(parts, store);
  const comparisons = new Comparisons(parts.ignored);
  const commands = new HistoryCommands(parts, store, rows, comparisons);
  let timer: NodeJS.Timeout | undefined;
  const sweep = (): void =>
    void parts.quietly('sweeping the history', async () => (await store.sweep(parts.settings())) > 0 && parts.tree.refresh());
  const sweepSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(sweep, calm);
  };
  // Another window may have changed the store.
  const focused = vscode.window.onDidChangeWindowState((state) => state.focused && parts.tree.view.visible && parts.tree.refresh());
  sweepSoon();
  return {
    rows,
    commands,
    comparisons,
    async keep(run) {
      const { enabled, entrySize } = parts.settings();
      const stored = enabled ? await storedRunOf(run, entrySize) : undefined;
      if (stored === undefined) return;
      await store.write(stored);
      parts.tree.refresh();
      sweepSoon();
    },
    find: (id) => store.read(id),
    entries: async () => (await store.list()).entries,
    dispose: () => {
      clearTimeout(timer);
      focused.dispose();
      comparisons.dispose();
    },
  };
}
