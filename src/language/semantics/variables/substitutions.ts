import { maskText } from '../../../base/masks/mask.ts';
import type { Range } from '../../../base/text/text.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { Evaluation } from './evaluate.ts';
import { isSecretEnv } from './secrets/taint.ts';
import type { Origin } from './variables.ts';

export type SubstitutionSource =
  | { readonly kind: 'variable'; readonly origin: Origin }
  /** The exchange of a named request that was sent before. */
  | { readonly kind: 'exchange'; readonly name: string }
  | { readonly kind: 'env' | 'dotenv' | 'secret' | 'token' | 'dynamic' | 'prompt' };

export interface Substitution {
  /** As written: `{{user.name}}`. */
  readonly placeholder: string;
  /** In the request's file; undefined in another file or in text from a script. */
  readonly range: Range | undefined;
  /** The value as text, before encoding. Long texts are truncated; secrets are masked. */
  readonly text: string;
  readonly source: SubstitutionSource;
}

/** Maximum number of substitutions, and of characters in the text of each. */
const mostKept = 300;
const longestText = 500;

export class Substitutions {
  readonly kept: Substitution[] = [];
  /** The number of substitutions beyond the limit. */
  more = 0;
  readonly #keys = new Set<string>();

  /** Records a substitution. The same placeholder with the same value is recorded only once. */
  add(p: Placeholder, inFile: boolean, value: Value, evaluation: Evaluation): void {
    const found = sourceOf(p, evaluation);
    const text = found.isSecret ? maskText : cut(valueToText(value));
    const key = JSON.stringify([p.text, text]);
    if (this.#keys.has(key)) return;
    if (this.kept.length === mostKept) {
      this.more++;
      return;
    }
    this.#keys.add(key);
    this.kept.push({ placeholder: p.text, range: inFile ? p.range : undefined, text, source: found.source });
  }
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const externalKinds = { $env: 'env', $dotenv: 'dotenv', $secret: 'secret' } as const;

function sourceOf(
  { expression: e }: Placeholder,
  evaluation: Evaluation,
): { readonly source: SubstitutionSource; readonly isSecret: boolean } {
  if (e.kind === 'prompt') return { source: { kind: 'prompt' }, isSecret: false };
  if (e.kind === 'dynamic') {
    const kind = e.name === '$processEnv' ? 'env' : e.name === '$dotenv' ? 'dotenv' : e.name.startsWith('$auth.') ? 'token' : 'dynamic';
    return { source: { kind }, isSecret: kind === 'token' || (kind === 'env' && isSecretEnv(e.args[0] ?? '')) };
  }
  const root = String(e.segments[0]?.key);
  if (root.startsWith('$')) {
    const kind = externalKinds[root as keyof typeof externalKinds] ?? 'dynamic';
    return { source: { kind }, isSecret: kind === 'secret' || (kind === 'env' && isSecretEnv(String(e.segments[1]?.key))) };
  }
  const variable = evaluation.meant(e);
  if (variable === undefined) return { source: { kind: 'exchange', name: root }, isSecret: false };
  return { source: { kind: 'variable', origin: variable.origin }, isSecret: variable.secret };
}
