import { ReqError } from '../../../base/reqError.ts';
import type { Value } from '../../../base/values/value.ts';
import {
  createEvaluation,
  exchangesOf,
  scopeOf,
  templateOfText,
  type BlockContext,
  type Evaluation,
  type ExchangeStore,
  type Taint,
} from '../../../language/index.ts';
import { Filler } from '../../../language/sending.ts';
import type { Host, StoredVariable } from '../../ports/host.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import type { SendSources } from '../values/sendSources.ts';
import type { ScriptTaint } from './scriptTaint.ts';
import { storedVariable } from './storedVariable.ts';

/** Dependencies of lookups on their run. */
export interface LookupsOfRun {
  readonly context: BlockContext;
  readonly host: Host;
  readonly exchanges: ExchangeStore;
  readonly asking: SendSources;
  /** Taint of the run so far. */
  readonly madeFrom: () => Taint;
  readonly mask: MaskBox;
  readonly signal: AbortSignal;
}

/**
 * Looks up variables and fills templates for the scripts of a run. A lookup returns a promise only if it must fetch secrets or prompt
 * first. A lookup with a ScriptTaint is one whose result the script receives; it rejects if the host denies that.
 */
export class ScriptLookup {
  readonly #around: LookupsOfRun;
  /** Undefined after a change of a variable. */
  #evaluation: Evaluation | undefined;
  #namesMarkedSecret: ReadonlySet<string> | undefined;
  /** Secrets that lookups returned, and texts that the caller adds. */
  readonly secrets = new Set<string>();
  /** Names of the secrets that lookups returned. */
  readonly secretNames = new Set<string>();

  constructor(around: LookupsOfRun) {
    this.#around = around;
  }

  variable(name: string, taint: ScriptTaint): Value | undefined | Promise<Value | undefined> {
    return this.#given(taint, `tool.getVar(${JSON.stringify(name)})`, () => {
      const result = this.#evaluate().named(name);
      return result?.ok === true ? result.value : undefined;
    });
  }

  /** All variables with a known value, without values that would need a prompt. */
  variables(taint: ScriptTaint): ReadonlyMap<string, Value> | Promise<ReadonlyMap<string, Value>> {
    const { context, asking } = this.#around;
    const result = new Map<string, Value>();
    let [secret, tainted] = [false, false];
    for (const name of scopeOf(context).names()) {
      const found = this.#evaluate().tracked(() => this.#evaluate().named(name));
      if (asking.lacks()) this.#forget();
      else if (found.result?.ok === true) {
        result.set(name, found.result.value);
        secret ||= found.secret;
        tainted ||= found.tainted;
      }
    }
    this.#collectSecrets();
    return taint.given({ result, secret, tainted }, 'tool.vars()');
  }

  /**
   * Fills the placeholders of a text.
   * @param taint undefined if the script does not receive the text
   * @throws {ReqError} `undefined-variable`
   */
  interpolated(text: string, taint: ScriptTaint | undefined): string | Promise<string> {
    return this.#given(taint, text, () => this.#filled(text));
  }

  /**
   * The stored form of a variable: with the secrets in it and its taint.
   * @param isMade the script that sets it has read a secret
   */
  stored(name: string, value: Value, isMade: boolean): Omit<StoredVariable, 'origin'> {
    return storedVariable(name, value, { ...this.#around, isMade, isNamed: this.#isSecret(name), secrets: this.secrets });
  }

  /** Call when variables have changed. */
  variablesChanged(): void {
    this.#collectSecrets();
    this.#evaluation = undefined;
  }

  /** Whether `@secret` names a variable. */
  #isSecret(name: string): boolean {
    return (this.#namesMarkedSecret ??= scopeOf(this.#around.context).secretNames).has(name);
  }

  #evaluate(): Evaluation {
    if (this.#evaluation !== undefined) return this.#evaluation;
    const { context, asking, exchanges } = this.#around;
    return (this.#evaluation = createEvaluation(scopeOf(context), asking.sources, exchangesOf(context.tree, exchanges)));
  }

  #collectSecrets(): void {
    for (const s of this.#evaluation?.secrets() ?? []) this.secrets.add(s);
    for (const name of this.#evaluation?.secretNames ?? []) this.secretNames.add(name);
  }

  /** Runs a lookup whose result is passed to the script, unless `taint` is undefined. */
  #given<T extends Value | undefined>(taint: ScriptTaint | undefined, what: string, look: () => T): T | Promise<T> {
    if (taint === undefined) return this.#known(look);
    const found = this.#known(() => this.#evaluate().tracked(look));
    return found instanceof Promise ? found.then((tracked) => taint.given(tracked, what)) : taint.given(found, what);
  }

  /** Runs a lookup, after fetching the secrets and prompted values that it needs. */
  #known<T>(look: () => T): T | Promise<T> {
    const found = look();
    if (this.#around.asking.lacks()) return this.#fetched(look, found);
    this.#collectSecrets();
    return found;
  }

  async #fetched<T>(look: () => T, withStandIns: T): Promise<T> {
    let found = withStandIns;
    while (await this.#around.asking.fetchMissing(this.#around.signal)) {
      this.#evaluation = undefined;
      found = look();
    }
    this.#collectSecrets();
    return found;
  }

  #filled(text: string): string {
    const filler = new Filler(this.#evaluate(), false);
    const filled = filler.text(templateOfText(text));
    const problem = filler.problems[0];
    if (problem === undefined) return filled;
    this.#forget();
    throw new ReqError('undefined-variable', `${problem.placeholder.text}: ${problem.problem.message}`);
  }

  /** Discards pending questions, and the evaluation that used stand-ins for their values. */
  #forget(): void {
    if (!this.#around.asking.lacks()) return;
    this.#around.asking.forget();
    this.#evaluation = undefined;
  }
}
