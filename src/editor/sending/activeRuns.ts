import * as vscode from 'vscode';
import type { DocumentUri } from '../../response/record/runRecord.ts';
import { findAgain, type Block, type DocumentTree, type ExchangeStore, type RequestIdentity } from '../../language/index.ts';
import type { Exchanges } from '../../runner/index.ts';

/** A run under way. */
export interface ActiveRun {
  readonly id: string;
  readonly uri: DocumentUri;
  readonly request: RequestIdentity;
  readonly stop: AbortController;
  /** Never rejects. */
  readonly done: Promise<void>;
}

/** Milliseconds after which a run is long: one that is over sooner need not be shown as under way. */
const long = 150;

/** What lenses and hovers know of runs, with nothing read that sends: which are under way, and what the last ones brought. */
export class ActiveRuns implements vscode.Disposable {
  /** Of each collection, by its root. */
  readonly exchanges = new Map<string, Exchanges>();
  readonly #runs = new Set<ActiveRun>();
  readonly #long = new Set<ActiveRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #longChanged = new vscode.EventEmitter<void>();
  /** A run began or ended. */
  readonly onDidChange = this.#changed.event;
  /** A run is long now, or such a one ended. What is drawn anew for each run draws with VS Code, which takes longer than many a run. */
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

  /** Those of a document, by the block they are of as its text is now: a run keeps its request while it is edited. */
  of(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
    return blocksOf(this.#runs, uri, tree);
  }

  /** The long ones of them. */
  longOf(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
    return blocksOf(this.#long, uri, tree);
  }

  /** Ends a run at once; what has arrived stays. False where it is over already. */
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
