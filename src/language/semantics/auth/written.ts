import { closest } from '../../../base/text/closest.ts';
import type { Range } from '../../../base/text/text.ts';
import { unsupportedAuth } from '../../catalog/signatures.ts';
import { authEntry, authentications, type AuthEntry, type AuthKind } from '../../catalog/authCatalog.ts';
import { wordsOf, type Word } from '../../syntax/lineWords.ts';
import type { TemplateText } from '../request/requestSource.ts';

/** A parsed `# @auth`, before placeholders are evaluated. */
export interface WrittenAuth {
  readonly kind: AuthKind;
  /** Exactly the positional arguments of the kind. */
  readonly words: readonly Word[];
  readonly options: ReadonlyMap<string, Word>;
  /** Whether the words' ranges are offsets in the request's file. */
  readonly inFile: boolean;
}

export interface AuthProblem {
  readonly message: string;
  readonly range: Range;
}

export type AuthReading =
  | { readonly ok: true; readonly auth: WrittenAuth }
  | { readonly ok: false; readonly problems: readonly AuthProblem[] };

/** The text of a word; undefined if it contains a placeholder. */
export const plainText = ({ parts }: Word): string | undefined =>
  parts.every((p) => p.kind === 'text') ? parts.map((p) => (p.kind === 'text' ? p.text : '')).join('') : undefined;

/** Reads the argument of `# @auth`: its kind, then words and options. */
export function readAuth(text: TemplateText): AuthReading {
  const { parts } = text.template;
  const none = { start: parts[0]?.range.start ?? 0, end: parts.at(-1)?.range.end ?? 0 };
  const [first] = wordsOf(parts, () => false);
  const name = first === undefined ? undefined : plainText(first);
  const entry = authEntry(name ?? '');
  if (entry === undefined || first === undefined) {
    const unsupported = unsupportedAuth.get(name?.toLowerCase() ?? '');
    if (unsupported !== undefined) return { ok: false, problems: [{ message: unsupported, range: first?.range ?? none }] };
    const kinds = authentications.map((a) => a.kind);
    const near = name === undefined ? undefined : closest(name.toLowerCase(), kinds);
    const hint = near === undefined ? `Use one of ${kinds.join(', ')}.` : `Did you mean ${near}?`;
    const problem = name === undefined ? '@auth does not begin with a known kind.' : `${JSON.stringify(name)} is not a kind of @auth.`;
    return { ok: false, problems: [{ message: `${problem} ${hint}`, range: first?.range ?? none }] };
  }
  const [, ...words] = wordsOf(parts, (option) => entry.options.some((o) => o.name === option));
  return checked(entry, words, text.inFile, first.range);
}

function checked(entry: AuthEntry, words: readonly Word[], inFile: boolean, kind: Range): AuthReading {
  const problems: AuthProblem[] = [];
  const report = (range: Range, message: string): void => void problems.push({ message: `${message} Write it as ${entry.form}.`, range });
  const positional = words.filter((w) => w.name === undefined);
  const options = new Map<string, Word>();
  for (const word of words) {
    if (word.open) report(word.range, 'A quote or a bracket is not closed.');
    if (word.name === undefined) continue;
    if (options.has(word.name)) report(word.range, `${word.name} is given twice.`);
    options.set(word.name, word);
  }
  const missing = entry.words.slice(positional.length).map((w) => w.name);
  if (missing.length > 0) report(kind, `@auth ${entry.kind} needs ${missing.join(' and ')}.`);
  const surplus = positional[entry.words.length];
  if (surplus !== undefined)
    report(surplus.range, `@auth ${entry.kind} has too many arguments: put quotes around words that belong together.`);
  for (const option of entry.options) {
    const word = options.get(option.name);
    if (word === undefined) {
      if (option.needed) report(kind, `@auth ${entry.kind} needs ${option.name}=.`);
      continue;
    }
    const text = plainText(word);
    const fits = text === undefined || (option.values?.includes(text) ?? option.check?.form.test(text) ?? true);
    if (!fits) report(word.range, `${option.name} is ${option.values?.join(' or ') ?? `such as ${option.check?.example}`}.`);
    if (option.object === true && !startsObject(word))
      report(word.range, `${option.name} is a JSON object in quotes, such as '{"sub": "me"}'.`);
    if (option.list === true && !startsList(word)) report(word.range, `${option.name} is a list of texts, such as ["name", "argument"].`);
  }
  const { oneOf = [] } = entry;
  const given = oneOf.filter((name) => options.has(name));
  if (oneOf.length > 0 && given.length !== 1)
    report(kind, `@auth ${entry.kind} needs ${given.length === 0 ? '' : 'only one of '}${oneOf.map((name) => `${name}=`).join(' or ')}.`);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, auth: { kind: entry.kind, words: positional, options, inFile } };
}

const startsList = ({ parts: [first] }: Word): boolean => first?.kind === 'text' && first.text.startsWith('[');
const startsObject = ({ parts: [first] }: Word): boolean => first?.kind !== 'text' || first.text.trimStart().startsWith('{');

/** Whether the credentials are sent in `Authorization`, which a written header overrides. */
export function setsAuthorization({ kind, options }: WrittenAuth): boolean {
  const option = (name: string): string | undefined => {
    const word = options.get(name);
    return word === undefined ? undefined : plainText(word);
  };
  if (kind === 'apikey' || option('in') === 'query' || option('in') === 'body') return false;
  return kind !== 'jwt' || (option('name') ?? 'authorization').toLowerCase() === 'authorization';
}
