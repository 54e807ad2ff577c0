import type { OfferedTarget, RequestToExport, WrittenRequest } from '../../../convert/import/index.ts';
import type { AuthAsWritten, RequestSummary } from '../../../language/index.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Known } from '../../world/editorSurroundings.ts';

/** Properties of a target that affect resolving. */
export type ExportNeeds = Pick<OfferedTarget, 'keepsUndefined' | 'hasResponses'>;

/** Loaded on demand: most windows never export. */
export const loadExport = () => import('../../../convert/import/index.ts');

/**
 * Resolves a request for an export. Undefined if the user or the signal cancelled.
 * @param names receives the names of the secrets in the request, by value
 * @param how `keepsUndefined`: undefined variables stay placeholders; `hasResponses`: saved responses are read
 * @throws {ReqError} if the request cannot be sent
 */
export async function requestToExport(
  runs: Runs,
  known: Known,
  request: RequestSummary,
  names: Map<string, string>,
  signal: AbortSignal,
  { keepsUndefined, hasResponses }: ExportNeeds = { keepsUndefined: false, hasResponses: false },
): Promise<RequestToExport | undefined> {
  const { factsOf } = await loadExport();
  let values: WrittenRequest['values'] = [];
  let sent: RequestToExport['sent'] | undefined;
  let auth: AuthAsWritten | undefined;
  let saved: RequestToExport['saved'] = [];
  const resolved = await runs.resolve(known, request, signal, {
    onDescribed: (described, ofRequest) => {
      sent = described;
      auth = ofRequest;
    },
    keepUndefined: keepsUndefined,
    ...(hasResponses ? { onSaved: (responses) => (saved = responses) } : {}),
    onSubstituted: (found) => (values = found),
    onSecret: (name, text) => names.set(text, name),
  });
  if (resolved === undefined || sent === undefined) return undefined;
  return { resolved, sent, saved, ...factsOf(known.tree, request, values, auth) };
}
