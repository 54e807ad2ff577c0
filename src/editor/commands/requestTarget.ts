import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { listRequests, requestAt, type DocumentTree, type RequestSummary } from '../../language/index.ts';
import { currentEditor, revealEditor } from '../providers/currentEditor.ts';
import { requestTextAt, type RequestText } from '../providers/fencedDocuments.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { offerFile } from './newCollection.ts';

export interface RequestTarget {
  readonly text: RequestText;
  readonly tree: DocumentTree;
  readonly request: RequestSummary;
}

/**
 * The request for a command: at the line of the document that a lens passes, else at the cursor, else the only one of the file. Shows a
 * message if there is none.
 */
export async function requestTarget(surroundings: Surroundings, uri: unknown, line: unknown): Promise<RequestTarget | undefined> {
  const editor = currentEditor();
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  const at = typeof line === 'number' ? line : editor !== undefined && editor.document === document ? editor.selection.active.line : 0;
  const text = document === undefined ? undefined : requestTextAt(document, at);
  if (text === undefined) {
    void offerFile(t('Open a .req file and place the cursor in a request.'));
    return undefined;
  }
  if (editor !== undefined && !(uri instanceof vscode.Uri)) await revealEditor(editor);
  const target = targetIn(surroundings, text, at);
  if (target === undefined) {
    const none = t('This file contains no request. Write one, such as GET https://example.com');
    const here = t('There is no request here. Place the cursor in one.');
    void vscode.window.showInformationMessage(listRequests(surroundings.tree(text)).length === 0 ? none : here);
  }
  return target;
}

/** The request at the cursor of the active editor, else the only one of its file. Shows no message. */
export function targetAtCursor(surroundings: Surroundings): RequestTarget | undefined {
  const editor = vscode.window.activeTextEditor;
  const line = editor?.selection.active.line ?? 0;
  const text = editor && requestTextAt(editor.document, line);
  return text && targetIn(surroundings, text, line);
}

function targetIn(surroundings: Surroundings, text: RequestText, line: number): RequestTarget | undefined {
  const tree = surroundings.tree(text);
  const request =
    requestAt(tree, tree.lines.startOf(Math.min(line, tree.lines.lineCount - 1))) ??
    (listRequests(tree).length === 1 ? listRequests(tree)[0] : undefined);
  return request && { text, tree, request };
}
