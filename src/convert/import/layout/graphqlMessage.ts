import { operationNames } from '../../../language/index.ts';
import { withType } from '../reading/jsonFields.ts';
import type { GraphqlBody, HeaderDraft } from '../draft.ts';
import type { BodyToWrite } from '../../text/write.ts';

/** The body of a query whose operation is not the first one, as JSON: `GRAPHQL` runs the first. Undefined for others. */
export function withOperation(
  { query, variables, operation = '' }: GraphqlBody,
  headers: readonly HeaderDraft[],
): { readonly headers: readonly HeaderDraft[]; readonly body: BodyToWrite } | undefined {
  const [first, ...others] = operationNames(query);
  if (operation === '' || operation === first || others.length === 0) return undefined;
  const given = variables.trim() === '' ? '' : `\n  "variables": ${variables.trim()},`;
  const text = `{\n  "query": ${JSON.stringify(query)},${given}\n  "operationName": ${JSON.stringify(operation)}\n}`;
  return { headers: withType(headers, 'application/json'), body: { kind: 'text', text } };
}
