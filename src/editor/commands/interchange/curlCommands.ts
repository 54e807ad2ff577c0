import { showDone } from '../../showDone.ts';
import * as vscode from 'vscode';
import {
  curlActions,
  fromCurl,
  looksLikeCurl,
  pasteCurl as editOfPaste,
  requestsText,
  rewritten,
  curlSignsIn,
  toCurl,
} from '../../../convert/curl/index.ts';
import { createMask } from '../../../base/masks/mask.ts';
import type { Range } from '../../../base/text/text.ts';
import { t } from '../../../base/l10n.ts';
import {
  blockAt,
  type CodeAction,
  type DocumentTree,
  type FileView,
  type RequestSummary,
  type ResolvedRequest,
  type TextEdit,
} from '../../../language/index.ts';
import { chooseSecrets } from '../../secrets/chooseSecrets.ts';
import { focusRequestEditor } from '../../providers/currentEditor.ts';
import { toOffset, toRange } from '../../providers/vscodeRanges.ts';
import type { RunRecord } from '../../../response/record/runRecord.ts';
import type { Runs } from '../../sending/runs.ts';
import type { Known, Surroundings } from '../../world/editorSurroundings.ts';

/** Maximum characters that are searched for `curl` before the text is converted. */
const enough = 20_000;

/** Code actions for a curl command that is selected or at the cursor. */
export function curlActionsAt(view: FileView, place: Range): readonly CodeAction[] {
  const { text } = view.tree;
  const { range } = blockAt(view.tree, place.start);
  const from = Math.max(range.start, place.start - enough);
  const to = Math.max(place.end, Math.min(range.end, place.start + enough));
  return text.slice(from, to).includes('curl') ? curlActions(view, place) : [];
}

/** The edit that pastes a curl command as a request; undefined for other text, and inside a line. */
export function pasteCurl(tree: DocumentTree, range: vscode.Range, text: string): TextEdit | undefined {
  if (!text.slice(0, enough).includes('curl')) return undefined;
  const place = { start: toOffset(tree, range.start), end: toOffset(tree, range.end) };
  return editOfPaste(tree, place, text);
}

/** Pastes the clipboard's curl command as a request at the cursor, or into a new file if no request file is open. */
export async function pasteCurlCommand(surroundings: Surroundings): Promise<void> {
  const text = await vscode.env.clipboard.readText();
  if (!looksLikeCurl(text) || fromCurl(text).requests.length === 0)
    return void vscode.window.showInformationMessage(t('The clipboard does not contain a curl command with a URL.'));
  const editor = await focusRequestEditor();
  if (editor === undefined) {
    const document = await vscode.workspace.openTextDocument({ language: 'req', content: `${requestsText(fromCurl(text))}\n` });
    await vscode.window.showTextDocument(document);
    return;
  }
  const tree = surroundings.tree(editor.document);
  // Inside a line there is no place for a request: it is added at the end.
  const edit = pasteCurl(tree, editor.selection, text) ?? pasteCurl(tree, endOf(editor.document), text);
  if (edit === undefined) return void vscode.window.showInformationMessage(t('A request cannot be inserted here.'));
  const placed = toRange(tree, edit.range);
  await editor.edit((builder) => builder.replace(placed, edit.newText));
  // The cursor is at the end of the pasted text, as after other pastes.
  const { document } = editor;
  const end = document.positionAt(document.offsetAt(placed.start) + edit.newText.trimEnd().length);
  editor.selection = new vscode.Selection(end, end);
  editor.revealRange(new vscode.Range(placed.start, end));
}

function endOf(document: vscode.TextDocument): vscode.Range {
  const { end } = document.lineAt(document.lineCount - 1).range;
  return new vscode.Range(end, end);
}

/** Copies the curl command that sends a request. Asks the user whether to copy its secrets. */
export async function copyAsCurl(runs: Runs, known: Known, request: RequestSummary): Promise<void> {
  const resolved = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: t('Copy as cURL') }, () =>
    runs.resolve(known, request, new AbortController().signal),
  );
  if (resolved !== undefined) await copyResolved(resolved);
}

/** Copies the curl command of a sent request, before any redirect. */
export async function copySentAsCurl({ resolved }: RunRecord): Promise<void> {
  if (resolved !== undefined) await copyResolved(resolved);
  else void vscode.window.showInformationMessage(t('Nothing was sent, so there is nothing to copy.'));
}

async function copyResolved(resolved: ResolvedRequest): Promise<void> {
  const plain = toCurl(resolved);
  // Masked before it is quoted, because quoting may split a secret.
  const masked = toCurl(rewritten(resolved, createMask(resolved.secrets)));
  const command = await chooseSecrets(t('This request contains secrets'), plain, masked);
  if (command === undefined) return;
  await vscode.env.clipboard.writeText(command);
  if (!curlSignsIn(resolved))
    void vscode.window.showWarningMessage(
      t('The command was copied without its credentials: curl cannot make those of @auth {0}.', resolved.auth?.kind ?? ''),
    );
  else showDone(t('The curl command was copied'));
}
