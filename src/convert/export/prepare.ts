import type { createFinder } from '../../base/masks/mask.ts';
import type { Header, ResolvedRequest } from '../../language/index.ts';
import { piecesOf, variableMark } from '../text/marks.ts';
import { rewritten, type Rewrite } from '../text/rewritten.ts';
import { commentText } from './literals.ts';
import type { ExportedRequest, RequestToExport } from './model.ts';
import { secretPlaceholder } from './writtenTexts.ts';

/** How secrets appear: in plain text, as `•••`, or as environment variables. */
export type SecretsAs = 'plain' | 'masked' | 'variables';

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Creates a search for secrets. Passed in by callers, which have it loaded, to keep it out of this bundle. */
export type FinderOf = typeof createFinder;

/** Replaces secrets in formats without environment variables. */
const maskText = '•••';

function replaced(
  text: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
  by: (found: string) => string,
): string {
  let out = '';
  let from = 0;
  for (const { start, end } of ranges) {
    if (start < from) continue;
    out += text.slice(from, start) + by(text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}

const asName = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();

/** Assigns environment variables to secrets; equal texts share one. */
export class SecretVariables {
  readonly #names: ReadonlyMap<string, string>;
  readonly #byText = new Map<string, string>();

  /** @param names names of secrets by their values */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  get all(): readonly string[] {
    return [...this.#byText.values()];
  }

  /** The name of a secret; undefined for one that is not from `$secret`. */
  nameOf(text: string): string | undefined {
    return this.#names.get(text);
  }

  /** The variable of a secret of which only the name is known. */
  named(name: string): string {
    for (const [text, known] of this.#names) if (known === name) return this.of(text, name);
    const variable = `REQ_SECRET_${name}`;
    this.#byText.set(`{{$secret.${name}}}`, variable);
    return variable;
  }

  /** The variable for a text; `place` names variables of unnamed secrets. An encoded secret has its own variable. */
  of(text: string, place: string): string {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const base = `REQ_SECRET_${this.#names.get(text)?.replace(/\W/g, '_') ?? asName(place)}`;
    let name = base;
    for (let i = 2; this.all.includes(name); i++) name = `${base}_${i}`;
    this.#byText.set(text, name);
    return name;
  }
}

/** @param leaveOut receives the title of each request that cannot be exported without its secrets, and why */
export function prepare(
  requests: readonly RequestToExport[],
  as: SecretsAs,
  variables: SecretVariables,
  finderOf: FinderOf,
  leaveOut: (title: string, message: string) => void,
): readonly ExportedRequest[] {
  const taken = new Set<string>();
  return requests.flatMap((r): readonly ExportedRequest[] => {
    const secrets = new Set(r.resolved.secrets);
    const find = finderOf(secrets);
    const rewrite: Rewrite = (text, place) => {
      if (as === 'plain') return wellFormed(text);
      if (text !== '' && secrets.has(text)) return as === 'masked' ? maskText : variableMark(variables.of(text, place));
      if (as === 'masked') return wellFormed(replaced(text, find(text), () => maskText));
      // A part of an encoded value is useless, so the whole word becomes the variable.
      const ranges = find(text).map((range) => {
        if (secrets.has(text.slice(range.start, range.end)) || place === 'url' || place === 'body') return range;
        const start = text.lastIndexOf(' ', range.start) + 1;
        const end = text.indexOf(' ', range.end);
        return { start, end: end < 0 ? text.length : end };
      });
      return wellFormed(replaced(text, ranges, (found) => variableMark(variables.of(found, place))));
    };
    const resolved = rewritten(r.resolved, rewrite);
    const short = as === 'plain' ? [] : r.resolved.secrets.filter((s) => s !== '' && find(s).length === 0);
    const kept = short.find((s) => holds(resolved, as === 'masked' ? r.sent : undefined, s));
    if (kept !== undefined) {
      const name = variables.nameOf(kept);
      const what = name === undefined ? 'A secret' : `{{$secret.${name}}}`;
      leaveOut(
        commentText(r.resolved.name || r.resolved.method),
        `${what} is too short to be found in the request, so the request is left out. Use a longer secret, or --with-secrets.`,
      );
      return [];
    }
    const shown: Rewrite = as === 'variables' ? (text) => replaced(text, find(text), () => maskText) : rewrite;
    const hide: Rewrite = (text, place) => hidden(text, variables, (plain) => rewrite(plain, place));
    const { name } = r.resolved;
    const exported = {
      ...r,
      hide,
      resolved,
      sent: {
        ...r.sent,
        head: r.sent.head === undefined ? undefined : shown(r.sent.head, ''),
        headers: r.sent.headers.map(([n, v]) => [n, shown(v, n)] as const),
      },
      title: commentText(shown(name || `${r.resolved.method} ${r.resolved.url}`, '')),
      words: wordsOf(name === '' ? `${r.resolved.method} ${pathOf(resolved.url)}` : shown(name, ''), taken),
      headers: resolved.headers.filter(isAuthors),
    };
    return [exported];
  });
}

/** Whether a text of a request, outside of its marks, contains a secret, plain or encoded. */
function holds(request: ResolvedRequest, sent: RequestToExport['sent'] | undefined, secret: string): boolean {
  const forms = [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
  const texts = sent === undefined ? [] : [sent.head ?? '', ...sent.headers.flat()];
  rewritten(request, (text) => {
    texts.push(text);
    return text;
  });
  return texts.some((text) => piecesOf(text).some((p) => p.kind === 'text' && forms.some((form) => p.text.includes(form))));
}

/** A text as written, with marks for its secrets. Names in braces stay. */
const hidden = (text: string, variables: SecretVariables, rewrite: (text: string) => string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part) => {
      const name = secretPlaceholder.exec(part)?.[1];
      if (name !== undefined) return variableMark(variables.named(name));
      return /^\{\{[\s\p{L}\p{N}_.$-]*\}\}$/u.test(part) ? part : rewrite(part);
    })
    .join('');

/** Headers that no client generates itself: not framing and connection headers. */
const isAuthors = ([name, value]: Header): boolean =>
  value !== '' && !['content-length', 'transfer-encoding', 'connection', 'expect'].includes(name.toLowerCase());

const pathOf = (url: string): string => url.replace(/^[a-z+]+:\/\/[^/?#]*/i, '').replace(/[?#][^]*$/, '');

function wordsOf(name: string, taken: Set<string>): readonly string[] {
  const found = (name.replace(/\ufdd0[^\ufdd1]*\ufdd1/g, '').match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).slice(0, 8);
  const words = ['send', ...found.map((w) => w.toLowerCase())];
  // Names must differ however the words are joined.
  const key = (n: number): string => words.join('') + (n === 1 ? '' : String(n));
  let n = 1;
  while (taken.has(key(n))) n++;
  taken.add(key(n));
  return n === 1 ? words : [...words, String(n)];
}
