import { ReqError } from '../../../base/reqError.ts';
import type { Value } from '../../../base/values/value.ts';
import { maskText } from '../../../base/masks/mask.ts';
import {
  createEvaluation,
  exchangesOf,
  scopeOf,
  templateOfText,
  titleOf,
  type Evaluation,
  type ExchangeStore,
  type Origin,
  type PlacedScript,
  type Taint,
} from '../../../language/index.ts';
import { Filler } from '../../../language/sending.ts';
import type { CookiesOfRun } from '../../cookies/cookiesOfRun.ts';
import { jwtOfScript } from '../../auth/signing/jwtOfScript.ts';
import type { RunEvent } from '../../ports/events.ts';
import type { Host, StoredVariable, VariableStore } from '../../ports/host.ts';
import type { HiddenParts } from '../permissions/hiddenParts.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
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
import { storedVariable } from './storedVariable.ts';
import { scriptChanges } from './scriptChanges.ts';
import { RequestCalls, type CallsOfRun } from './requestCalls.ts';
import { ScriptCookies } from './scriptCookies.ts';
import { scriptModule, scriptSource } from './scriptFiles.ts';
import type { SendSources } from '../values/sendSources.ts';
import { fromFailure, type StreamListeners } from '../exchange/streamListeners.ts';
import type { LookedAt, RawRequest, Sandbox, ScriptHost, ScriptJob, ScriptRequest, ScriptResponse } from '../../script/scriptTypes.ts';

export interface ScriptSurroundings extends CallsOfRun {
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly variables: VariableStore;
  readonly exchanges: ExchangeStore;
  readonly asking: SendSources;
  /** Taint of the run so far. */
  readonly madeFrom: () => Taint;
  readonly mask: MaskBox;
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
  readonly signal: AbortSignal;
}

interface Changes {
  readonly set: Map<string, Value>;
  readonly deleted: string[];
}

/** Runs the scripts of a run one after another. */
export class ScriptRunner {
  readonly #around: ScriptSurroundings;
  #evaluation: Evaluation | undefined;
  readonly #secrets = new Set<string>();
  #secretNames: ReadonlySet<string> | undefined;
  /** Changes of each script that were not emitted yet. A script that listens to a stream may add to its changes later. */
  readonly #changes: Changes[] = [];
  /** A script that read a secret has changed the request. */
  #requestIsSecret = false;
  readonly #names = new Set<string>();
  /** Calls of this run's scripts, and their results. */
  readonly calls: RequestCalls;

  constructor(around: ScriptSurroundings) {
    this.#around = around;
    this.calls = new RequestCalls(around);
    around.mask.from(this.#secrets);
  }

  /** Names of the secrets that scripts may have put into the request. */
  get secretNames(): readonly string[] {
    return this.#requestIsSecret ? [...this.#names] : [];
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
    if (result.failure !== undefined) throw fromFailure(taint.isHidden ? hiddenFailure(result.failure) : result.failure);
    if (taint.secret || taint.isHidden) this.#hideChanges(request, result.request, job, taint);
    const { skipped } = result;
    return { request: result.request, skipped: skipped !== undefined && taint.isHidden ? { ...skipped, reason: maskText } : skipped };
  }

  /** Masks everything that a script wrote into the request after it read a secret. */
  #hideChanges(before: ScriptRequest, after: ScriptRequest, { source }: ScriptJob, { isHidden }: ScriptTaint): void {
    const isWritten = (text: string): boolean => source.includes(text);
    const { isChanged, texts, hidden } = scriptChanges(before, after, { isWritten, isStrict: isHidden });
    this.#requestIsSecret ||= isChanged;
    this.#around.hidden.add(hidden);
    for (const text of texts) this.#secrets.add(text);
  }

  #emitTiming({ phase, file, line }: ScriptJob, start: number): void {
    const { emit, at } = this.#around;
    emit({ kind: 'script', at: at(), phase, file, line, start, duration: at() - start });
  }

  /** Sets a variable to a value of the response, as `tool.setVar` does. */
  setCaptured(name: string, value: Value, { file, line }: { readonly file: string; readonly line: number }): void {
    const { context, host, variables } = this.#around;
    const stored = this.#stored(name, value, false);
    variables.set(name, {
      ...stored,
      origin: { layer: 'script', captured: true, file, line, request: titleOf(context.block), time: host.now() },
    });
    this.#changes.push({ set: new Map([[name, shownValue(value, stored.secret === true)]]), deleted: [] });
    this.#keepSecrets();
    this.#evaluation = undefined;
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

  #look(): Evaluation {
    if (this.#evaluation !== undefined) return this.#evaluation;
    const { context, asking, exchanges } = this.#around;
    return (this.#evaluation = createEvaluation(scopeOf(context), asking.sources, exchangesOf(context.tree, exchanges)));
  }

  /** Whether `@secret` names a variable. */
  #isSecret(name: string): boolean {
    return (this.#secretNames ??= scopeOf(this.#around.context).secretNames).has(name);
  }

  #keepSecrets(): void {
    for (const s of this.#evaluation?.secrets() ?? []) this.#secrets.add(s);
    for (const name of this.#evaluation?.secretNames ?? []) this.#names.add(name);
  }

  /** Runs a lookup, after fetching the secrets and prompted values that it needs. */
  #known<T>(look: () => T): T | Promise<T> {
    const found = look();
    if (this.#around.asking.lacks()) return this.#fetched(look, found);
    this.#keepSecrets();
    return found;
  }

  async #fetched<T>(look: () => T, withStandIns: T): Promise<T> {
    let found = withStandIns;
    while (await this.#around.asking.fetchMissing(this.#around.signal)) {
      this.#evaluation = undefined;
      found = look();
    }
    this.#keepSecrets();
    return found;
  }

  /** All variables with a known value, without values that would need a prompt. */
  #allKnown(given: ScriptTaint): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>> {
    const { context, asking } = this.#around;
    const result = new Map<string, Value>();
    let [secret, tainted] = [false, false];
    for (const name of scopeOf(context).names()) {
      const found = this.#look().tracked(() => this.#look().named(name));
      if (asking.lacks()) this.#forget();
      else if (found.result?.ok === true) {
        result.set(name, found.result.value);
        secret ||= found.secret;
        tainted ||= found.tainted;
      }
    }
    this.#keepSecrets();
    return given.given({ result, secret, tainted }, 'tool.vars()');
  }

  /** Discards pending questions, and the evaluation that used stand-ins for their values. */
  #forget(): void {
    if (!this.#around.asking.lacks()) return;
    this.#around.asking.forget();
    this.#evaluation = undefined;
  }

  /** Runs a lookup whose result is passed to the script, unless `taint` is undefined. */
  #given<T>(taint: ScriptTaint | undefined, what: string, look: () => T): T | Promise<T> {
    if (taint === undefined) return this.#known(look);
    const found = this.#known(() => this.#look().tracked(look));
    return found instanceof Promise ? found.then((tracked) => taint.given(tracked, what)) : taint.given(found, what);
  }

  #interpolated(text: string): string {
    const filler = new Filler(this.#look(), false);
    const filled = filler.text(templateOfText(text));
    const problem = filler.problems[0];
    if (problem === undefined) return filled;
    this.#forget();
    throw new ReqError('undefined-variable', `${problem.placeholder.text}: ${problem.problem.message}`);
  }

  #hostFor(job: ScriptJob, { set, deleted }: Changes, taint: ScriptTaint, bytes: (() => Uint8Array) | undefined): ScriptHost {
    const { context, variables, host, at, emit, sender, listeners } = this.#around;
    // The values of a composed request carry the script's secrets and taint, as its variables do.
    const composed = (request: RawRequest): ComposedRequest => ({
      request,
      value: this.#stored(composedName, valueOfRequest(request), taint.secret),
    });
    const changed = (): void => {
      this.#keepSecrets();
      this.#evaluation = undefined;
    };
    const jar = new ScriptCookies(job, taint, this.#around, this.#names);
    const [layer, title] = ['script', titleOf(context.block)] as const;
    const originAt = (line: number): Origin => ({ layer, file: job.file, line, request: title, time: host.now() });
    return {
      getVar: (name) =>
        this.#given(taint, `tool.getVar(${JSON.stringify(name)})`, () => {
          const result = this.#look().named(name);
          return result?.ok === true ? result.value : undefined;
        }),
      vars: () => this.#allKnown(taint),
      setVar: (name, value, line) => {
        const stored = this.#stored(name, value, taint.secret || taint.isHidden);
        variables.set(name, { ...stored, origin: originAt(line) });
        set.set(name, shownValue(value, stored.secret === true));
        changed();
      },
      deleteVar: (name, line) => {
        const had = variables.delete(name, originAt(line));
        if (had) deleted.push(name);
        set.delete(name);
        changed();
        return had;
      },
      interpolate: (text) => this.#given(taint, text, () => this.#interpolated(text)),
      jwt: (call) =>
        jwtOfScript(call, {
          ...this.#around,
          file: job.file,
          fill: async (text, signs) => this.#given(signs ? taint : undefined, text, () => this.#interpolated(text)),
          read: () => taint.given({ result: undefined, secret: true, tainted: false }, 'tool.jwt.sign()'),
          signed: (token) => void this.#secrets.add(token),
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
          changed();
        }
      },
      heard: (how) => listeners.heard(taint.isHidden ? hiddenEnd(how) : how),
      console: (level, text, called) =>
        emit({ kind: 'console', at: at(), level, ...(taint.isHidden ? hiddenCall(called) : { text, ...called }) }),
      test: (result) => {
        const shown = taint.isHidden ? hiddenTest(result) : result;
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

  /** The stored form of a variable: with the secrets in it and its taint. */
  #stored(name: string, value: Value, isMade: boolean): Omit<StoredVariable, 'origin'> {
    return storedVariable(name, value, { ...this.#around, isMade, isNamed: this.#isSecret(name), secrets: this.#secrets });
  }
}
