import { showDone } from '../showDone.ts';
import * as vscode from 'vscode';
import { findAgain, type DocumentTree, type RequestBlock, type TextEdit } from '../../language/index.ts';
import { assertionEdit, setVariableEdit } from '../../language/onDemand.ts';
import type { NodeFacts } from '../../body/index.ts';
import { maskText } from '../../base/masks/mask.ts';
import { normalizedPath, referenceTo } from '../../base/values/nodePath.ts';
import { t } from '../../base/l10n.ts';
import type { NodeAction } from '../../protocol/bodyRows.ts';
import { chooseSecrets } from '../secrets/chooseSecrets.ts';
import type { PlacedEdit, RequestText } from '../providers/fencedDocuments.ts';
import type { RunRecord } from '../../response/record/runRecord.ts';

/** The document of a run's request, with its current text and tree. */
export interface OpenedTree {
  readonly document: vscode.TextDocument;
  /** The document itself, or its fence. */
  readonly text: RequestText;
  readonly tree: DocumentTree;
  /** An edit of the tree's text at its place in the document. */
  readonly place: (edit: TextEdit) => PlacedEdit;
}

export type OpenTree = (record: RunRecord) => Promise<OpenedTree>;

/**
 * @param follow writes a request for a URL
 * @param makeSchema writes a schema of a value
 */
export async function actOnNode(
  record: RunRecord,
  row: number,
  action: NodeAction,
  openTree: OpenTree,
  follow: (url: string) => Promise<void>,
  makeSchema: (node: NodeFacts) => Promise<void>,
): Promise<void> {
  const node = await record.text?.node(row);
  if (node === null || node === undefined) return;
  switch (action) {
    case 'copyValue':
    case 'copyJson':
      return copyValue(node, action === 'copyJson');
    case 'copyPath':
      return copy(normalizedPath(node.path), t('The path was copied'));
    case 'copyReference':
      return copy(referenceTo('body', node.path), t('The path was copied'));
    case 'makeVariable':
      return makeVariable(record, node, openTree);
    case 'makeAssertion':
      return makeAssertion(record, node, openTree);
    case 'makeSchema':
      return makeSchema(node);
    case 'makeRequest':
      if (node.json === null || node.type !== 'string') return refuse(t('this is not a URL'));
      if (node.json !== node.shown) return refuse(t('the value contains a secret, which does not belong in a file'));
      return follow(decoded(node.json));
  }
}

async function copyValue(node: NodeFacts, asJson: boolean): Promise<void> {
  const { json, shown } = node;
  if (json === null || shown === null)
    return void vscode.window.showWarningMessage(t('The value is too large to copy. Save the response instead.'));
  const read = (token: string): string => (asJson || node.type !== 'string' ? token : decoded(token));
  const text = await chooseSecrets(t('This value contains secrets'), read(json), read(shown));
  if (text !== undefined) await copy(text, t('The value was copied'));
}

function decoded(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    // The mask may have cut an escape sequence.
    return token.slice(1, -1);
  }
}

async function copy(text: string, done: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  showDone(done);
}

async function makeVariable(record: RunRecord, { path, json, shown }: NodeFacts, openTree: OpenTree): Promise<void> {
  if (json !== shown && isMasked(path)) return refuse(t('its path contains a secret'));
  const name = await vscode.window.showInputBox({
    title: t('Make a variable of {0}', referenceTo('body', path)),
    prompt: t('Each response sets it; requests use it as {{name}}'),
    value: suggestedName(path),
    validateInput: (text) =>
      /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(text) ? undefined : t('Use letters, digits, _, - and $. Do not begin with a digit.'),
  });
  if (name === undefined) return;
  await writeEdit(record, openTree, t('{{{0}}} is set by the response', name), (tree, block) => setVariableEdit(tree, block, name, path));
}

async function makeAssertion(record: RunRecord, { path, json, shown }: NodeFacts, openTree: OpenTree): Promise<void> {
  if (json === null) return refuse(t('the value is too large'));
  if (json !== shown || isMasked(path)) return refuse(t('the value contains a secret, which does not belong in a file'));
  await writeEdit(record, openTree, t('Added an assertion for {0}', referenceTo('body', path)), (tree, block) =>
    assertionEdit(tree, block, { path, json }),
  );
}

const isMasked = (path: NodeFacts['path']): boolean => path.some((part) => typeof part === 'string' && part.includes(maskText));

export function refuse(why: string): undefined {
  void vscode.window.showWarningMessage(t('Nothing was written: {0}.', why));
}

/** A variable name from the last two names of a path: `items[0].id` gives `itemsId`. */
function suggestedName(path: NodeFacts['path']): string {
  const words = path
    .filter((part) => typeof part === 'string')
    .slice(-2)
    .flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
  const name = words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
  return /^\p{L}/u.test(name) ? name : `value${name}`;
}

interface WrittenEdit {
  readonly document: vscode.TextDocument;
  /** Path of the document for messages. */
  readonly name: string;
  /** Where the text was inserted. */
  readonly at: vscode.Position;
  readonly newText: string;
}

/**
 * Edits the request of a run in its current file. Saves the file if it had no unsaved changes. If nothing could be written, shows a warning
 * with the reason and returns undefined.
 */
export async function editRequest(
  record: RunRecord,
  openTree: OpenTree,
  editOf: (tree: DocumentTree, block: RequestBlock) => TextEdit | undefined,
): Promise<WrittenEdit | undefined> {
  const { document, tree, place } = await openTree(record);
  const name = vscode.workspace.asRelativePath(document.uri);
  const request = findAgain(tree, record.request);
  if (request === undefined) return refuse(t('"{0}" is no longer in {1}', record.request.title, name));
  const edit = editOf(tree, request.block);
  if (edit === undefined) return refuse(t('this path cannot be written in a request'));
  const wasDirty = document.isDirty || document.isUntitled;
  const edits = new vscode.WorkspaceEdit();
  const { range, newText } = place(edit);
  edits.replace(document.uri, range, newText);
  if (!(await vscode.workspace.applyEdit(edits))) return refuse(t('{0} cannot be edited', name));
  if (!wasDirty) await document.save();
  return { document, name, at: range.start, newText: edit.newText };
}

/** Edits the request of a run like `editRequest`, and shows the result in the status bar. */
export async function writeEdit(
  record: RunRecord,
  openTree: OpenTree,
  done: string,
  editOf: (tree: DocumentTree, block: RequestBlock) => TextEdit | undefined,
): Promise<void> {
  const written = await editRequest(record, openTree, editOf);
  if (written !== undefined) showDone(`${done}: ${written.name}`);
}
