import { decodeUtf8 } from '../base/utf8.ts';
import { ReqError } from '../base/reqError.ts';
import { valueToJson, type Value } from '../base/value.ts';
import {
  createEvaluation,
  exchangesOf,
  Filler,
  folderOf,
  scopeOf,
  templateOfText,
  titleOf,
  type BlockContext,
  type Evaluation,
  type ExchangeStore,
  type Origin,
  type PlacedScript,
  resolvePath,
  secretTexts,
} from '../language/index.ts';
import type { RunEvent } from './events.ts';
import type { Host, VariableStore } from './host.ts';
import type { MaskBox } from './maskEvents.ts';
import { orCancelled } from './orCancelled.ts';
import type { Sender } from './sender.ts';
import type { SendSources } from './sources.ts';
import { fromFailure, type StreamListeners } from './streamListeners.ts';
import type { Sandbox, ScriptHost, ScriptJob, ScriptLimits, ScriptRequest, ScriptResponse } from './script/types.ts';

/** What the scripts of one run share. */
export interface ScriptSurroundings {
  readonly context: BlockContext;
  readonly host: Host;
  readonly sandbox: Sandbox;
  readonly variables: VariableStore;
  readonly exchanges: ExchangeStore;
  readonly asking: SendSources;
  readonly mask: MaskBox;
  readonly limits: ScriptLimits;
  readonly sender: Sender;
  readonly listeners: StreamListeners;
  /** A script of another request waits for this one. */
  readonly nested: boolean;
  /** Milliseconds since the run started. */
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** Variables that one script has changed. */
interface Changes {
  readonly set: Map<string, Value>;
  readonly deleted: string[];
}

/** Runs the scripts of a run, one after another, all by the one sandbox. */
export class ScriptRunner {
  readonly #around: ScriptSurroundings;
  #evaluation: Evaluation | undefined;
  /** Secrets that scripts have met, for the mask. */
  readonly #secrets = new Set<string>();
  #secretNames: ReadonlySet<string> | undefined;
  /** What each script has changed and nobody has been told of yet. */
  readonly #changes: Changes[] = [];

  constructor(around: ScriptSurroundings) {
    this.#around = around;
    around.mask.from(this.#secrets);
  }

  /** Runs one script. Gives the request as the script left it; throws ReqError where it failed. */
  async run(
    script: PlacedScript,
    request: ScriptRequest,
    response: ScriptResponse | undefined,
  ): Promise<{
    readonly request: ScriptRequest;
    readonly skipped: { readonly kind: 'skip' | 'stop'; readonly reason: string } | undefined;
  }> {
    const { context, sandbox, limits, listeners, nested, signal } = this.#around;
    const job: ScriptJob = {
      phase: response === undefined ? 'pre-request' : 'response',
      request,
      response,
      env: context.environment ?? null,
      nested,
      limits,
      ...(await this.#source(script)),
    };
    const changes: Changes = { set: new Map(), deleted: [] };
    this.#changes.push(changes);
    const start = this.#around.at();
    const result = await sandbox.run(job, this.#hostFor(job, changes), signal);
    this.#tellTime(job, start);
    this.tellChanges();
    if (result.listener !== undefined) listeners.add(result.listener);
    if (result.failure !== undefined) throw fromFailure(result.failure);
    return { request: result.request, skipped: result.skipped };
  }

  #tellTime({ phase, file, line }: ScriptJob, start: number): void {
    const { emit, at } = this.#around;
    emit({ kind: 'script', at: at(), phase, file, line, start, duration: at() - start });
  }

  /** Tells which variables scripts have changed since it was last told. */
  tellChanges(): void {
    const { emit, at } = this.#around;
    for (const { set, deleted } of this.#changes) {
      if (set.size === 0 && deleted.length === 0) continue;
      emit({ kind: 'variables', at: at(), set: new Map(set), deleted: [...deleted] });
      set.clear();
      deleted.length = 0;
    }
  }

  async #source(script: PlacedScript): Promise<Pick<ScriptJob, 'source' | 'file' | 'line' | 'column'>> {
    const { node, file, tree } = script;
    const place = tree.lines.positionAt(node.source.start);
    const at = { file, line: place.line + 1, column: place.column + 1 };
    if (node.inline) return { source: node.source.text, ...at };
    const path = resolvePath(folderOf(file), node.source.text);
    const { host, context, signal } = this.#around;
    if (!(await orCancelled(host.mayRead(path, context.collection.root), signal)))
      throw new ReqError('script', `The script ${path} lies outside ${context.collection.root}, and reading it was not allowed.`, {
        at,
        hint: 'Allow it when asked, or give the command --allow-read DIR.',
      });
    const bytes = await host.readFile(path);
    if (bytes === undefined)
      throw new ReqError('script', `The script ${path} does not exist.`, { at, hint: 'Paths are relative to the .req file.' });
    const text = decodeUtf8(bytes);
    if (!text.ok) throw new ReqError('script', `The script ${path} is not UTF-8 (at byte ${text.offset}).`, { at });
    this.#around.asking.reads(text.text);
    return { source: text.text, file: path, line: 1, column: 1 };
  }

  #look(): Evaluation {
    if (this.#evaluation === undefined) {
      const { context, asking, exchanges } = this.#around;
      this.#evaluation = createEvaluation(scopeOf(context), asking.sources, exchangesOf(context.tree, exchanges));
    }
    return this.#evaluation;
  }

  /** Whether `@secret` says of a variable that it is shown nowhere. */
  #isSecret(name: string): boolean {
    return (this.#secretNames ??= scopeOf(this.#around.context).secretNames).has(name);
  }

  #keepSecrets(): void {
    for (const s of this.#evaluation?.secrets ?? []) this.#secrets.add(s);
  }

  /** What is looked up, with the secrets and answers it needs fetched first. */
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

  /** Values that have to be asked for are left out. */
  #allKnown(): ReadonlyMap<string, Value> {
    const { context, asking } = this.#around;
    const all = new Map<string, Value>();
    for (const name of scopeOf(context).names()) {
      const result = this.#look().named(name);
      if (asking.lacks()) this.#forget();
      else if (result?.ok === true) all.set(name, result.value);
    }
    this.#keepSecrets();
    return all;
  }

  /** Takes back what was asked for, and all that was looked up with a stand-in for it. */
  #forget(): void {
    if (!this.#around.asking.lacks()) return;
    this.#around.asking.forget();
    this.#evaluation = undefined;
  }

  #interpolated(text: string): string {
    const filler = new Filler(this.#look(), false);
    const filled = filler.text(templateOfText(text));
    const problem = filler.problems[0];
    if (problem === undefined) return filled;
    this.#forget();
    throw new ReqError('undefined-variable', `${problem.placeholder.text}: ${problem.problem.message}`);
  }

  #hostFor(job: ScriptJob, { set, deleted }: Changes): ScriptHost {
    const { context, variables, host, mask, at, emit, sender, listeners } = this.#around;
    const changed = (): void => {
      this.#keepSecrets();
      this.#evaluation = undefined;
    };
    const originAt = (line: number): Origin => ({
      layer: 'script',
      file: job.file,
      line,
      request: titleOf(context.block),
      time: host.now(),
    });
    return {
      getVar: (name) =>
        this.#known(() => {
          const result = this.#look().named(name);
          return result?.ok === true ? result.value : undefined;
        }),
      vars: () => this.#allKnown(),
      setVar: (name, value, line) => {
        const secret = this.#isSecret(name);
        if (secret) for (const text of secretTexts(value)) this.#secrets.add(text);
        const hides = [...new Set([...mask.secretsIn(`${name} ${valueToJson(value)}`), ...(secret ? secretTexts(value) : [])])];
        variables.set(name, {
          value,
          ...(secret ? { secret } : {}),
          ...(hides.length === 0 && !secret ? {} : { hides }),
          origin: originAt(line),
        });
        set.set(name, value);
        changed();
      },
      deleteVar: (name, line) => {
        const had = variables.delete(name, originAt(line));
        if (had) deleted.push(name);
        set.delete(name);
        changed();
        return had;
      },
      interpolate: (text) => this.#known(() => this.#interpolated(text)),
      async send(name, signal) {
        try {
          return await sender.send(name, signal);
        } finally {
          // The other request's scripts may have set anything.
          changed();
        }
      },
      heard: (how) => listeners.heard(how),
      console: (level, text, called) => emit({ kind: 'console', at: at(), level, text, ...called }),
      test: (result) => emit({ kind: 'test', at: at(), result: job.file === context.file ? result : { ...result, file: job.file } }),
    };
  }
}
