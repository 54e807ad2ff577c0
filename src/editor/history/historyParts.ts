import type * as vscode from 'vscode';
import type { EntryNode, HistoryRow, RunningNode } from '../../response/history/historyEntries.ts';
import type { HistoryLimits } from '../../response/history/historyStore.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts, StoredRun } from '../../response/record/storedRun.ts';

export interface HistorySettings extends HistoryLimits {
  readonly enabled: boolean;
  /** Maximum bytes that are stored of one response. */
  readonly entrySize: number;
}

export interface HistoryParts {
  readonly folder: string;
  readonly settings: () => HistorySettings;
  readonly tree: { readonly view: vscode.TreeView<HistoryRow>; readonly refresh: () => void };
  /** The runs in progress, the newest first. */
  readonly running: () => readonly RunningNode[];
  /** Shows a run in progress in the panel. False if it is over and no panel shows it. */
  readonly showRunning: (id: string) => boolean;
  readonly nameOf: (root: string) => string;
  /** Where a document is now that had a URI at a time, in milliseconds since 1970. */
  readonly uriNow: (uri: string, since: number) => string;
  readonly show: (record: RunRecord) => void;
  readonly replayStored: (run: StoredRun) => Promise<RunRecord>;
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

const isOfKind = (node: unknown, kind: HistoryRow['kind']): boolean =>
  typeof node === 'object' && node !== null && (node as { readonly kind?: unknown }).kind === kind;

export const isEntry = (node: unknown): node is EntryNode => isOfKind(node, 'entry');
export const isRunning = (node: unknown): node is RunningNode => isOfKind(node, 'running');
