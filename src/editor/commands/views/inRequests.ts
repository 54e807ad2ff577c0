import * as vscode from 'vscode';
import { t } from '../../../base/l10n.ts';
import { ReqError } from '../../../base/reqError.ts';
import type { RequestTreeNode } from '../../../language/onDemand.ts';
import { isNode } from '../../requests/requestViews.ts';
import type { Services } from '../../services.ts';
import { runFiles } from '../../testing/testCommands.ts';
import { uriOf } from '../../world/editorFiles.ts';
import { copyRequestAs, copyRequestAsCurl } from '../interchange/copyRequest.ts';
import { newRequest } from '../newCollection.ts';
import { runContractCases } from '../runContractCases.ts';
import { sendRequest } from '../sendRequest.ts';

const uriOfNode = (node: RequestTreeNode): vscode.Uri => uriOf(node.kind === 'request' ? node.file.path : node.path);

type Place = readonly [uri: unknown, line: unknown];

/** Sends the request of a row, or of the row with the focus; runs a file or folder. */
export async function sendRow(services: Services, node: unknown): Promise<unknown> {
  const row = isNode(node) ? node : await services.requestViews.focused();
  if (row?.kind === 'request') return sendRequest(services, ...(await services.requestViews.placeOf(row)));
  return row === undefined ? selectFirst() : runRows(services, row, undefined);
}

/** Runs the selected files, and all files of selected folders. For requests, runs their files. */
export async function runRows(services: Services, node: unknown, selected: unknown): Promise<unknown> {
  const rows = services.requestViews.chosen(node, selected);
  return rows.length === 0 ? selectFirst() : runFiles(services.testing, undefined, rows.map(uriOfNode));
}

/** Changes files by the command of one row. Without `node`, uses the row with the focus. */
export async function onRequestRow(services: Services, command: 'rename' | 'duplicate' | 'newFolder', node: unknown): Promise<void> {
  const { requestViews } = services;
  if (command === 'newFolder') return requestViews.commands.newFolder(isNode(node) ? node : undefined);
  const row = isNode(node) ? node : await requestViews.focused();
  if (row === undefined) selectFirst();
  else if (command === 'rename') await requestViews.rename(row);
  else await requestViews.commands[command](row);
}

/** Changes files by the command of the selected rows. */
export async function onRequestRows(
  services: Services,
  command: 'delete' | 'moveToFile' | 'up' | 'down',
  node: unknown,
  selected: unknown,
): Promise<void> {
  const { requestViews } = services;
  const rows = requestViews.chosen(node, selected);
  if (rows.length === 0) selectFirst();
  else if (command === 'up' || command === 'down') await requestViews.commands.moveBy(rows, command);
  else await requestViews.commands[command](rows);
}

/** Inserts a request at a row of the Requests view, or below the cursor. */
export const newRequestAt = ({ surroundings, requestViews }: Services, node: unknown): Promise<void> =>
  isNode(node) ? requestViews.commands.newRequest(node) : newRequest(surroundings);

/** The document and line of the row of a request, or those that a lens gives. */
const placeAt = async ({ requestViews }: Services, first: unknown, second: unknown): Promise<Place> =>
  isNode(first) && first.kind === 'request' ? requestViews.placeOf(first) : [first, second];

/** Copies the request of a row, of a lens or at the cursor. */
export async function copyRow(services: Services, kind: 'as' | 'curl', first: unknown, second: unknown, to: unknown): Promise<void> {
  const [uri, line] = await placeAt(services, first, second);
  return kind === 'curl' ? copyRequestAsCurl(services, uri, line) : copyRequestAs(services, uri, line, to);
}

/** Runs the contract cases of a row, of a test, or of the request at a line or at the cursor. */
export async function runCasesAt(services: Services, first: unknown, second: unknown): Promise<void> {
  if (isTest(first) && first.range === undefined) throw new ReqError('usage', t('Contract cases belong to one request. Select a request.'));
  const [uri, line] = isTest(first) ? [first.uri, first.range?.start.line] : await placeAt(services, first, second);
  return runContractCases(services, uri, line);
}

/** An item of the Test Explorer, to which VS Code gives only the interface. */
const isTest = (given: unknown): given is vscode.TestItem =>
  typeof given === 'object' && given !== null && 'uri' in given && 'range' in given && 'children' in given;

/** Shows the file or folder of a row in the Explorer. */
export async function revealRow({ requestViews }: Services, node: unknown): Promise<void> {
  const [row] = requestViews.chosen(node, undefined);
  if (row === undefined) return selectFirst();
  await vscode.commands.executeCommand('revealInExplorer', uriOfNode(row));
}

function selectFirst(): void {
  void vscode.window.showInformationMessage(t('Select a row in the Requests view.'));
}
