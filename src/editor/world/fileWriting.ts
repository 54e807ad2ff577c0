import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { writeGiven } from '../../files/given.ts';
import { writeWithin } from '../../files/replace.ts';
import { NotAllWritten, writeAll } from '../../files/writeAll.ts';
import { pathOf, uriOf } from './editorFiles.ts';

/**
 * Writes a file of a collection and creates its folder. Follows no links out of `root`.
 * @throws {ReqError} if it cannot be written
 */
export async function writeFile(path: string, root: string, text: string): Promise<void> {
  const uri = uriOf(path);
  try {
    if (uri.scheme === 'file') await writeWithin(path, root, text);
    else await writeElsewhere(uri, new TextEncoder().encode(text));
  } catch (e) {
    throw new ReqError('usage', `${path} cannot be written: ${e instanceof Error ? e.message : String(e)}.`, { cause: e });
  }
}

export interface UriToWrite {
  readonly uri: vscode.Uri;
  readonly text: string | Uint8Array;
}

/**
 * Writes all files below a folder that the user chose, or none. In an extension's file system they are written one by one.
 * @throws {ReqError} names the files that were written
 */
export async function writeAllBelow(files: readonly UriToWrite[], folder: vscode.Uri): Promise<void> {
  const done: string[] = [];
  let at = '';
  try {
    if (folder.scheme === 'file')
      await writeAll(
        files.map(({ uri, text }) => ({ file: pathOf(uri), text })),
        pathOf(folder),
      );
    else
      for (const { uri, text } of files) {
        at = pathOf(uri);
        await writeElsewhere(uri, typeof text === 'string' ? new TextEncoder().encode(text) : text);
        done.push(at);
      }
  } catch (e) {
    const [file, written] = e instanceof NotAllWritten ? [e.file, e.written] : [at, done];
    const shown = (path: string): string => vscode.workspace.asRelativePath(path);
    const why = e instanceof Error ? e.message : String(e);
    const message =
      written.length === 0
        ? t('{0} cannot be written: {1}. Nothing was written.', shown(file), why)
        : t('{0} cannot be written: {1}. Written before that: {2}.', shown(file), why, written.map(shown).join(', '));
    throw new ReqError('usage', message, { cause: e });
  }
}

/**
 * Writes a file that the user chose and creates its folder.
 * @throws {ReqError} if it cannot be written
 */
export async function writeChosen(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  try {
    if (uri.scheme === 'file') await writeGiven(uri.fsPath, bytes, { makesFolder: true });
    else await writeElsewhere(uri, bytes);
  } catch (e) {
    throw new ReqError('usage', `${pathOf(uri)} cannot be written: ${e instanceof Error ? e.message : String(e)}.`, { cause: e });
  }
}

/** Writes to an extension's file system, where links are unknown. */
async function writeElsewhere(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
  await vscode.workspace.fs.writeFile(uri, bytes);
}
