import {
  createEvaluation,
  exchangesOf,
  scopeOf,
  type BlockContext,
  type Evaluation,
  type ExchangeStore,
  type ResolvedRequest,
  type Sources,
} from '../../language/index.ts';
import type { PromptedValues } from './promptedValues.ts';
import type { Host } from '../ports/host.ts';
import type { MaskBox } from './maskEvents.ts';

/** Secrets of one collection that are remembered: those of the last runs. */
const most = 100;

/** The secrets that the runs of a session have met, by the root of their collection: a later answer may hold what an earlier request sent. */
export class MetSecrets {
  readonly #met = new Map<string, Set<string>>();

  /** A copy: a run's own set only grows. */
  of(root: string): ReadonlySet<string> {
    return new Set(this.#met.get(root));
  }

  add(root: string, secrets: Iterable<string>): void {
    let met = this.#met.get(root);
    if (met === undefined) this.#met.set(root, (met = new Set()));
    for (const secret of secrets) {
      // The last ones stand at the end.
      met.delete(secret);
      met.add(secret);
    }
    for (const secret of met) if (met.size > most) met.delete(secret);
  }
}

/** With what the secrets around a request are looked up. */
interface Telling {
  readonly host: Host;
  readonly answers: PromptedValues;
  readonly sources: Sources;
  readonly mask: MaskBox;
}

/**
 * Tells the mask of every secret variable around a request, used or not: an answer may hold any of them. Those that a person or a
 * storage would have to be asked for are left out.
 */
export function reportSecrets(context: BlockContext, exchanges: ExchangeStore, { host, answers, sources, mask }: Telling): void {
  const scope = scopeOf(context);
  const known = (kind: 'secret' | 'label', name: string): string | undefined =>
    answers.get({ kind, name, label: name, hidden: kind === 'secret' });
  // What is only hidden goes nowhere: nobody is asked whether it may.
  const { meets: _, ...others } = sources;
  const quiet: Sources = {
    ...others,
    env: (name) => host.env(name),
    secret: (name) => known('secret', name),
    prompt: (label) => known('label', label),
  };
  let evaluation: Evaluation | undefined;
  for (const name of scope.names()) {
    const variable = scope.find(name);
    if (variable === undefined || !(variable.secret || (variable.hides ?? []).length > 0)) continue;
    // Words that a script made are hidden where they are used: an answer may well hold the same ones.
    if (variable.made !== undefined) {
      mask.from(new Set(variable.hides));
      continue;
    }
    evaluation ??= createEvaluation(scope, quiet, exchangesOf(context.tree, exchanges));
    evaluation.variable(variable);
  }
  if (evaluation !== undefined) mask.from(evaluation.secrets);
}

/** A URL has its host in small letters, and in ASCII: secrets as they stand in there. */
export function secretsInHost(secrets: readonly string[], { url, wireUrl }: ResolvedRequest): ReadonlySet<string> {
  const found = new Set<string>();
  if (secrets.length === 0) return found;
  const { host } = new URL(wireUrl);
  for (const secret of secrets) {
    if (secret === '' || !url.includes(secret)) continue;
    for (const form of [secret.toLowerCase(), asciiOf(secret)]) if (form !== secret && form !== '' && host.includes(form)) found.add(form);
  }
  return found;
}

const asciiOf = (host: string): string =>
  /^[^/?#@:\\]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
