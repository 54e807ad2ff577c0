import type * as vscode from 'vscode';
import type { EntryNode, HistoryNode } from '../../response/history/historyEntries.ts';
import type { HistoryLimits } from '../../response/history/historyStore.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts, StoredRun } from '../../response/record/storedRun.ts';

/** What the settings say. */
export interface HistorySettings extends HistoryLimits {
  readonly enabled: boolean;
  /** Bytes of one response that are kept. */
  readonly entrySize: number;
}

/** What the history works with. */
export interface HistoryParts {
  /** Where it is kept. */
  readonly folder: string;
  readonly settings: () => HistorySettings;
  readonly tree: { readonly view: vscode.TreeView<HistoryNode>; readonly refresh: () => void };
  readonly nameOf: (root: string) => string;
  /** Shows a run that is over in the panel. */
  readonly show: (record: RunRecord) => void;
  readonly tellAgain: (run: StoredRun) => Promise<RunRecord>;
  /** The record of a run whose panel is open, if this is one. */
  readonly shown: (id: string) => RunRecord | undefined;
  /** Sends a text in the place of the file that the entry is of. */
  readonly sendText: (facts: StoredFacts, text: string) => Promise<unknown>;
  /** Sends the request of the file as it is now. */
  readonly sendFromFile: (facts: StoredFacts) => Promise<unknown>;
  /** Of the request's collection, but for that in which it was sent. */
  readonly environmentsOf: (record: RunRecord) => Promise<readonly string[]>;
  /** Sends the request of a run in an environment; undefined where it cannot be. */
  readonly sendIn: (record: RunRecord, environment: string) => Promise<RunRecord | undefined>;
  readonly ignored: () => readonly string[];
  /** Runs work whose failure is only logged. */
  readonly quietly: <T>(what: string, work: () => T | PromiseLike<T>) => Promise<T | undefined>;
}

export const isEntry = (node: unknown): node is EntryNode =>
  typeof node === 'object' && node !== null && (node as { readonly kind?: unknown }).kind === 'entry';
