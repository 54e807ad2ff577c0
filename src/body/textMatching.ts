import { compileQuery, foundIn, matchEdges, type SearchQuery } from '../base/searchQuery.ts';

/** What a thread finds in texts that it is sent: a person's regular expression may take without end. */
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
