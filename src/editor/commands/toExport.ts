import type { RequestToExport } from '../../convert/import/index.ts';
import type { RequestSummary } from '../../language/index.ts';
import type { Runs } from '../sending/runs.ts';
import type { Known } from '../world/editorSurroundings.ts';

/** Most windows never export: it is loaded when needed. */
export const loadExport = () => import('../../convert/import/index.ts');

/**
 * A request as it would be sent, for an export; undefined where a person or the signal ended it.
 * @param names gets the names of the secrets that went into it, by their texts
 * @throws {ReqError} where it cannot be sent
 */
export async function requestToExport(
  runs: Runs,
  known: Known,
  request: RequestSummary,
  names: Map<string, string>,
  signal: AbortSignal,
): Promise<RequestToExport | undefined> {
  const { factsOf } = await loadExport();
  let sent: RequestToExport['sent'] | undefined;
  const resolved = await runs.resolve(known, request, signal, {
    onDescribed: (described) => (sent = described),
    onSecret: (name, text) => names.set(text, name),
  });
  return resolved === undefined || sent === undefined ? undefined : { resolved, sent, ...factsOf(known.tree, request) };
}
