import vm from 'node:vm';
import { compileQuery, type SearchQuery } from '../../base/searchQuery.ts';

/** Milliseconds that one call may take; so often it is tried, since the machine may have been busy. */
const longest = 250;
const tries = 3;

/** Which of some texts a query is found in. */
export interface TextMatcher {
  /** One answer for each group of texts. @returns undefined where the regular expression takes too long */
  test(groups: readonly (readonly string[])[]): readonly boolean[] | undefined;
  /** Where it is found in each text: the beginning and the end of every match, one after the other. @returns undefined as `test` */
  edges(texts: readonly string[]): readonly (readonly number[])[] | undefined;
}

export type MadeMatcher = { readonly ok: true; readonly matcher: TextMatcher } | { readonly ok: false; readonly message: string };

const anyOf = 'groups.map((texts) => texts.some((text) => { pattern.lastIndex = 0; return pattern.test(text); }))';
const edgesOf =
  'pattern.lastIndex = 0; groups.map(([text]) => [...text.matchAll(pattern)].flatMap(({ 0: m, index }) => (m === "" ? [] : [index, index + m.length])))';
const scripts = { any: new vm.Script(anyOf), edges: new vm.Script(edgesOf) };

/** A matcher that ends whatever a person wrote: a regular expression runs where it can be stopped. */
export function matcherOf(query: SearchQuery): MadeMatcher {
  const compiled = compileQuery(query);
  if (!compiled.ok) return compiled;
  const place: { readonly pattern: RegExp; groups: readonly (readonly string[])[] } = { pattern: compiled.pattern, groups: [] };
  const context = vm.createContext(place);
  const run = (script: vm.Script, groups: readonly (readonly string[])[]): unknown => {
    place.groups = groups;
    for (let n = 0; n < tries; n++) {
      try {
        return script.runInContext(context, { timeout: longest });
      } catch (e) {
        if ((e as { readonly code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw e;
      }
    }
    return undefined;
  };
  return {
    ok: true,
    matcher: {
      test: (groups) => {
        // A plain text takes time in proportion to what is searched.
        if (!query.regex) return groups.map((texts) => texts.some((text) => text.search(compiled.pattern) >= 0));
        return run(scripts.any, groups) as readonly boolean[] | undefined;
      },
      edges(texts) {
        const groups = texts.map((text) => [text]);
        const found = run(scripts.edges, groups) as readonly (readonly number[])[] | undefined;
        // Arrays of this realm, not of the one that can be stopped.
        return found?.map((edges) => Array.from(edges));
      },
    },
  };
}
