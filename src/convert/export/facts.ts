import type { AuthAsWritten, DocumentTree, RequestSummary } from '../../language/index.ts';
import type { RequestToExport, WrittenRequest } from './model.ts';

/**
 * @param auth the `# @auth` that applies to the request
 * @param values the values of the placeholders, from the event `substituted`
 */
export function factsOf(
  tree: DocumentTree,
  { block }: RequestSummary,
  values: WrittenRequest['values'],
  auth: AuthAsWritten | undefined,
): Pick<RequestToExport, 'status' | 'checks' | 'written'> {
  const { text } = tree;
  const written = block.assertions.map((a) => text.slice(a.range.start, a.range.end));
  const status = written.map((line) => /^\?\?\s*status\s*==\s*(\d{3})\s*$/.exec(line)?.[1]).find((s) => s !== undefined);
  return {
    status: status === undefined ? undefined : Number(status),
    checks: block.assertions.length + block.responseScripts.length,
    written: { tree, block, auth, values },
  };
}
