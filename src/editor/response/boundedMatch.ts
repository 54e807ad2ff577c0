import vm from 'node:vm';
import { compileQuery, type SearchQuery } from '../../base/searchQuery.ts';

/** Milliseconds that one call may take; so often it is tried, since the machine may have been busy. */
const longest = 250;
const tries = 3;

/** Which of some texts a query is found in. */
export interface TextMatcher {
  /** One answer for each group of texts. @returns undefined where the regular expression takes too long */
  test(groups: readonly (readonly string[])[]): readonly boolean[] | undefined;
}

export type MadeMatcher = { readonly ok: true; readonly matcher: TextMatcher } | { readonly ok: false; readonly message: string };

const run = new vm.Script('groups.map((texts) => texts.some((text) => { pattern.lastIndex = 0; return pattern.test(text); }))');

/** A matcher that ends whatever a person wrote: a regular expression runs where it can be stopped. */
export function matcherOf(query: SearchQuery): MadeMatcher {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const { pattern } = compiled;
  if (!query.regex)
    return { ok: true, matcher: { test: (groups) => groups.map((texts) => texts.some((text) => text.search(pattern) >= 0)) } };
  const place: { pattern: RegExp; groups: readonly (readonly string[])[] } = { pattern, groups: [] };
  const context = vm.createContext(place);
  const test = (groups: readonly (readonly string[])[]): readonly boolean[] | undefined => {
    place.groups = groups;
    for (let n = 0; n < tries; n++) {
      try {
        return [...(run.runInContext(context, { timeout: longest }) as readonly boolean[])];
      } catch (e) {
        if ((e as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw e;
      }
    }
    return undefined;
  };
  return { ok: true, matcher: { test } };
}
