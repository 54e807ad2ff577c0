import * as vscode from 'vscode';
import { maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import { findAgain, type FileView, type TextEdit } from '../../language/index.ts';
import { replyEdit } from '../../language/onDemand.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';
import { wholeText } from '../../response/stream/wholeText.ts';
import type { PlacedEdit, RequestText } from '../providers/fencedDocuments.ts';
import { refuse, type OpenTree } from './nodeActions.ts';
import { columnOfFile } from './panelPlace.ts';

/**
 * Writes a request below the one of a chat, with the conversation so far and an empty message, and places the cursor in it. Sends nothing.
 */
export async function reply(record: RunRecord, openTree: OpenTree, viewOf: (text: RequestText) => Promise<FileView>): Promise<void> {
  const answer = await wholeText(record);
  if (answer === undefined || answer.text.trim() === '') return refuse(t('this response contains no text of a language model'));
  if (answer.isCut) return refuse(t('the text of the response is too long to store'));
  if (answer.text.includes(maskText) || record.hiding.mask(answer.text) !== answer.text)
    return refuse(t('the response contains a secret, which does not belong in a file'));
  const { document, text, place } = await openTree(record);
  const view = await viewOf(text);
  const name = vscode.workspace.asRelativePath(document.uri);
  const request = findAgain(view.tree, record.request);
  if (request === undefined) return refuse(t('"{0}" is no longer in {1}', record.request.title, name));
  const found = replyEdit(view, request.block, answer.text);
  if (found.kind === 'no-json') return refuse(t('the body of "{0}" is not JSON in this file', record.request.title));
  if (found.kind === 'no-messages') return refuse(t('the body of "{0}" has no list of messages', record.request.title));
  const placed = place(found.edit);
  const edits = new vscode.WorkspaceEdit();
  edits.replace(document.uri, placed.range, placed.newText);
  if (!(await vscode.workspace.applyEdit(edits))) return refuse(t('{0} cannot be edited', name));
  const at = cursorIn(found.edit, placed, found.cursor);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), viewColumn: columnOfFile(document.uri) });
}

/** The position of an offset in the new text; lines of a fence are indented in the document. */
function cursorIn({ newText }: TextEdit, placed: PlacedEdit, offset: number): vscode.Position {
  const before = newText.slice(0, offset).split('\n');
  const line = before.length - 1;
  const added = (placed.newText.split('\n')[line] ?? '').length - (newText.split('\n')[line] ?? '').length;
  const column = (before[line] ?? '').length + added + (line === 0 ? placed.range.start.character : 0);
  return new vscode.Position(placed.range.start.line + line, column);
}
