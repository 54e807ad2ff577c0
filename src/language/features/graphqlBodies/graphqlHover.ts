import type { Hover, HoverContext } from '../hover/hoverContext.ts';
import { graphqlWords } from './graphqlWords.ts';
import { queryBodyOf } from './queryBody.ts';

/** What the schema says about a name in a query. */
export function ofGraphql(offset: number, { view, block }: HoverContext): Hover | undefined {
  const state = view.schemaOf(block);
  if (state?.kind !== 'schema') return undefined;
  const body = queryBodyOf(view, block);
  const found = body && state.schema.hoverAt(body, offset);
  return found && { range: found.range, markdown: graphqlWords(found) };
}
