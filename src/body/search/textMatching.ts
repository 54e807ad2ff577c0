import { compileQuery, foundIn, matchEdges, type SearchQuery } from '../../base/text/searchQuery.ts';

/** Searches of texts, for a thread that can be killed: a user's regular expression may never finish. */
export interface MatchCalls {
  foundIn(query: SearchQuery, groups: readonly (readonly string[])[]): readonly boolean[];
  matchEdges(query: SearchQuery, texts: readonly string[]): readonly (readonly number[])[];
}

export const textMatching: MatchCalls = {
  foundIn: (query, groups) => foundIn(patternOf(query), groups),
  matchEdges: (query, texts) => matchEdges(patternOf(query), texts),
};

function patternOf(query: SearchQuery): RegExp {
  const compiled = compileQuery(query);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.pattern;
}
