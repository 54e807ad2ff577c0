import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { blockAt } from '../../language/index.ts';
import { apiChoices, blockBelow, definesHost, operationRequest } from '../../language/onDemand.ts';
import { currentEditor, focusEditor } from '../providers/currentEditor.ts';
import { toOffset, toRange } from '../providers/vscodeRanges.ts';
import { isNode } from '../requests/requestViews.ts';
import type { Services } from '../services.ts';
import { uriOf } from '../world/editorFiles.ts';

/** *New Request from Operation…*: asks for an operation of the OpenAPI document, and writes a request for it below the cursor or a row. */
export async function newRequestFromOperation({ surroundings, requestViews }: Services, node: unknown): Promise<void> {
  const row = isNode(node) && (node.kind === 'request' || node.kind === 'file') ? node : undefined;
  const file = row === undefined ? undefined : row.kind === 'request' ? row.file.path : row.path;
  const editor =
    file === undefined ? currentEditor() : await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uriOf(file)));
  if (editor?.document.languageId !== 'req') throw new ReqError('usage', t('Open a .req file first.'));
  // A large document may still be read.
  const known = await surroundings.know(editor.document, 'whole');
  const [, line] = row?.kind === 'request' ? await requestViews.placeOf(row) : [];
  const offsetIn = (tree: typeof known.tree): number =>
    line !== undefined ? tree.lines.startOf(line) : row === undefined ? toOffset(tree, editor.selection.active) : tree.text.length;
  const choices = apiChoices(known, blockAt(known.tree, offsetIn(known.tree)));
  if (!choices.ok)
    throw new ReqError(
      'usage',
      choices.problem ??
        t('No OpenAPI document is named: write # @openapi ./api.yaml in collection.req, folder.req or the first block of the file.'),
    );
  const items = choices.operations.map((operation) => ({
    label: `${operation.method} ${operation.path}`,
    description: operation.deprecated ? t('deprecated') : '',
    detail: operation.summary,
    operation,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Req: New Request from Operation'),
    placeHolder: t('Select the operation that the request calls'),
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  // The text may have changed while the user chose.
  const tree = surroundings.tree(editor.document);
  const block = blockAt(tree, offsetIn(tree));
  const base = definesHost(known, blockAt(known.tree, offsetIn(known.tree)))
    ? '{{host}}'
    : `https://api.example.com${chosen.operation.bases[0] ?? ''}`;
  const { range, newText } = blockBelow(tree, block, operationRequest(chosen.operation, base).trimEnd(), '\n');
  await insert(await focusEditor(editor), toRange(tree, range), newText);
}

/** Inserts a request with the cursor in it, so that the next key sends it. */
async function insert(editor: vscode.TextEditor, place: vscode.Range, text: string): Promise<void> {
  await editor.edit((edit) => edit.replace(place, text));
  const { document } = editor;
  const begin = document.positionAt(document.offsetAt(place.start) + text.search(/\S/));
  editor.selection = new vscode.Selection(begin, begin);
  editor.revealRange(new vscode.Range(begin, begin.translate(text.split('\n').length)));
}
