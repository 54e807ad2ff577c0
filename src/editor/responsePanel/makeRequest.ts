import * as vscode from 'vscode';
import { maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import { findAgain } from '../../language/index.ts';
import { followEdit } from '../../language/onDemand.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { refuse, type OpenTree } from './nodeActions.ts';

/**
 * Writes a request of a URL from the response below the request of the run. Sends nothing. Saves the file if it had no unsaved changes.
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
  const { document, tree, place } = await openTree(record);
  const name = vscode.workspace.asRelativePath(document.uri);
  const request = findAgain(tree, record.request);
  if (request === undefined) return refuse(t('"{0}" is no longer in {1}', record.request.title, name));
  const edit = followEdit(tree, request.block, { url, isSameOrigin: url.origin === new URL(sentUrl).origin });
  const wasDirty = document.isDirty || document.isUntitled;
  const edits = new vscode.WorkspaceEdit();
  const { range, newText } = place(edit);
  edits.replace(document.uri, range, newText);
  if (!(await vscode.workspace.applyEdit(edits))) return refuse(t('{0} cannot be edited', name));
  if (!wasDirty) await document.save();
  return {
    file: document.uri.fsPath,
    line: range.start.line + 1 + edit.newText.slice(0, edit.newText.indexOf('\nGET ')).split('\n').length,
  };
}
