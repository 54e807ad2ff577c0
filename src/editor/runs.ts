import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { ReqError, toFailure } from '../base/reqError.ts';
import {
  findAgain,
  identify,
  type Block,
  type DocumentTree,
  type ExchangeStore,
  type RequestSummary,
  type ResolvedRequest,
} from '../language/index.ts';
import type { Exchanges, Host, Run, RunInput, Runner } from '../runner/index.ts';
import { log } from './log.ts';
import type { Decode } from './response/bodyText.ts';
import { RunRecord } from './response/runRecord.ts';
import { runLimitsOf, sendDefaultsOf } from './settings.ts';
import type { Known } from './surroundings.ts';
import type { VariableStores } from './variableStores.ts';

interface Active {
  readonly record: RunRecord;
  readonly stop: AbortController;
  /** Never rejects. */
  readonly done: Promise<void>;
}

/** The runner's bundle, once it is read. */
interface Loaded {
  readonly runner: Runner;
  readonly memoryExchanges: () => Exchanges;
  readonly decodeBody: Decode;
}

/** Sends requests and knows which are under way. Sending a request again first ends its old run. */
export class Runs implements vscode.Disposable {
  readonly #host: Host;
  readonly #variables: VariableStores;
  readonly #extensionUri: vscode.Uri;
  readonly #version: string;
  readonly #active = new Set<Active>();
  readonly #exchanges = new Map<string, Exchanges>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #started = new vscode.EventEmitter<RunRecord>();
  #runner: Promise<Loaded> | undefined;
  /** A run began or ended. */
  readonly onDidChange = this.#changed.event;
  readonly onDidStart = this.#started.event;

  constructor(host: Host, variables: VariableStores, context: vscode.ExtensionContext) {
    this.#host = host;
    this.#variables = variables;
    this.#extensionUri = context.extensionUri;
    this.#version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  }

  get running(): number {
    return this.#active.size;
  }

  /** The runs under way in a document, by the block they are of as its text is now: a run keeps its request while it is edited. */
  runningIn(uri: vscode.Uri, tree: DocumentTree): ReadonlyMap<Block, string> {
    const found = new Map<Block, string>();
    for (const { record } of this.#active) {
      if (record.uri.toString() !== uri.toString()) continue;
      const request = findAgain(tree, record.request);
      if (request !== undefined) found.set(request.block, record.id);
    }
    return found;
  }

  /** The last exchanges of a collection, for `{{name.response…}}`. */
  exchangesOf(root: string): ExchangeStore {
    const exchanges = (): Exchanges | undefined => this.#exchanges.get(root);
    return {
      find: (name) => exchanges()?.find(name),
      hides: (name) => exchanges()?.hides?.(name) ?? [],
      time: (name) => exchanges()?.time?.(name),
    };
  }

  /** Sends a request and resolves when it is over; everything is told by its record. */
  async send(known: Known, request: RequestSummary): Promise<RunRecord> {
    const running = (): Active | undefined => {
      const id = this.runningIn(known.document.uri, known.tree).get(request.block);
      return [...this.#active].find((a) => a.record.id === id);
    };
    // Two who wait for the same run both go on when it is over: the second then ends the run of the first.
    for (let old = running(); old !== undefined; old = running()) {
      old.stop.abort();
      await old.done;
    }
    const stop = new AbortController();
    const record = new RunRecord(randomUUID(), known.document.uri, identify(known.tree, request), known.environment ?? null);
    const done = this.#run(known, request, record, stop.signal)
      .catch((e: unknown) => {
        log().error(e instanceof Error ? e : String(e));
        record.broke(toFailure(e));
      })
      .finally(() => {
        this.#active.delete(active);
        this.#tell();
      });
    const active: Active = { record, stop, done };
    this.#active.add(active);
    this.#started.fire(record);
    this.#tell();
    await done;
    return record;
  }

  /**
   * What a send would send, its secrets too: scripts before it run, what must be asked for is asked, nothing is sent. Undefined
   * where a person or the signal ended it.
   * @throws {ReqError} where it cannot be sent
   */
  async resolve(known: Known, request: RequestSummary, signal: AbortSignal): Promise<ResolvedRequest | undefined> {
    let resolved: ResolvedRequest | undefined;
    const run = await this.#begin(known, request, { mode: 'dry', emit: () => {}, onResolved: (r) => (resolved = r) }, signal);
    const { outcome, failure } = await run.done;
    if (failure !== undefined && outcome !== 'cancelled') throw new ReqError(failure.kind, failure.message);
    return resolved;
  }

  /** Ends a run at once; what has arrived stays. False where it is over already. */
  cancelRun(runId: string): boolean {
    const active = [...this.#active].find((a) => a.record.id === runId);
    active?.stop.abort();
    return active !== undefined;
  }

  cancelAll(): void {
    for (const { stop } of this.#active) stop.abort();
  }

  dispose(): void {
    this.cancelAll();
    this.#changed.dispose();
    this.#started.dispose();
    this.#runner?.then(({ runner }) => runner.dispose()).catch(() => undefined);
  }

  async #run(known: Known, request: RequestSummary, record: RunRecord, signal: AbortSignal): Promise<void> {
    const { decodeBody } = await this.#load();
    const run = await this.#begin(known, request, { mode: 'send', emit: (e) => record.apply(e) }, signal);
    record.use(run.mask, decodeBody);
    await run.done;
  }

  async #begin(
    known: Known,
    request: RequestSummary,
    how: Pick<RunInput, 'mode' | 'emit' | 'onResolved'>,
    signal: AbortSignal,
  ): Promise<Run> {
    const { runner, memoryExchanges } = await this.#load();
    const { root } = known.collection;
    let exchanges = this.#exchanges.get(root);
    if (exchanges === undefined) this.#exchanges.set(root, (exchanges = memoryExchanges()));
    return runner.run(
      {
        context: known.contextOf(request.block),
        variables: this.#variables.of(root),
        exchanges,
        defaults: sendDefaultsOf(),
        requests: known.requests,
        limits: runLimitsOf(),
        ...how,
      },
      signal,
    );
  }

  /** The runner's bundle is read at the first send, once; one that could not be read is tried again. */
  #load(): Promise<Loaded> {
    this.#runner ??= import('../runner/index.ts').then(({ createRunner, memoryExchanges, decodeBody }) => {
      const workerFile = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'scriptWorker.cjs').fsPath;
      const runner = createRunner({ host: this.#host, workerFile, userAgent: `Req/${this.#version}` });
      return { runner, memoryExchanges, decodeBody };
    });
    this.#runner.catch(() => (this.#runner = undefined));
    return this.#runner;
  }

  #tell(): void {
    this.#changed.fire();
  }
}
