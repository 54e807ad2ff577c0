import {
  createEvaluation,
  exchangesOf,
  scopeOf,
  type BlockContext,
  type Evaluation,
  type ExchangeStore,
  type ResolvedRequest,
  type Sources,
} from '../../../language/index.ts';
import type { PromptedValues } from '../values/promptedValues.ts';
import type { Host } from '../../ports/host.ts';
import type { MaskBox } from './maskEvents.ts';

/** Limit of stored secrets per collection; the oldest are dropped. */
const maxSecrets = 100;

/**
 * Secrets of all runs of a session, by collection root. A later response may contain a secret that an earlier request sent, so it is
 * masked too.
 */
export class MetSecrets {
  readonly #met = new Map<string, Set<string>>();

  /** Returns a copy: a set given to a mask must only grow. */
  of(root: string): ReadonlySet<string> {
    return new Set(this.#met.get(root));
  }

  add(root: string, secrets: Iterable<string>): void {
    let met = this.#met.get(root);
    if (met === undefined) this.#met.set(root, (met = new Set()));
    for (const secret of secrets) {
      // Re-insert, so that the set is ordered by last use.
      met.delete(secret);
      met.add(secret);
    }
    for (const secret of met) if (met.size > maxSecrets) met.delete(secret);
  }
}

interface SecretLookup {
  readonly host: Host;
  readonly answers: PromptedValues;
  readonly sources: Sources;
  readonly mask: MaskBox;
}

/**
 * Adds every secret variable around a request to the mask, used or not, because a response may contain any of them. Skips values
 * that would need a prompt or the secret storage.
 */
export function reportSecrets(context: BlockContext, exchanges: ExchangeStore, { host, answers, sources, mask }: SecretLookup): void {
  const scope = scopeOf(context);
  const known = (kind: 'secret' | 'label', name: string): string | undefined =>
    answers.get({ kind, name, label: name, hidden: kind === 'secret' });
  // Values that are only masked are not sent, so they must not add to the run's taint.
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
    // Text that a script made is hidden only where it is used: a response may contain the same words by chance.
    if (variable.made !== undefined) {
      mask.from(new Set(variable.hides));
      continue;
    }
    evaluation ??= createEvaluation(scope, quiet, exchangesOf(context.tree, exchanges));
    evaluation.variable(variable);
  }
  if (evaluation !== undefined) mask.from(evaluation.secrets());
}

/** Forms that secrets have in the host of a URL, which is in lower case and ASCII. */
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
