import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { ReqError, toFailure } from '../base/reqError.ts';
import {
  identify,
  textPathOf,
  type FoundPlaceholder,
  type RequestSummary,
  type ResolvedRequest,
  type SendDefaults,
} from '../language/index.ts';
import type {
  Cookies,
  Exchanges,
  Host,
  KeptBody,
  Run,
  RunEvent,
  RunInput,
  Runner,
  SnapshotMode,
  StreamText,
  ValueText,
} from '../runner/index.ts';
import type { ActiveRun, ActiveRuns } from './activeRuns.ts';
import { log } from './log.ts';
import { hidesNothing, type Hiding } from './response/hiding.ts';
import { RunNotes, type Note } from './response/runNotes.ts';
import type { TextDecoding } from './response/recordText.ts';
import { RunRecord } from './response/runRecord.ts';
import { directivesOf, tellAgain, type StoredRun } from './response/storedRun.ts';
import { networkSettingsOf } from './networkSettings.ts';
import { runLimitsOf, sendDefaultsOf } from './settings.ts';
import type { Known } from './surroundings.ts';
import type { VariableStores } from './variableStores.ts';

/** The runner's bundle, once it is read. */
interface Loaded {
  readonly runner: Runner;
  readonly memoryExchanges: () => Exchanges;
  readonly decoding: TextDecoding;
  readonly KeptBody: new () => KeptBody;
  readonly StreamText: new (path: string | undefined) => StreamText;
}

/** A run that is over, for who keeps it: its record is gone when all were told, unless somebody shares it. */
export interface FinishedRun {
  readonly record: RunRecord;
  /** The collection's. */
  readonly root: string;
  readonly notes: readonly Note[];
  readonly directives: readonly string[];
  /** With all secrets that the run met. */
  readonly hiding: Hiding;
}

/** Which request a run is of. */
export type RunPlace = Pick<RunRecord, 'uri' | 'request' | 'environment'>;

/** How a send differs from one by a person. */
export interface SendBy {
  /** Whom it asks instead. */
  readonly host?: Host;
  readonly defaults?: Partial<SendDefaults>;
  readonly signal?: AbortSignal;
  /** What becomes of them; without it those that are missing are kept. */
  readonly snapshots?: SnapshotMode | undefined;
}

/** Sends requests. Sending a request again first ends its old run. */
export class Runs implements vscode.Disposable {
  readonly #host: Host;
  readonly #variables: VariableStores;
  readonly #extensionUri: vscode.Uri;
  readonly #version: string;
  readonly #active: ActiveRuns;
  readonly #started = new vscode.EventEmitter<RunRecord>();
  readonly #finished = new vscode.EventEmitter<FinishedRun>();
  #runner: Promise<Loaded> | undefined;
  readonly onDidStart = this.#started.event;
  readonly onDidFinish = this.#finished.event;

  constructor(host: Host, variables: VariableStores, active: ActiveRuns, context: vscode.ExtensionContext) {
    this.#host = host;
    this.#variables = variables;
    this.#active = active;
    this.#extensionUri = context.extensionUri;
    this.#version = String((context.extension.packageJSON as { readonly version?: unknown }).version);
  }

  /**
   * Sends a request and resolves when it is over; everything is told by its record.
   * @param as what it is the run of, where that is not where its text stands
   */
  async send(
    known: Known,
    request: RequestSummary,
    as: RunPlace = { uri: known.document.uri, request: identify(known.tree, request), environment: known.environment ?? null },
    by: SendBy = {},
  ): Promise<RunRecord> {
    const running = (): ActiveRun | undefined => this.#active.find(this.#active.of(known.document.uri, known.tree).get(request.block));
    // Two who wait for the same run both go on when it is over: the second then ends the run of the first.
    for (let old = running(); old !== undefined; old = running()) {
      old.stop.abort();
      await old.done;
    }
    const stop = new AbortController();
    const record = new RunRecord(randomUUID(), as.uri, as.request, as.environment);
    // Also when nobody looks at it any more.
    record.share();
    const done = this.#run(known, request, record, by.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, by.signal]), by)
      .catch((e: unknown) => {
        log().error(e instanceof Error ? e : String(e));
        record.broke(toFailure(e));
      })
      .finally(() => {
        record.dispose();
        this.#active.delete(active);
      });
    const active: ActiveRun = { id: record.id, uri: record.uri, request: record.request, stop, done };
    this.#active.add(active);
    this.#started.fire(record);
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

  /** The cookies of a collection, by its root, in an environment. */
  async cookies(root: string, environment: string | undefined): Promise<Cookies> {
    return (await this.#load()).runner.cookies(root, environment);
  }

  /** Forgets the tokens that programs have printed. */
  async forgetTokens(): Promise<void> {
    (await this.#runner)?.runner.forgetTokens();
  }

  dispose(): void {
    this.#started.dispose();
    this.#finished.dispose();
    this.#runner?.then(({ runner }) => runner.dispose()).catch(() => undefined);
  }

  async #run(known: Known, request: RequestSummary, record: RunRecord, signal: AbortSignal, by: SendBy): Promise<void> {
    const { decoding, KeptBody, StreamText } = await this.#load();
    const body = new KeptBody();
    const notes = new RunNotes();
    const emit = (e: RunEvent): void => {
      notes.push(e);
      record.apply(e);
    };
    const run = await this.#begin(
      known,
      request,
      { id: record.id, mode: 'send', emit, onResolved: (r) => (record.resolved = r), body, snapshots: by.snapshots ?? 'write' },
      signal,
      by,
    );
    record.textReading = { makeText: (path) => new StreamText(path), written: textPathOf(known.contextOf(request.block)) };
    record.use(run, decoding, body, () => new KeptBody());
    await run.done;
    this.#finished.fire({
      record,
      root: known.collection.root,
      notes: notes.all,
      directives: directivesOf(known.tree, request.block),
      hiding: run,
    });
  }

  /** A record that tells what a run told that was kept. */
  async tellAgain(stored: StoredRun): Promise<RunRecord> {
    const { decoding, KeptBody, StreamText } = await this.#load();
    const { id, uri, request, environment } = stored.facts;
    const record = new RunRecord(id, vscode.Uri.parse(uri), request, environment);
    const body = new KeptBody();
    const written = stored.facts.directives.findLast((d) => d.startsWith('text '))?.slice('text '.length);
    record.textReading = { makeText: (path) => new StreamText(path), written };
    record.use(hidesNothing, decoding, body, () => new KeptBody());
    tellAgain(record, stored, body);
    return record;
  }

  async #begin(
    known: Known,
    request: RequestSummary,
    how: Pick<RunInput, 'id' | 'mode' | 'emit' | 'onResolved' | 'body' | 'snapshots'>,
    signal: AbortSignal,
    { host, defaults }: SendBy = {},
  ): Promise<Run> {
    const { runner, memoryExchanges } = await this.#load();
    const { root } = known.collection;
    let exchanges = this.#active.exchanges.get(root);
    if (exchanges === undefined) this.#active.exchanges.set(root, (exchanges = memoryExchanges()));
    return runner.run(
      {
        context: known.contextOf(request.block),
        variables: this.#variables.of(root),
        exchanges,
        defaults: { ...sendDefaultsOf(), ...defaults },
        ...(host === undefined ? {} : { host }),
        network: networkSettingsOf(vscode.workspace.getWorkspaceFolder(known.document.uri)?.uri.fsPath ?? root),
        requests: known.requests,
        limits: runLimitsOf(),
        ...how,
      },
      signal,
    );
  }

  /** The value of a placeholder as a send would find it, secrets included; nothing is run and nobody is asked. */
  async valueOf(known: Known, found: FoundPlaceholder): Promise<ValueText> {
    const { runner } = await this.#load();
    return runner.valueOf(found, known.contextOf(found.block), known.exchanges);
  }

  /** The runner's bundle is read at the first send, once; one that could not be read is tried again. */
  #load(): Promise<Loaded> {
    this.#runner ??= import('../runner/index.ts').then(
      ({ createRunner, memoryExchanges, charsetOfBody, decodeBody, KeptBody, StreamText }) => {
        const workerFile = vscode.Uri.joinPath(this.#extensionUri, 'dist', 'scriptWorker.cjs').fsPath;
        const runner = createRunner({ host: this.#host, workerFile, userAgent: `Req/${this.#version}` });
        return { runner, memoryExchanges, decoding: { decode: decodeBody, charsetOf: charsetOfBody }, KeptBody, StreamText };
      },
    );
    this.#runner.catch(() => (this.#runner = undefined));
    return this.#runner;
  }
}
