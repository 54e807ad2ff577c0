import type { Value } from '../../../../base/values/value.ts';
import type { Evaluated } from '../../values/valuePath.ts';
import type { Sources } from '../dynamics/dynamics.ts';
import { secretTexts } from './secretTexts.ts';
import { isSecretEnv, isTainted, type Taint } from './taint.ts';
import type { Variable } from '../variables.ts';

/** Bit flags for the origins of a value. */
const secretOrigin = 1;
const taintOrigin = 2;

/** Whether a value was computed from a secret, or from the process's environment or a file outside the workspace (tainted). */
export interface Origins {
  readonly secret: boolean;
  readonly tainted: boolean;
}

const nothing: readonly never[] = [];
/** The mask does not find shorter texts. */
const shortestText = 3;

/** Collects the secrets and taints of an evaluation, and tracks those used by the value being computed. */
export class SecretAccount {
  /** Texts that must never be shown. */
  readonly secrets = new Set<string>();
  /** The sources of secrets: `$secret.KEY`, `apiKey`, `login.request`. */
  readonly secretNames = new Set<string>();
  /** Whether a value contains text derived from a secret that a search for `secrets` would not find. */
  isPartial = false;
  readonly #sources: Pick<Sources, 'hidesTainted' | 'meets'>;
  readonly #ofVariables = new Map<Variable, number>();
  /** The origins of the value being computed. */
  #origins = 0;

  constructor(sources: Pick<Sources, 'hidesTainted' | 'meets'>) {
    this.#sources = sources;
  }

  /** Runs `compute` with separate origins, then adds them to those of the surrounding value. */
  tracked<T>(compute: () => T): Origins & { readonly result: T } {
    const outer = this.#origins;
    this.#origins = 0;
    const result = compute();
    const origins = this.#origins;
    this.#origins |= outer;
    return { result, secret: (origins & secretOrigin) !== 0, tainted: (origins & taintOrigin) !== 0 };
  }

  /** Computes a variable's value and records its origins. `uses` adds them to the surrounding value. */
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
    for (const secret of [...(v.made ?? nothing), ...hides]) this.#add(secret);
    this.isPartial ||= v.madeMore === true;
    return result;
  }

  /** Adds the origins of a variable to the value being computed. */
  uses(v: Variable): void {
    this.#origins |= (v.secret ? secretOrigin : 0) | (this.#ofVariables.get(v) ?? 0);
  }

  isSecret(v: Variable): boolean {
    return ((this.#ofVariables.get(v) ?? 0) & secretOrigin) !== 0;
  }

  /** Adds all texts of a value to the secrets. */
  keep(value: Value): void {
    for (const text of secretTexts(value)) this.#add(text);
  }

  addSecrets(texts: Iterable<string>): void {
    for (const text of texts) this.secrets.add(text);
  }

  /** Marks the value being computed as derived from the secret of this name. */
  addSecret(name: string): void {
    this.#origins |= secretOrigin;
    this.secretNames.add(name);
  }

  /** Records a text as the secret of this name, and returns it. */
  hidden(name: string, text: string): string {
    this.addSecret(name);
    this.#add(text);
    return text;
  }

  /** Records a dynamic value such as `$env.NAME`, which can be secret or tainted, and returns its text. */
  dynamic(source: string, name: string, text: string): string {
    if (source === '$secret') return this.hidden(`$secret.${name}`, text);
    if (source !== '$env' && source !== '$processEnv') return text;
    this.#origins |= taintOrigin;
    if (isSecretEnv(name)) return this.hidden(`$env.${name}`, text);
    // Only when sending: in a preview the text is a stand-in.
    if (this.#sources.hidesTainted === true && this.#sources.meets !== undefined) {
      this.#origins |= secretOrigin;
      this.#add(text);
    }
    return text;
  }

  /** Also adds texts that are too short for the mask, which an agent could read. */
  #add(text: string): void {
    this.secrets.add(text);
    if (text.length < shortestText && text !== '' && this.#sources.hidesTainted === true) this.isPartial = true;
  }

  /** Adds a taint to the value being computed. Returns whether the value must be hidden. */
  addTaint(taint: Taint | undefined): boolean {
    if (taint === undefined || !isTainted(taint)) return false;
    this.#origins |= taintOrigin;
    this.#sources.meets?.(taint);
    if (this.#sources.hidesTainted !== true) return false;
    this.#origins |= secretOrigin;
    return true;
  }
}
