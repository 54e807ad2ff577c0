import * as vscode from 'vscode';
import { counted } from '../../base/l10n.ts';
import { quietly } from '../log/log.ts';

/** Maximum number of files to look for. */
const mostFiles = 1000;

/** The `.http` and `.rest` files of the workspace, which can be imported. */
export async function findForeignFiles(): Promise<readonly vscode.Uri[]> {
  const found = await quietly('finding .http files', () => vscode.workspace.findFiles('**/*.{http,rest}', '**/node_modules/**', mostFiles));
  return found ?? [];
}

/** How many files of other clients were found, for the view. */
export function foreignWords(foreign: readonly vscode.Uri[]): string {
  const kind = foreign.every((uri) => uri.path.endsWith('.rest')) ? '.rest' : '.http';
  return counted(foreign.length, '{0} {1} file found', '{0} {1} files found', kind);
}
