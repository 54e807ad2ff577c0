import type { Value } from '../../../base/values/value.ts';
import { maskText } from '../../../base/masks/mask.ts';
import { titleOf, type Origin, type PlacedScript } from '../../../language/index.ts';
import type { CookiesOfRun } from '../../cookies/cookiesOfRun.ts';
import { jwtOfScript } from '../../auth/signing/jwtOfScript.ts';
import type { RunEvent } from '../../ports/events.ts';
import type { VariableStore } from '../../ports/host.ts';
import type { HiddenParts } from '../permissions/hiddenParts.ts';
import { composedName, valueOfRequest, type ComposedRequest } from './composedRequest.ts';
import type { Sender } from '../exchange/sender.ts';
import {
  hiddenCall,
  hiddenEnd,
  hiddenFailure,
  hiddenTest,
  requestTexts,
  ScriptTaint,
  shownValue,
  taintedListener,
  textsOf,
} from './scriptTaint.ts';
import { ScriptLookup, type LookupsOfRun } from './scriptLookup.ts';
import { scriptChanges, textsOfComposed, type Reading } from './scriptChanges.ts';
import { RequestCalls, type CallsOfRun } from './requestCalls.ts';
import { ScriptCookies } from './scriptCookies.ts';
import { scriptModule, scriptSource } from './scriptFiles.ts';
import { fromFailure, type StreamListeners } from '../exchange/streamListeners.ts';
import type { LookedAt, RawRequest, Sandbox, ScriptHost, ScriptJob, ScriptRequest, ScriptResponse } from '../../script/scriptTypes.ts';

export interface ScriptSurroundings extends CallsOfRun, LookupsOfRun {
  readonly sandbox: Sandbox;
  readonly variables: VariableStore;
  readonly hidden: HiddenParts;
  readonly cookies: CookiesOfRun;
  readonly sender: Sender;
  /** @param isHidden whether the name must not be shown */
  readonly next: (name: string | null, isHidden: boolean) => void;
  readonly listeners: StreamListeners;
  /** Whether a script of another request waits for this one. */
  readonly nested: boolean;
  /** Milliseconds since the run started. */
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
}

interface Changes {
  readonly set: Map<string, Value>;
  readonly deleted: string[];
}

/** Runs the scripts of a run one after another. */
export class ScriptRunner {
  readonly #around: ScriptSurroundings;
  readonly #lookup: ScriptLookup;
  /** Changes of each script that were not emitted yet. A script that listens to a stream may add to its changes later. */
  readonly #changes: Changes[] = [];
  /** A script that read a secret has changed the request. */
  #requestIsSecret = false;
  #hasFailed = false;
  /** Calls of this run's scripts, and their results. */
  readonly calls: RequestCalls;

  constructor(around: ScriptSurroundings) {
    this.#around = around;
    this.#lookup = new ScriptLookup(around);
    this.calls = new RequestCalls(around);
    around.mask.from(this.#lookup.secrets);
  }

  /** Whether a script or one of its tests has failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Names of the secrets that scripts may have put into the request. */
  get secretNames(): readonly string[] {
    return this.#requestIsSecret ? [...this.#lookup.secretNames] : [];
  }

  /**
   * Runs one script and returns the request with its changes.
   * @param bytes the body of the response
   * @throws {ReqError} if the script fails
   */
  async run(
    script: PlacedScript,
    request: ScriptRequest,
    given: ScriptResponse | undefined,
    bytes?: () => Uint8Array,
  ): Promise<{
    readonly request: ScriptRequest;
    readonly skipped: { readonly kind: 'skip' | 'stop'; readonly reason: string } | undefined;
  }> {
    const { context, host, sandbox, limits, listeners, mask, nested, signal } = this.#around;
    const response = this.calls.seen(given);
    const phase = response === undefined ? 'pre-request' : 'response';
    const job: ScriptJob = {
      phase,
      seed: host.scriptSeed?.(),
      reportsLooks: phase === 'response' ? mask.size() > 0 || this.calls.isBodySecret : this.#requestIsSecret,
      request,
      response,
      env: context.environment ?? null,
      nested,
      limits,
      ...(await scriptSource(script, this.#around)),
    };
    const changes: Changes = { set: new Map(), deleted: [] };
    this.#changes.push(changes);
    const start = this.#around.at();
    const taint = new ScriptTaint(host, mask, job, signal);
    const result = await sandbox.run(job, this.#hostFor(job, changes, taint, bytes), signal);
    this.#emitTiming(job, start);
    this.emitChanges();
    if (result.listener !== undefined) listeners.add(taintedListener(result.listener, taint));
    this.#hasFailed ||= result.failure !== undefined;
    if (result.failure !== undefined) throw fromFailure(taint.isHidden ? hiddenFailure(result.failure) : result.failure);
    if (taint.secret || taint.isHidden) this.#hideChanges(request, result.request, job, taint);
    const { skipped } = result;
    return { request: result.request, skipped: skipped !== undefined && taint.isHidden ? { ...skipped, reason: maskText } : skipped };
  }

  /** Masks everything that a script wrote into the request after it read a secret. */
  #hideChanges(before: ScriptRequest, after: ScriptRequest, job: ScriptJob, taint: ScriptTaint): void {
    const { isChanged, texts, hidden } = scriptChanges(before, after, this.#reading(job, taint));
    this.#requestIsSecret ||= isChanged;
    this.#around.hidden.add(hidden);
    for (const text of texts) this.#lookup.secrets.add(text);
  }

  #reading({ source }: ScriptJob, { isHidden, isOpen }: ScriptTaint): Reading {
    return { isWritten: (text) => source.includes(text), isStrict: isHidden, isOpen };
  }

  #emitTiming({ phase, file, line }: ScriptJob, start: number): void {
    const { emit, at } = this.#around;
    emit({ kind: 'script', at: at(), phase, file, line, start, duration: at() - start });
  }

  /** Sets a variable to a value of the response, as `tool.setVar` does. */
  setCaptured(name: string, value: Value, { file, line }: { readonly file: string; readonly line: number }): void {
    const { context, host, variables } = this.#around;
    const stored = this.#lookup.stored(name, value, false);
    variables.set(name, {
      ...stored,
      origin: { layer: 'script', captured: true, file, line, request: titleOf(context.block), time: host.now() },
    });
    this.#changes.push({ set: new Map([[name, shownValue(value, stored.secret === true)]]), deleted: [] });
    this.#lookup.variablesChanged();
    this.emitChanges();
  }

  emitChanges(): void {
    const { emit, at } = this.#around;
    for (const { set, deleted } of this.#changes) {
      if (set.size === 0 && deleted.length === 0) continue;
      emit({ kind: 'variables', at: at(), set: new Map(set), deleted: [...deleted] });
      set.clear();
      deleted.length = 0;
    }
  }

  #hostFor(job: ScriptJob, { set, deleted }: Changes, taint: ScriptTaint, bytes: (() => Uint8Array) | undefined): ScriptHost {
    const { context, variables, host, at, emit, sender, listeners } = this.#around;
    const lookup = this.#lookup;
    // The values of a composed request carry the script's secrets and taint, as its variables do.
    const composed = (request: RawRequest): ComposedRequest => {
      const value = lookup.stored(composedName, valueOfRequest(request), taint.secret);
      const made = value.made === undefined ? {} : textsOfComposed(request, this.#reading(job, taint));
      return { request, value: { ...value, ...made } };
    };
    const jar = new ScriptCookies(job, taint, this.#around, lookup.secretNames);
    const [layer, title] = ['script', titleOf(context.block)] as const;
    const originAt = (line: number): Origin => ({ layer, file: job.file, line, request: title, time: host.now() });
    return {
      getVar: (name) => lookup.variable(name, taint),
      vars: () => lookup.variables(taint),
      setVar: (name, value, line) => {
        const stored = lookup.stored(name, value, taint.secret || taint.isHidden);
        variables.set(name, { ...stored, origin: originAt(line) });
        set.set(name, shownValue(value, stored.secret === true));
        lookup.variablesChanged();
      },
      deleteVar: (name, line) => {
        const had = variables.delete(name, originAt(line));
        if (had) deleted.push(name);
        set.delete(name);
        lookup.variablesChanged();
        return had;
      },
      interpolate: (text) => lookup.interpolated(text, taint),
      jwt: (call) =>
        jwtOfScript(call, {
          ...this.#around,
          file: job.file,
          fill: async (text, signs) => lookup.interpolated(text, signs ? taint : undefined),
          read: () => taint.given({ result: undefined, secret: true, tainted: false }, 'tool.jwt.sign()'),
          signed: (token) => void lookup.secrets.add(token),
        }),
      cookies: (call) => jar.call(call),
      request: (call) => this.calls.call(call, { isBefore: job.phase === 'pre-request', taint, bytes }),
      next: (name) => this.#around.next(name, taint.isHidden),
      look: (side) => this.#looked(job, side, taint),
      module: (from, specifier, kind) => scriptModule(from, specifier, kind, this.#around),
      async send(name, signal, request) {
        try {
          const response = await sender.send(name, signal, request && composed(request));
          await taint.looks(`tool.send(${JSON.stringify(name)})`, textsOf(response));
          return response;
        } finally {
          // Scripts of the other request may have changed variables.
          lookup.variablesChanged();
        }
      },
      heard: (how) => listeners.heard(taint.isHidden ? hiddenEnd(how) : how),
      console: (level, text, called) =>
        emit({ kind: 'console', at: at(), level, ...(taint.isHidden ? hiddenCall(called) : { text, ...called }) }),
      test: (result) => {
        const shown = taint.isHidden ? hiddenTest(result) : result;
        this.#hasFailed ||= !shown.passed;
        emit({ kind: 'test', at: at(), result: job.file === context.file ? shown : { ...shown, file: job.file } });
      },
    };
  }

  #looked({ phase, request, response }: ScriptJob, at: LookedAt, taint: ScriptTaint): void | Promise<void> {
    if (phase === 'response' && !(at === 'response' && this.calls.isBodySecret))
      return taint.looks(at, at === 'request' ? requestTexts(request) : response === undefined ? [] : textsOf(response));
    // Before it is resolved, a request contains only the secrets that a script wrote into it. So does a body that a script set.
    return taint.given({ result: undefined, secret: true, tainted: false }, at);
  }
}
