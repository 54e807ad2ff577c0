import { withType } from '../reading/jsonFields.ts';
import type { GraphqlBody, HeaderDraft } from '../draft.ts';
import type { BodyToWrite } from '../../text/write.ts';

/** Number of operations in a query. */
function operationsIn(query: string): number {
  let depth = 0;
  let count = 0;
  for (const [token] of query.matchAll(/#[^\n]*|"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|[{}]|\b(?:query|mutation|subscription)\b/g)) {
    if (token === '{') depth++;
    else if (token === '}') depth--;
    else if (depth === 0 && /^[qms]/.test(token)) count++;
  }
  return count;
}

/** The body of a query of which one of several operations is chosen, as JSON: `GRAPHQL` has no place for its name. Undefined for others. */
export function withOperation(
  { query, variables, operation = '' }: GraphqlBody,
  headers: readonly HeaderDraft[],
): { readonly headers: readonly HeaderDraft[]; readonly body: BodyToWrite } | undefined {
  if (operation === '' || operationsIn(query) < 2) return undefined;
  const given = variables.trim() === '' ? '' : `\n  "variables": ${variables.trim()},`;
  const text = `{\n  "query": ${JSON.stringify(query)},${given}\n  "operationName": ${JSON.stringify(operation)}\n}`;
  return { headers: withType(headers, 'application/json'), body: { kind: 'text', text } };
}
