import { maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import { followEdit } from '../../language/onDemand.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { editRequest, refuse, type OpenTree } from './nodeActions.ts';

/**
 * Writes a request for a URL from the response below the request of the run. Sends nothing. Saves the file if it had no unsaved changes.
 * @param reference resolved against the URL of the last sent message
 * @returns the place of the new request, lines from 1; undefined if nothing was written
 */
export async function makeRequest(
  record: RunRecord,
  reference: string,
  openTree: OpenTree,
): Promise<{ readonly file: string; readonly line: number } | undefined> {
  const { sentUrl } = record;
  if (sentUrl === undefined || !URL.canParse(reference, sentUrl)) return refuse(t('this is not a URL'));
  const url = new URL(reference, sentUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(t('this is not a URL of HTTP'));
  // URL encodes the mask's characters.
  if (reference.includes(maskText) || url.href.includes(encodeURIComponent(maskText)))
    return refuse(t('the value contains a secret, which does not belong in a file'));
  const isSameOrigin = url.origin === new URL(sentUrl).origin;
  const written = await editRequest(record, openTree, (tree, block) => followEdit(tree, block, { url, isSameOrigin }));
  if (written === undefined) return undefined;
  const { document, at, newText } = written;
  return { file: document.uri.fsPath, line: at.line + 1 + newText.slice(0, newText.indexOf('\nGET ')).split('\n').length };
}
