import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { isRequest, listRequests, type DocumentTree, type RequestSummary } from '../language/index.ts';
import type { Exchanges, Host, RunEvent, Runner } from '../runner/index.ts';
import type { Decode } from './response/bodyText.ts';
import { RunRecord } from './response/runRecord.ts';
import { maxBodySizeOf, scriptLimitsOf, sendDefaultsOf } from './settings.ts';
import type { Known } from './surroundings.ts';
import type { VariableStores } from './variableStores.ts';

/** Tells a request of a file apart from the others, also while lines move: its name, title or request line, and which of the like. */
export function keyOfRequest(tree: DocumentTree, request: RequestSummary): string {
  const label = (r: RequestSummary): string => r.name || `${r.method} ${r.urlTemplate}`;
  const like = listRequests(tree).filter((r) => label(r) === label(request));
  return `${label(request)}#${like.findIndex((r) => r.block === request.block)}`;
}

interface Active {
  readonly record: RunRecord;
  readonly stop: AbortController;
  readonly done: Promise<unknown>;
}

/** The runner's bundle, once it is read. */
interface Loaded {
  readonly runner: Runner;
  readonly limits: string;
  readonly memoryExchanges: () => Exchanges;
  readonly decodeBody: Decode;
}

/** Sends requests and knows which are under way. Sending a request again first ends its old run. */
export class Runs implements vscode.Disposable {
  readonly #host: Host;
  readonly #variables: VariableStores;
  readonly #extensionUri: vscode.Uri;
  readonly #version: string;
  readonly #active = new Map<string, Active>();
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

  isRunning(uri: vscode.Uri, key: string): boolean {
    return this.#active.has(`${uri.toString()} ${key}`);
  }

  /** The last exchanges of a collection, for `{{name.response…}}`. */
  exchangesOf(root: string): Pick<Exchanges, 'find'> {
    return { find: (name) => this.#exchanges.get(root)?.find(name) };
  }

  /** Sends a request and resolves when it is over; everything is told by its record. */
  async send(known: Known, request: RequestSummary): Promise<RunRecord> {
    if (!isRequest(request.block)) throw new Error('not a request');
    const id = `${known.document.uri.toString()} ${keyOfRequest(known.tree, request)}`;
    const old = this.#active.get(id);
    if (old !== undefined) {
      old.stop.abort();
      await old.done;
    }
    const stop = new AbortController();
    const record = new RunRecord(randomUUID(), known.document.uri, request, known.environment ?? null);
    const done = this.#run(known, request, record, stop.signal).finally(() => {
      if (this.#active.get(id)?.record === record) this.#active.delete(id);
      this.#tell();
    });
    this.#active.set(id, { record, stop, done });
    this.#started.fire(record);
    this.#tell();
    await done;
    return record;
  }

  /** Ends a run at once; what has arrived stays. False where none runs. */
  cancel(uri: vscode.Uri, key: string): boolean {
    const active = this.#active.get(`${uri.toString()} ${key}`);
    active?.stop.abort();
    return active !== undefined;
  }

  cancelRun(runId: string): boolean {
    const active = [...this.#active.values()].find((a) => a.record.id === runId);
    active?.stop.abort();
    return active !== undefined;
  }

  cancelAll(): void {
    for (const { stop } of this.#active.values()) stop.abort();
  }

  dispose(): void {
    this.cancelAll();
    this.#changed.dispose();
    this.#started.dispose();
    void this.#runner?.then(({ runner }) => runner.dispose());
  }

  async #run(known: Known, request: RequestSummary, record: RunRecord, signal: AbortSignal): Promise<void> {
    const { runner, memoryExchanges, decodeBody } = await this.#load();
    const { root } = known.collection;
    let exchanges = this.#exchanges.get(root);
    if (exchanges === undefined) this.#exchanges.set(root, (exchanges = memoryExchanges()));
    const run = runner.run(
      {
        context: known.contextOf(request.block),
        variables: this.#variables.of(root),
        exchanges,
        defaults: sendDefaultsOf(),
        mode: 'send',
        keepBody: false,
        emit: (e: RunEvent) => record.apply(e),
      },
      signal,
    );
    record.use(run.mask, decodeBody);
    await run.done;
  }

  /** The runner's bundle is read at the first send. New limits make a new runner. */
  async #load(): Promise<Loaded> {
    const limits = JSON.stringify([scriptLimitsOf(), maxBodySizeOf()]);
    const old = await this.#runner;
    if (old?.limits === limits) return old;
    void old?.runner.dispose();
    this.#runner = import('../runner/index.ts').then(({ createRunner, memoryExchanges, decodeBody }) => {
      const workerFile = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'scriptWorker.cjs').fsPath;
      const runner = createRunner({
        host: this.#host,
        workerFile,
        userAgent: `Req/${this.#version}`,
        maxBodySize: maxBodySizeOf(),
        scriptLimits: scriptLimitsOf(),
      });
      return { runner, limits, memoryExchanges, decodeBody };
    });
    return this.#runner;
  }

  #tell(): void {
    this.#changed.fire();
  }
}
