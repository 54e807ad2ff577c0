import * as vscode from 'vscode';
import { quietly } from '../log/log.ts';

/** Maximum number of files to look for. */
const mostFiles = 1000;

/** The `.http` and `.rest` files of the workspace, which can be imported. */
export async function findForeignFiles(): Promise<readonly vscode.Uri[]> {
  const found = await quietly('finding .http files', () => vscode.workspace.findFiles('**/*.{http,rest}', '**/node_modules/**', mostFiles));
  return found ?? [];
}
