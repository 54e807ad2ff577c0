import type { Hover, HoverContext } from '../hover/hoverContext.ts';
import { graphqlWords } from './graphqlWords.ts';
import { queryBodyOf } from './queryBody.ts';

/** The hover of a name in a query: its type and description in the schema. */
export function ofGraphql(offset: number, { view, block }: HoverContext): Hover | undefined {
  const state = view.schemaOf(block);
  if (state?.kind !== 'schema') return undefined;
  const body = queryBodyOf(view, block);
  const found = body && state.schema.hoverAt(body, offset);
  return found && { range: found.range, markdown: graphqlWords(found) };
}
