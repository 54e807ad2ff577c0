import { maskText } from '../../../base/mask.ts';
import type { Range } from '../../../base/text.ts';
import { valueToText, type Value } from '../../../base/value.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { Evaluation } from './evaluate.ts';
import { isSecretEnv } from './taint.ts';
import type { Origin } from './variables.ts';

/** Where the value of a placeholder came from. */
export type SubstitutionSource =
  | { readonly kind: 'variable'; readonly origin: Origin }
  /** An answer of a request that was sent before. */
  | { readonly kind: 'exchange'; readonly name: string }
  | { readonly kind: 'env' | 'dotenv' | 'secret' | 'token' | 'dynamic' | 'prompt' };

/** What stood for one placeholder in a request that was resolved. */
export interface Substitution {
  /** As it is written: `{{user.name}}`. */
  readonly placeholder: string;
  /** In the request's file; undefined where it stands in another, or in what a script wrote. */
  readonly range: Range | undefined;
  /** The value as text, before it was encoded for its place; cut where it is long, and never a secret's. */
  readonly text: string;
  readonly source: SubstitutionSource;
}

/** Substitutions that are kept, and characters of the text of each. */
const mostKept = 300;
const longestText = 500;

/** Takes the substitutions of one resolution. */
export class Substitutions {
  readonly kept: Substitution[] = [];
  /** How many had no place. */
  more = 0;
  readonly #seen = new Set<string>();

  /** The same placeholder with the same value is told once, where it stands first. */
  add(p: Placeholder, inFile: boolean, value: Value, evaluation: Evaluation): void {
    const found = sourceOf(p, evaluation);
    const text = found.isSecret ? maskText : cut(valueToText(value));
    const key = JSON.stringify([p.text, text]);
    if (this.#seen.has(key)) return;
    if (this.kept.length === mostKept) {
      this.more++;
      return;
    }
    this.#seen.add(key);
    this.kept.push({ placeholder: p.text, range: inFile ? p.range : undefined, text, source: found.source });
  }
}

const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

const outside = { $env: 'env', $dotenv: 'dotenv', $secret: 'secret' } as const;

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
    const kind = outside[root as keyof typeof outside] ?? 'dynamic';
    return { source: { kind }, isSecret: kind === 'secret' || (kind === 'env' && isSecretEnv(String(e.segments[1]?.key))) };
  }
  const variable = evaluation.meant(e);
  if (variable === undefined) return { source: { kind: 'exchange', name: root }, isSecret: false };
  return { source: { kind: 'variable', origin: variable.origin }, isSecret: variable.secret };
}
