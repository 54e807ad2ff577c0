import type { Value } from '../../../base/value.ts';
import type { Evaluated } from '../values/valuePath.ts';
import type { Sources } from './dynamics.ts';
import { secretTexts } from './secretTexts.ts';
import { isSecretEnv, isTainted, type Taint } from './taint.ts';
import type { Variable } from './variables.ts';

/** What a value was made from: 0, or the sum of these. */
const secretOrigin = 1;
const taintOrigin = 2;

/** Whether a secret, or a value of the process's environment or of a file outside the workspace, went into a value. */
export interface Origins {
  readonly secret: boolean;
  readonly tainted: boolean;
}

const nothing: readonly never[] = [];

/** The secrets and taints that one evaluation has met, and those that went into the value being computed. */
export class SecretAccount {
  /** Texts that must never be shown. */
  readonly secrets = new Set<string>();
  /** Where secrets were looked up: `$secret.KEY`, `apiKey`, `login.request`. */
  readonly secretNames = new Set<string>();
  readonly #sources: Pick<Sources, 'hidesTainted' | 'meets'>;
  readonly #ofVariables = new Map<Variable, number>();
  /** Of the value being computed. */
  #origins = 0;

  constructor(sources: Pick<Sources, 'hidesTainted' | 'meets'>) {
    this.#sources = sources;
  }

  /** Runs `compute` with origins of its own, then adds them to those of the surrounding value. */
  tracked<T>(compute: () => T): Origins & { readonly result: T } {
    const outer = this.#origins;
    this.#origins = 0;
    const result = compute();
    const origins = this.#origins;
    this.#origins |= outer;
    return { result, secret: (origins & secretOrigin) !== 0, tainted: (origins & taintOrigin) !== 0 };
  }

  /** Computes a variable's value and records what went into it. The surrounding value gets it only where it uses the variable. */
  ofVariable(v: Variable, compute: () => Evaluated): Evaluated {
    const outer = this.#origins;
    const hides = v.hides ?? nothing;
    this.#origins = v.secret || hides.length > 0 ? secretOrigin : 0;
    if (this.#origins !== 0) this.secretNames.add(v.name);
    const isHidden = this.addTaint(v.taint);
    const result = compute();
    if (this.#origins !== 0) this.#ofVariables.set(v, this.#origins);
    this.#origins = outer;
    const isNew = v.secret && v.made === undefined && hides.length === 0;
    if (result.ok && (isHidden || isNew)) this.keep(result.value);
    for (const secret of [...(v.made ?? nothing), ...hides]) this.secrets.add(secret);
    return result;
  }

  /** The value being computed uses a variable. */
  uses(v: Variable): void {
    this.#origins |= (v.secret ? secretOrigin : 0) | (this.#ofVariables.get(v) ?? 0);
  }

  isSecret(v: Variable): boolean {
    return ((this.#ofVariables.get(v) ?? 0) & secretOrigin) !== 0;
  }

  /** The texts of a value are secrets. */
  keep(value: Value): void {
    for (const text of secretTexts(value)) this.secrets.add(text);
  }

  addSecrets(texts: Iterable<string>): void {
    for (const text of texts) this.secrets.add(text);
  }

  /** A secret of this name goes into the value being computed. */
  addSecret(name: string): void {
    this.#origins |= secretOrigin;
    this.secretNames.add(name);
  }

  /** The text is a secret with this name; returns it. */
  hidden(name: string, text: string): string {
    this.addSecret(name);
    this.secrets.add(text);
    return text;
  }

  /** The text of a dynamic value such as `$env.NAME`, which may be secret or tainted; returns it. */
  dynamic(source: string, name: string, text: string): string {
    if (source === '$secret') return this.hidden(`$secret.${name}`, text);
    if (source !== '$env' && source !== '$processEnv') return text;
    this.#origins |= taintOrigin;
    if (isSecretEnv(name)) return this.hidden(`$env.${name}`, text);
    // A preview has a stand-in instead of the text.
    if (this.#sources.hidesTainted === true && this.#sources.meets !== undefined) {
      this.#origins |= secretOrigin;
      this.secrets.add(text);
    }
    return text;
  }

  /** The value being computed has this taint. Returns whether that hides it. */
  addTaint(taint: Taint | undefined): boolean {
    if (taint === undefined || !isTainted(taint)) return false;
    this.#origins |= taintOrigin;
    this.#sources.meets?.(taint);
    if (this.#sources.hidesTainted !== true) return false;
    this.#origins |= secretOrigin;
    return true;
  }
}
