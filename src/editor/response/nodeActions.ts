import * as vscode from 'vscode';
import type { NodeFacts } from '../../body/index.ts';
import { normalizedPath, referenceTo } from '../../base/nodePath.ts';
import type { NodeAction } from '../../protocol/bodyRows.ts';
import { chooseSecrets } from '../chooseSecrets.ts';
import type { RunRecord } from './runRecord.ts';

/** Does something with the value in a row of a body. */
export async function actOnNode(record: RunRecord, row: number, action: NodeAction): Promise<void> {
  const node = await record.text?.node(row);
  if (node === null || node === undefined) return;
  switch (action) {
    case 'copyValue':
    case 'copyJson':
      return copyValue(node, action === 'copyJson');
    case 'copyPath':
      return copy(normalizedPath(node.path), 'The path');
    case 'copyReference':
      return copy(referenceTo('body', node.path), 'The path');
    case 'makeVariable':
    case 'makeAssertion':
  }
}

async function copyValue(node: NodeFacts, asJson: boolean): Promise<void> {
  const { json, shown } = node;
  if (json === null || shown === null)
    return void vscode.window.showWarningMessage('The value is too large to be copied: save the response instead.');
  const read = (token: string): string => (asJson || node.type !== 'string' ? token : decoded(token));
  const text = await chooseSecrets('This value holds secrets', read(json), read(shown));
  if (text !== undefined) await copy(text, 'The value');
}

function decoded(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    // A mask may have cut an escape.
    return token.slice(1, -1);
  }
}

async function copy(text: string, what: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.setStatusBarMessage(`$(check) ${what} was copied`, 3000);
}
