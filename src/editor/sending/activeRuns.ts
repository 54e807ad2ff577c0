import * as vscode from 'vscode';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { findAgain } from '../../language/atStart.ts';
import type { Block, DocumentTree, ExchangeStore } from '../../language/index.ts';
import { LastResults } from './lastResults.ts';
import type { Exchanges } from '../../runner/index.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';

export interface ActiveRun {
  /** Share it to keep it after the run. */
  readonly record: RunRecord;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly stop: AbortController;
  /** Never rejects. */
  readonly done: Promise<void>;
}

/** Milliseconds after which a run counts as long. Shorter runs are not shown as running. */
const long = 150;

/** The state of runs for lenses and hovers, without loading the code that sends: active runs and the last exchanges. */
export class ActiveRuns implements vscode.Disposable {
  /** By root of the collection. */
  readonly exchanges = new Map<string, Exchanges>();
  readonly results = new LastResults();
  readonly #runs = new Set<ActiveRun>();
  readonly #long = new Set<ActiveRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #longChanged = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** A run became long, or a long run ended. UI for every run would take longer to render than most runs. */
  readonly onDidChangeLong = this.#longChanged.event;

  /** All runs, the newest last. */
  get all(): readonly ActiveRun[] {
    return [...this.#runs];
  }

  /** The long runs, the newest last. */
  get long(): readonly ActiveRun[] {
    return this.all.filter((run) => this.#long.has(run));
  }

  add(run: ActiveRun): void {
    this.#runs.add(run);
    this.#changed.fire();
    setTimeout(() => {
      if (!this.#runs.has(run)) return;
      this.#long.add(run);
      this.#longChanged.fire();
    }, long);
  }

  delete(run: ActiveRun): void {
    this.#runs.delete(run);
    this.#changed.fire();
    if (this.#long.delete(run)) this.#longChanged.fire();
  }

  find(id: string | undefined): ActiveRun | undefined {
    return this.all.find(({ record }) => record.id === id);
  }

  /** The active runs of a document and of its fences, the newest last. */
  inDocument(uri: vscode.Uri): readonly ActiveRun[] {
    return this.all.filter(({ record }) => documentUriOf(record.uri).toString() === uri.toString());
  }

  /** The active runs of a document, by their blocks in the current text. */
  of(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
    return blocksOf(this.#runs, uri, tree);
  }

  /** Like `of`, only long runs. */
  longOf(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
    return blocksOf(this.#long, uri, tree);
  }

  /** Cancels a run; received data stays. False if it was over. */
  cancel(id: string): boolean {
    const run = this.find(id);
    run?.stop.abort();
    return run !== undefined;
  }

  cancelAll(): void {
    for (const { stop } of this.#runs) stop.abort();
  }

  /** Resolves when the runs that are active now are over. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map(({ done }) => done));
  }

  /** The last exchanges of a collection, for `{{name.response…}}`. */
  exchangesOf(root: string): ExchangeStore {
    const exchanges = (): Exchanges | undefined => this.exchanges.get(root);
    return {
      find: (name) => exchanges()?.find(name),
      hides: (name) => exchanges()?.hides?.(name) ?? [],
      taint: (name) => exchanges()?.taint?.(name),
      time: (name) => exchanges()?.time?.(name),
    };
  }

  dispose(): void {
    this.cancelAll();
    this.results.dispose();
    this.#changed.dispose();
    this.#longChanged.dispose();
  }
}

function blocksOf(runs: Iterable<ActiveRun>, uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
  const found = new Map<Block, string>();
  for (const run of runs) {
    const { record } = run;
    if (record.uri.toString() !== uri.toString()) continue;
    const request = findAgain(tree, record.request);
    if (request !== undefined) found.set(request.block, record.id);
  }
  return found;
}
