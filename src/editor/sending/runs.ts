import * as vscode from 'vscode';
import { randomUUID } from 'node:crypto';
import { createMask } from '../../base/masks/mask.ts';
import { ReqError, toFailure, type Failure } from '../../base/reqError.ts';
import {
  identify,
  requestOf,
  textPathOf,
  type BlockContext,
  type FoundPlaceholder,
  type RequestSummary,
  type FilledBody,
  type ResolvedRequest,
  type SendDefaults,
} from '../../language/index.ts';
import type {
  CasesOfRun,
  Cookies,
  Destination,
  Exchanges,
  Host,
  Run,
  RunEvent,
  RunInput,
  Runner,
  RunResult,
  StoredVariable,
  ValueText,
  VariableStore,
} from '../../runner/index.ts';
import type * as RunnerBundle from '../../runner/index.ts';
import type { ActiveRun, ActiveRuns } from './activeRuns.ts';
import { previewHost } from './previewHost.ts';
import { ScriptVariables } from '../../runner/scriptVariables.ts';
import { documentUriOf } from '../providers/fencedDocuments.ts';
import { fileOf, uriOf } from '../world/editorFiles.ts';
import { log } from '../log/log.ts';
import { LazyRunner, type LoadedRunner } from './lazyRunner.ts';
import { hidesNothing } from '../../response/record/hiding.ts';
import { RunNotes } from '../../response/record/runNotes.ts';
import type { FinishedRun } from '../../response/record/finishedRun.ts';
import { RunRecord } from '../../response/record/runRecord.ts';
import { directivesOf, replay, type StoredRun } from '../../response/record/storedRun.ts';
import { networkSettingsOf } from '../world/networkSettings.ts';
import { runLimitsOf, sendDefaultsOf } from '../world/settings.ts';
import type { Known } from '../world/editorSurroundings.ts';
import type { ResolveListener, SendBy } from './sendBy.ts';
import type { VariableStores } from './variableStores.ts';

export type RecordingRunner = Pick<Runner, 'run'> & Pick<typeof RunnerBundle, 'planRun' | 'iterationsOf' | 'runCollection'>;

export type RunPlace = Pick<RunRecord, 'request' | 'environment'> & { readonly uri: vscode.Uri };

/** Sends requests. Sending a request again cancels its previous run. */
export class Runs implements vscode.Disposable {
  readonly #host: Host;
  readonly #variables: VariableStores;
  readonly #active: ActiveRuns;
  readonly #started = new vscode.EventEmitter<RunRecord>();
  readonly #finished = new vscode.EventEmitter<FinishedRun>();
  readonly #runner: LazyRunner;
  readonly onDidStart = this.#started.event;
  readonly onDidFinish = this.#finished.event;

  constructor(host: Host, variables: VariableStores, active: ActiveRuns, context: vscode.ExtensionContext) {
    this.#host = host;
    this.#variables = variables;
    this.#active = active;
    this.#runner = new LazyRunner(host, context);
  }

  /**
   * Sends a request and resolves when it is over. Its record contains the result.
   * @param as the request it is recorded for, if that is not the one in the text
   */
  async send(
    known: Known,
    request: RequestSummary,
    as: RunPlace = { uri: known.document.uri, request: identify(known.tree, request), environment: known.environment ?? null },
    by: SendBy = {},
  ): Promise<RunRecord> {
    const running = (): ActiveRun | undefined => this.#active.find(this.#active.of(known.document.uri, known.tree).get(request.block));
    // Two sends may wait for the same run. When it is over both continue; the second then cancels the first.
    for (let old = running(); old !== undefined; old = running()) {
      old.stop.abort();
      await old.done;
    }
    const stop = new AbortController();
    const record = new RunRecord(randomUUID(), as.uri, as.request, as.environment);
    // Keeps the record while the run is active, even if no panel shows it.
    record.share();
    const signal = by.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, by.signal]);
    const { done } = this.#activate(record, stop, this.#run(known, request, record, signal, by));
    this.#started.fire(record);
    await done;
    return record;
  }

  /**
   * Resolves a request as it would be sent, secrets included: runs scripts and prompts, but sends nothing. Undefined if the user or the
   * signal cancelled.
   * @throws {ReqError} if the request cannot be sent
   */
  async resolve(
    known: Known,
    request: RequestSummary,
    signal: AbortSignal,
    { onDescribed = () => {}, onSaved, onSecret, onSubstituted, keepUndefined = false }: ResolveListener = {},
  ): Promise<ResolvedRequest | undefined> {
    let resolved: ResolvedRequest | undefined;
    const host: Host = {
      ...this.#host,
      secret: async (name, root) => {
        const text = await this.#host.secret(name, root);
        if (text !== undefined) onSecret?.(name, text);
        return text;
      },
    };
    const emit = (e: RunEvent): void => {
      if (e.kind === 'substituted') onSubstituted?.(e.substitutions);
    };
    const saved = onSaved === undefined ? {} : { onSaved };
    const how = { mode: 'dry', emit, onResolved: (r: ResolvedRequest) => void (resolved = r), onDescribed, ...saved } as const;
    const run = await this.#begin(known, request, how, signal, {
      host,
      ...(keepUndefined ? { defaults: { undefinedVariables: 'keep' } } : {}),
    });
    const { outcome, failure } = await run.done;
    if (failure !== undefined && outcome !== 'cancelled') throw new ReqError(failure.kind, failure.message);
    return resolved;
  }

  /** Resolves a request like `resolve`, but without prompts and changes of variables. `mask` hides its secrets. */
  async preview(
    known: Known,
    request: RequestSummary,
    emit: (e: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<{ readonly failure: Failure | undefined; readonly mask: (text: string) => string }> {
    const store = this.#variables.of(known.collection.root);
    const copy = [...store.names()].flatMap((name): readonly (readonly [string, StoredVariable])[] => {
      const variable = store.find(name);
      return variable === undefined ? [] : [[name, variable]];
    });
    const by = { host: previewHost(this.#host, request), variables: new ScriptVariables(copy) };
    const run = await this.#begin(known, request, { mode: 'dry', standIns: true, emit }, signal, by);
    return { failure: (await run.done).failure, mask: run.mask };
  }

  /** Sends a request without recording it. `mask` hides the secrets that it used. Undefined if it was cancelled. */
  async fetch(
    known: Known,
    request: RequestSummary,
    signal: AbortSignal,
    { defaults = {}, bodySize }: { readonly defaults?: Partial<SendDefaults>; readonly bodySize?: number } = {},
  ): Promise<(RunResult & Pick<Run, 'mask'>) | undefined> {
    const { module } = await this.#runner.load();
    const limits = bodySize === undefined ? runLimitsOf() : { ...runLimitsOf(), bodySize };
    const how = { mode: 'send', emit: () => {}, snapshots: 'compare', wanted: true, exchanges: module.memoryExchanges(), limits } as const;
    const run = await this.#begin(known, request, how, signal, { defaults });
    const result = await run.done;
    return result.outcome === 'cancelled' ? undefined : { ...result, mask: run.mask };
  }

  /** All receivers of a request: host, proxy, addresses. */
  async destinationOf(known: Known, request: Pick<ResolvedRequest, 'wireUrl' | 'options' | 'secrets'>): Promise<Destination> {
    const { module } = await this.#runner.load();
    const network = networkSettingsOf(vscode.workspace.getWorkspaceFolder(known.document.uri)?.uri.fsPath ?? known.collection.root);
    return module.destinationFinder(this.#host, network, createMask(request.secrets))(request);
  }

  /** Current versions of the files in a body, for `OutgoingMessage.files`. */
  async bodyVersions({ file }: Known, body: FilledBody): Promise<readonly string[]> {
    return (await this.#runner.load()).module.bodyVersions(body, file, this.#host);
  }

  async cookies(root: string, environment: string | undefined): Promise<Cookies> {
    return (await this.#runner.load()).runner.cookies(root, environment);
  }

  async forgetTokens(): Promise<void> {
    (await this.#runner.loaded)?.runner.forgetTokens();
  }

  async tokensKept(): Promise<void> {
    await (await this.#runner.loaded)?.runner.tokensKept();
  }

  dispose(): void {
    this.#started.dispose();
    this.#finished.dispose();
    this.#runner.dispose();
  }

  /**
   * Creates a runner for many requests. Each has its own record, which is disposed after its last event unless it is shared.
   * @param begun called with each record before its first event
   * @param cases of a run of contract cases
   */
  async recording(begun: (record: RunRecord) => void, cases?: Omit<CasesOfRun, 'host'>): Promise<RecordingRunner> {
    const { module, runner: plain, ...others } = await this.#runner.load();
    const { planRun, iterationsOf, runCollection } = module;
    const runner = cases === undefined ? plain : { ...plain, ...module.casesRunner(plain, { ...cases, host: this.#host }) };
    const loaded = { module, runner, ...others };
    return { planRun, iterationsOf, runCollection, run: (input, signal) => this.#runRecorded(loaded, input, begun, signal) };
  }

  #runRecorded({ runner, ...loaded }: LoadedRunner, input: RunInput, begun: (record: RunRecord) => void, signal: AbortSignal): Run {
    const { file, tree, block, collection, environment } = input.context;
    const request = requestOf(tree, block);
    const record = new RunRecord(randomUUID(), uriOf(file), identify(tree, request), environment ?? null);
    const { how, over } = this.#recorded(loaded, input.context, record);
    const stop = new AbortController();
    begun(record);
    const emit = (e: RunEvent): void => {
      how.emit(e);
      input.emit(e);
    };
    const network = networkSettingsOf(vscode.workspace.getWorkspaceFolder(uriOf(file))?.uri.fsPath ?? collection.root);
    const run = runner.run({ ...input, ...how, network, emit }, AbortSignal.any([signal, stop.signal]));
    this.#activate(record, stop, over(run));
    return run;
  }

  /** Registers a run as active until its record is complete. */
  #activate(record: RunRecord, stop: AbortController, recorded: Promise<void>): ActiveRun {
    const done = recorded
      .catch((e: unknown) => {
        log().error(e instanceof Error ? e : String(e));
        record.broke(toFailure(e));
      })
      .finally(() => {
        record.dispose();
        this.#active.delete(active);
      });
    const active: ActiveRun = { record, since: Date.now(), stop, done };
    this.#active.add(active);
    return active;
  }

  async #run(known: Known, request: RequestSummary, record: RunRecord, signal: AbortSignal, by: SendBy): Promise<void> {
    const { how, over } = this.#recorded(await this.#runner.load(), known.contextOf(request.block), record);
    await over(await this.#begin(known, request, { ...how, snapshots: by.snapshots ?? 'write' }, signal, by));
  }

  /** The run options that record a run, and the promise of the whole run. */
  #recorded({ decoding, KeptBody, StreamText }: Omit<LoadedRunner, 'runner'>, context: BlockContext, record: RunRecord) {
    const body = new KeptBody();
    const notes = new RunNotes();
    const how = {
      id: record.id,
      mode: 'send',
      onResolved: (r: ResolvedRequest) => void (record.resolved = r),
      body,
      emit(e: RunEvent): void {
        notes.push(e);
        record.apply(e);
      },
    } as const;
    const over = async (run: Run): Promise<void> => {
      record.joinedText.reading = { makeText: (path, kind) => new StreamText(path, undefined, kind), written: textPathOf(context) };
      record.use(run, decoding, body, () => new KeptBody());
      await run.done;
      const { root } = context.collection;
      this.#finished.fire({ record, root, notes: notes.all, directives: directivesOf(context.tree, context.block), hiding: run });
    };
    return { how, over };
  }

  /** Replays a stored run into a new record. */
  async replayStored(stored: StoredRun): Promise<RunRecord> {
    const { decoding, KeptBody, StreamText } = await this.#runner.load();
    const { id, uri, request, environment } = stored.facts;
    const record = new RunRecord(id, vscode.Uri.parse(uri), request, environment);
    const body = new KeptBody();
    const written = stored.facts.directives.findLast((d) => d.startsWith('text '))?.slice('text '.length);
    record.joinedText.reading = { makeText: (path, kind) => new StreamText(path, undefined, kind), written };
    record.use(hidesNothing, decoding, body, () => new KeptBody());
    replay(record, stored, body);
    // Its file may have been renamed since.
    record.moveTo(record.uri, fileOf({ uri: documentUriOf(record.uri) }));
    return record;
  }

  async #begin(
    known: Known,
    request: RequestSummary,
    how: Pick<RunInput, 'id' | 'mode' | 'emit' | 'onResolved' | 'onDescribed' | 'onSaved' | 'body' | 'snapshots' | 'wanted'> &
      Partial<Pick<RunInput, 'exchanges' | 'limits' | 'standIns'>>,
    signal: AbortSignal,
    { host, defaults, variables = this.#variables.of(known.collection.root) }: SendBy & { readonly variables?: VariableStore } = {},
  ): Promise<Run> {
    const { runner, module } = await this.#runner.load();
    const { root } = known.collection;
    return runner.run(
      {
        context: { ...known.contextOf(request.block), variables },
        variables,
        exchanges: this.#exchangesOf(root, module.memoryExchanges),
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

  /** The named exchanges of a collection, which its runs add to. */
  async exchanges(root: string): Promise<Exchanges> {
    return this.#exchangesOf(root, (await this.#runner.load()).module.memoryExchanges);
  }

  #exchangesOf(root: string, make: () => Exchanges): Exchanges {
    const known = this.#active.exchanges.get(root) ?? make();
    this.#active.exchanges.set(root, known);
    return known;
  }

  /** The value of a placeholder as a send would resolve it, secrets included. Runs no scripts and shows no prompts. */
  async valueOf(known: Known, found: FoundPlaceholder): Promise<ValueText> {
    const { runner } = await this.#runner.load();
    return runner.valueOf(found, known.contextOf(found.block), known.exchanges);
  }
}
