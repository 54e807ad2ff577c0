import * as vscode from 'vscode';
import { ReqError } from '../base/reqError.ts';
import { writeGiven } from '../files/given.ts';
import { writeWithin } from '../files/replace.ts';
import { pathOf, uriOf } from './files.ts';

/** Writes a file of a collection, whose folder is made where it is missing, by no link. Throws ReqError where it cannot be written. */
export async function writeFile(path: string, root: string, text: string): Promise<void> {
  const uri = uriOf(path);
  try {
    if (uri.scheme === 'file') await writeWithin(path, root, text);
    else await writeElsewhere(uri, new TextEncoder().encode(text));
  } catch (e) {
    throw new ReqError('usage', `${path} cannot be written: ${e instanceof Error ? e.message : String(e)}.`, { cause: e });
  }
}

/** The same below a folder that a person chose. */
export const writeBelow = (uri: vscode.Uri, folder: vscode.Uri, text: string): Promise<void> =>
  writeFile(pathOf(uri), pathOf(folder), text);

/** Writes a file that a person chose, whose folder is made where it is missing. Throws ReqError where it cannot be written. */
export async function writeChosen(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    if (uri.scheme === 'file') await writeGiven(uri.fsPath, bytes, { makesFolder: true });
    else await writeElsewhere(uri, bytes);
  } catch (e) {
    throw new ReqError('usage', `${pathOf(uri)} cannot be written: ${e instanceof Error ? e.message : String(e)}.`, { cause: e });
  }
}

/** In a file system that an extension brings, where there are no links that one knows of. */
async function writeElsewhere(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
  await vscode.workspace.fs.writeFile(uri, bytes);
}
