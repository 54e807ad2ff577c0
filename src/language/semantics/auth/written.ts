import { closest } from '../../../base/closest.ts';
import type { Range } from '../../../base/text.ts';
import { authEntry, authentications, type AuthEntry, type AuthKind } from '../../catalog/authCatalog.ts';
import { wordsOf, type Word } from '../../syntax/lineWords.ts';
import type { TemplateText } from '../request/requestSource.ts';

/** What an `# @auth` says, before anything is looked up. */
export interface WrittenAuth {
  readonly kind: AuthKind;
  /** As many as the kind has. */
  readonly words: readonly Word[];
  readonly options: ReadonlyMap<string, Word>;
  /** Whether the words' ranges are places in the file at hand. */
  readonly inFile: boolean;
}

/** What is wrong with an `# @auth`, and where. */
export interface AuthProblem {
  readonly message: string;
  readonly range: Range;
}

export type AuthReading =
  | { readonly ok: true; readonly auth: WrittenAuth }
  | { readonly ok: false; readonly problems: readonly AuthProblem[] };

/** The text of a word that holds no placeholder. */
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
    const kinds = authentications.map((a) => a.kind);
    const near = name === undefined ? undefined : closest(name.toLowerCase(), kinds);
    const meant = near === undefined ? `It begins with one of ${kinds.join(', ')}` : `Did you mean ${near}?`;
    const said = name === undefined ? '@auth does not begin with a kind that is known.' : `@auth does not know ${JSON.stringify(name)}.`;
    return { ok: false, problems: [{ message: `${said} ${meant.replace(/([^?])$/, '$1.')}`, range: first?.range ?? none }] };
  }
  const [, ...words] = wordsOf(parts, (option) => entry.options.some((o) => o.name === option));
  return checked(entry, words, text.inFile, first.range);
}

function checked(entry: AuthEntry, words: readonly Word[], inFile: boolean, kind: Range): AuthReading {
  const problems: AuthProblem[] = [];
  const say = (range: Range, message: string): void => void problems.push({ message: `${message} Write it as ${entry.form}.`, range });
  const placed = words.filter((w) => w.name === undefined);
  const options = new Map<string, Word>();
  for (const word of words) {
    if (word.open) say(word.range, 'A quote or a bracket is not closed.');
    if (word.name === undefined) continue;
    if (options.has(word.name)) say(word.range, `${word.name} stands twice.`);
    options.set(word.name, word);
  }
  const missing = entry.words.slice(placed.length).map((w) => w.name);
  if (missing.length > 0) say(kind, `@auth ${entry.kind} needs ${missing.join(' and ')}.`);
  const surplus = placed[entry.words.length];
  if (surplus !== undefined) say(surplus.range, `@auth ${entry.kind} takes no more here: put quotes around what belongs together.`);
  for (const option of entry.options) {
    const word = options.get(option.name);
    if (word === undefined) {
      if (option.needed) say(kind, `@auth ${entry.kind} needs ${option.name}=.`);
      continue;
    }
    const text = plainText(word);
    const fits = text === undefined || (option.values?.includes(text) ?? option.check?.form.test(text) ?? true);
    if (!fits) say(word.range, `${option.name} is ${option.values?.join(' or ') ?? `such as ${option.check?.example}`}.`);
    if (option.list === true && !startsList(word)) say(word.range, `${option.name} is a list of texts, such as ["name", "argument"].`);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, auth: { kind: entry.kind, words: placed, options, inFile } };
}

const startsList = ({ parts: [first] }: Word): boolean => first?.kind === 'text' && first.text.startsWith('[');
