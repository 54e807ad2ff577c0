import type * as vscode from 'vscode';
import type { EntryNode, HistoryNode } from '../../response/history/historyEntries.ts';
import type { HistoryLimits } from '../../response/history/historyStore.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts, StoredRun } from '../../response/record/storedRun.ts';

/** Settings of the history. */
export interface HistorySettings extends HistoryLimits {
  readonly enabled: boolean;
  /** Maximum bytes that are stored of one response. */
  readonly entrySize: number;
}

/** What the history needs from the editor. */
export interface HistoryParts {
  /** Folder of the stored runs. */
  readonly folder: string;
  readonly settings: () => HistorySettings;
  readonly tree: { readonly view: vscode.TreeView<HistoryNode>; readonly refresh: () => void };
  readonly nameOf: (root: string) => string;
  /** Shows a finished run in the panel. */
  readonly show: (record: RunRecord) => void;
  readonly tellAgain: (run: StoredRun) => Promise<RunRecord>;
  /** The record of a run that a panel shows. */
  readonly shown: (id: string) => RunRecord | undefined;
  /** Sends a text as if it were the file of the entry. */
  readonly sendText: (facts: StoredFacts, text: string) => Promise<unknown>;
  /** Sends the request as its file defines it now. */
  readonly sendFromFile: (facts: StoredFacts) => Promise<unknown>;
  /** Environments of the request's collection, except the one it was sent in. */
  readonly environmentsOf: (record: RunRecord) => Promise<readonly string[]>;
  /** Sends the request of a run in another environment; undefined if it cannot be sent. */
  readonly sendIn: (record: RunRecord, environment: string) => Promise<RunRecord | undefined>;
  readonly ignored: () => readonly string[];
  /** Runs work whose failure is only logged. */
  readonly quietly: <T>(what: string, work: () => T | PromiseLike<T>) => Promise<T | undefined>;
}

export const isEntry = (node: unknown): node is EntryNode =>
  typeof node === 'object' && node !== null && (node as { readonly kind?: unknown }).kind === 'entry';
