import type { RequestToExport, WrittenRequest } from '../../../convert/import/index.ts';
import type { AuthAsWritten, RequestSummary } from '../../../language/index.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Known } from '../../world/editorSurroundings.ts';

/** Loaded on demand: most windows never export. */
export const loadExport = () => import('../../../convert/import/index.ts');

/**
 * Resolves a request for an export. Undefined if the user or the signal cancelled.
 * @param names receives the names of the secrets in the request, by their values
 * @param keepUndefined keeps undefined variables as placeholders
 * @throws {ReqError} if the request cannot be sent
 */
export async function requestToExport(
  runs: Runs,
  known: Known,
  request: RequestSummary,
  names: Map<string, string>,
  signal: AbortSignal,
  keepUndefined = false,
): Promise<RequestToExport | undefined> {
  const { factsOf } = await loadExport();
  let values: WrittenRequest['values'] = [];
  let sent: RequestToExport['sent'] | undefined;
  let auth: AuthAsWritten | undefined;
  const resolved = await runs.resolve(known, request, signal, {
    onDescribed: (described, ofRequest) => {
      sent = described;
      auth = ofRequest;
    },
    keepUndefined,
    onSubstituted: (found) => (values = found),
    onSecret: (name, text) => names.set(text, name),
  });
  if (resolved === undefined || sent === undefined) return undefined;
  return { resolved, sent, ...factsOf(known.tree, request, values, auth) };
}
