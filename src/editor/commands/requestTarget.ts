import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { listRequests, requestAt, type DocumentTree, type RequestSummary } from '../../language/index.ts';
import { requestTextAt, type RequestText } from '../providers/fencedDocuments.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { offerFile } from './newCollection.ts';

/** A request of a document. */
interface RequestTarget {
  readonly text: RequestText;
  readonly tree: DocumentTree;
  readonly request: RequestSummary;
}

/**
 * The request that a command is called for: at the line of the document that a lens names, else at the cursor, else the only one of the
 * file. If there is none, a message says so.
 */
export async function requestTarget(surroundings: Surroundings, uri: unknown, line: unknown): Promise<RequestTarget | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
  const at = typeof line === 'number' ? line : editor !== undefined && editor.document === document ? editor.selection.active.line : 0;
  const text = document === undefined ? undefined : requestTextAt(document, at);
  if (text === undefined) {
    void offerFile(t('Open a .req file and place the cursor in a request.'));
    return undefined;
  }
  const tree = surroundings.tree(text);
  const request =
    requestAt(tree, tree.lines.startOf(Math.min(at, tree.lines.lineCount - 1))) ??
    (listRequests(tree).length === 1 ? listRequests(tree)[0] : undefined);
  if (request === undefined) {
    const none = t('This file contains no request. Write one, such as GET https://example.com');
    const here = t('There is no request here. Place the cursor in one.');
    void vscode.window.showInformationMessage(listRequests(tree).length === 0 ? none : here);
  }
  return request === undefined ? undefined : { text, tree, request };
}
