import * as vscode from 'vscode';
import type { DocumentUri } from '../../response/record/runRecord.ts';
import { findAgain, type Block, type DocumentTree, type ExchangeStore, type RequestIdentity } from '../../language/index.ts';
import type { Exchanges } from '../../runner/index.ts';

/** A run in progress. */
export interface ActiveRun {
  readonly id: string;
  readonly uri: DocumentUri;
  readonly request: RequestIdentity;
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
  readonly #runs = new Set<ActiveRun>();
  readonly #long = new Set<ActiveRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #longChanged = new vscode.EventEmitter<void>();
  /** A run started or ended. */
  readonly onDidChange = this.#changed.event;
  /** A run became long, or a long run ended. UI that is redrawn for every run would take longer than most runs. */
  readonly onDidChangeLong = this.#longChanged.event;

  get size(): number {
    return this.#runs.size;
  }

  get hasLong(): boolean {
    return this.#long.size > 0;
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
    return [...this.#runs].find((run) => run.id === id);
  }

  /** The active runs of a document, by the block that they belong to in the current text. */
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
    this.#changed.dispose();
    this.#longChanged.dispose();
  }
}

function blocksOf(runs: Iterable<ActiveRun>, uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
  const found = new Map<Block, string>();
  for (const run of runs) {
    if (run.uri.toString() !== uri.toString()) continue;
    const request = findAgain(tree, run.request);
    if (request !== undefined) found.set(request.block, run.id);
  }
  return found;
}
