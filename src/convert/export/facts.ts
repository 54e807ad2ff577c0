import type { DocumentTree, RequestSummary } from '../../language/index.ts';
import type { RequestToExport } from './model.ts';

export function factsOf({ text }: DocumentTree, { block }: RequestSummary): Pick<RequestToExport, 'status' | 'checks'> {
  const written = block.assertions.map((a) => text.slice(a.range.start, a.range.end));
  const status = written.map((line) => /^\?\?\s*status\s*==\s*(\d{3})\s*$/.exec(line)?.[1]).find((s) => s !== undefined);
  return {
    status: status === undefined ? undefined : Number(status),
    checks: block.assertions.length + block.responseScripts.length,
  };
}
