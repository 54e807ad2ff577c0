import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { ReqError } from '../base/reqError.ts';
import { join as joinPath, textAround, type FileSource, type FolderEntry } from '../language/index.ts';

/** How the language names a file that lies in no file system of this machine: its scheme and authority, then its path. */
const elsewhere = /^([a-z][\w.-]+)\+([^:/]*):(\/.*)$/;

/** The path by which the language knows a place. Paths of this machine are what they are. */
export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : `${uri.scheme}+${encodeURIComponent(uri.authority)}:${uri.path}`;
}

/** The place of a path, the other way round. */
export function uriOf(path: string): vscode.Uri {
  const [, scheme, authority, inside] = elsewhere.exec(path) ?? [];
  if (scheme === undefined || authority === undefined || inside === undefined) return vscode.Uri.file(path);
  return vscode.Uri.from({ scheme, authority: decodeURIComponent(authority), path: inside });
}

/** A workspace folder by its name, any other by its path in there. */
export function folderName(root: string): string {
  const folder = vscode.workspace.workspaceFolders?.find((f) => pathOf(f.uri) === root);
  return folder?.name ?? vscode.workspace.asRelativePath(uriOf(root));
}

/** Where a document counts as lying: one that was never saved in the first workspace folder, or in the home folder. */
export function fileOf({ uri }: { readonly uri: vscode.Uri }): string {
  if (uri.scheme !== 'untitled') return pathOf(uri);
  if (isAbsolute(uri.fsPath)) return uri.fsPath;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return joinPath(folder === undefined ? homedir() : pathOf(folder), uri.fsPath);
}

/** The open document of a path, whose unsaved text counts. */
export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((d) => d.uri.scheme !== 'untitled' && !d.isClosed && pathOf(d.uri) === path);
}

/**
 * The octets of a file; undefined where there is none. Unsaved text of an open editor counts. Where all is saved the disk does: an
 * editor learns late of what others do there, and shows on what is deleted.
 */
export async function readFile(path: string): Promise<Uint8Array | undefined> {
  const open = openDocument(path);
  if (open?.isDirty === true) return new TextEncoder().encode(open.getText());
  try {
    return await vscode.workspace.fs.readFile(uriOf(path));
  } catch (e) {
    if (e instanceof vscode.FileSystemError && e.code === 'FileNotFound') return undefined;
    throw new ReqError('usage', `${path} cannot be read: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
  }
}

/** Writes a text into a file, whose folder is made where it is missing. Throws ReqError where it cannot be written. */
export async function writeFile(path: string, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(uriOf(path), new TextEncoder().encode(text));
  } catch (e) {
    throw new ReqError('usage', `${path} cannot be written: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
  }
}

/** Shared and environment files for the language; what cannot be read counts as absent, its own diagnostics say why. */
export const editorFiles: FileSource & { kindOf(path: string): Promise<'file' | 'folder' | undefined> } = {
  async kindOf(path) {
    try {
      const { type } = await vscode.workspace.fs.stat(uriOf(path));
      return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
    } catch {
      return undefined;
    }
  },
  async readText(path) {
    const bytes = await readFile(path);
    if (bytes === undefined) return undefined;
    return textAround(path, bytes);
  },
};

/** What stands in a folder; nothing where it cannot be read. */
export async function readFolder(path: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await vscode.workspace.fs.readDirectory(uriOf(path));
    return entries.map(([name, type]) => ({ name, kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder' }));
  } catch {
    return [];
  }
}
