import * as vscode from 'vscode';
import { showDuration } from '../../base/text/durationText.ts';
import { t } from '../../base/l10n.ts';
import { findAgain, identify } from '../../language/atStart.ts';
import type { Block, DocumentTree } from '../../language/index.ts';
import type { DocumentUri, RunRecord } from '../../response/record/runRecord.ts';
import type { StoredFacts } from '../../response/record/storedRun.ts';

/** The result of a request's last run. */
export interface LastResult {
  readonly runId: string;
  /** `200 · 18 ms · 3 of 5 ✓` */
  readonly text: string;
}

/** Maximum results, and maximum records among them, whose bodies take memory. */
const mostResults = 1000;
const mostRecords = 20;

/** Milliseconds for which results are batched: re-rendering the lenses for each of many short runs would slow them down. */
const restMs = 100;

/** The last result of each request, for lenses and to show its response again. */
export class LastResults implements vscode.Disposable {
  /** By document and key of the request, the oldest first. */
  readonly #results = new Map<string, LastResult & { readonly uri: DocumentUri; readonly request: RunRecord['request'] }>();
  readonly #records = new Map<string, RunRecord>();
  readonly #changed = new vscode.EventEmitter<void>();
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChange = this.#changed.event;

  /** Adds a finished run. */
  add(record: RunRecord, facts: StoredFacts): void {
    const { id: runId, uri, request } = record;
    const key = keyOf(uri, request);
    this.#release(this.#results.get(key)?.runId);
    this.#results.delete(key);
    this.#results.set(key, { runId, text: resultText(facts), uri, request });
    this.#records.set(runId, record.share());
    for (const [old] of this.#records) if (this.#records.size > mostRecords) this.#release(old);
    for (const [old] of this.#results) if (this.#results.size > mostResults) this.#results.delete(old);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#changed.fire();
    }, restMs);
  }

  /** Moves the results of renamed documents. */
  move(move: (uri: DocumentUri) => DocumentUri): void {
    const moved = Array.from(this.#results, ([key, result]) => ({ key, result, uri: move(result.uri) })).filter(
      ({ result, uri }) => uri !== result.uri,
    );
    for (const { key, result, uri } of moved) {
      this.#results.delete(key);
      this.#results.set(keyOf(uri, result.request), { ...result, uri });
    }
    // A refresh of the lenses for each renamed file of another language would be in vain.
    if (moved.length > 0) this.#changed.fire();
  }

  /** The records that are still available. */
  get records(): readonly RunRecord[] {
    return [...this.#records.values()];
  }

  /** The record of a run, if it is still available. */
  record(runId: string): RunRecord | undefined {
    return this.#records.get(runId);
  }

  /** The results of a document, by the block of the current text. */
  of(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, LastResult> {
    const found = new Map<Block, LastResult>();
    const text = uri.toString();
    const own = new Set<Block>();
    for (const result of this.#results.values()) {
      const request = result.uri.toString() === text ? findAgain(tree, result.request) : undefined;
      if (request === undefined) continue;
      // The result of another request that is gone must not replace it.
      if (identify(tree, request).key === result.request.key) own.add(request.block);
      else if (own.has(request.block)) continue;
      found.set(request.block, result);
    }
    return found;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const runId of this.#records.keys()) this.#release(runId);
    this.#changed.dispose();
  }

  #release(runId: string | undefined): void {
    if (runId === undefined) return;
    this.#records.get(runId)?.dispose();
    this.#records.delete(runId);
  }
}

const keyOf = (uri: DocumentUri, request: RunRecord['request']): string => `${uri.toString()} ${request.key}`;

function resultText({ status, outcome, duration, tests }: StoredFacts): string {
  const count = tests.passed + tests.failed;
  const ended = outcome === 'failed' ? t('Failed') : outcome === 'cancelled' ? t('Cancelled') : undefined;
  return [
    ...(status === null ? [] : [String(status)]),
    ...(ended === undefined ? [] : [ended]),
    ...(duration > 0 ? [showDuration(duration)] : []),
    ...(count === 0 ? [] : [t('{0} of {1} ✓', tests.passed, count)]),
  ].join(' · ');
}
