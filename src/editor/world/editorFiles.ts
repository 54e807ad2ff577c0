import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import { readAround } from '../../files/around.ts';
import { codeOf, reasonOf, tooLarge } from '../../files/problem.ts';
import { readLimits, readRegular } from '../../files/read.ts';
import { boundaryOf, endsSearch, isWithin, realPath, refuseLinksOut } from '../../files/real.ts';
import { folderOf, isInside, join as joinPath, textAround } from '../../language/atStart.ts';
import type { FileSource, FolderEntry } from '../../language/index.ts';
import type { ReadChecks } from '../../runner/index.ts';

/** Path of a file that is not on this machine: scheme and authority, then the path. */
const elsewhere = /^([a-z][\w.-]+)\+([^:/]*):(\/.*)$/;

/** The path of a URI in the language. Local files keep their path. */
export function pathOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : `${uri.scheme}+${encodeURIComponent(uri.authority)}:${uri.path}`;
}

/** The inverse of `pathOf`. */
export function uriOf(path: string): vscode.Uri {
  const [, scheme, authority, inside] = elsewhere.exec(path) ?? [];
  if (scheme === undefined || authority === undefined || inside === undefined) return vscode.Uri.file(path);
  return vscode.Uri.from({ scheme, authority: decodeURIComponent(authority), path: inside });
}

/** The name of a workspace folder, or the relative path of another one. */
export function folderName(root: string): string {
  const folder = vscode.workspace.workspaceFolders?.find((f) => pathOf(f.uri) === root);
  return folder?.name ?? vscode.workspace.asRelativePath(uriOf(root));
}

/** The path of a document. An untitled one gets a path in the first workspace folder, else in the home folder. */
export function fileOf({ uri }: { readonly uri: vscode.Uri }): string {
  if (uri.scheme !== 'untitled') return pathOf(uri);
  if (isAbsolute(uri.fsPath)) return uri.fsPath;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return joinPath(folder === undefined ? homedir() : pathOf(folder), uri.fsPath);
}

/** The open document of a path. Its unsaved text overrides the file. */
export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((d) => d.uri.scheme !== 'untitled' && !d.isClosed && pathOf(d.uri) === path);
}

export const noLongerExists = (uri: vscode.Uri, cause?: unknown): ReqError =>
  new ReqError('usage', t('{0} no longer exists.', vscode.workspace.asRelativePath(uri)), { cause });

/**
 * Opens the document of a file that Req has read before.
 * @throws {ReqError} if it no longer exists
 */
export async function openAgain(uri: vscode.Uri): Promise<vscode.TextDocument> {
  if (uri.scheme === 'untitled') {
    // VS Code would create a new one.
    const open = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
    if (open === undefined) throw noLongerExists(uri);
    return open;
  }
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch (e) {
    if ((await factsOf(uri)) !== undefined) throw e;
    throw noLongerExists(uri, e);
  }
}

/** False for the paths of untitled documents and of virtual documents such as diffs. */
export function isOnDisk(file: string): boolean {
  const uri = uriOf(file);
  const isUnsaved = vscode.workspace.textDocuments.some((d) => d.isUntitled && fileOf(d) === file);
  return !isUnsaved && (uri.scheme === 'file' || uri.scheme === 'vscode-remote' || vscode.workspace.getWorkspaceFolder(uri) !== undefined);
}

const unreadable = (path: string, e: unknown): ReqError =>
  new ReqError('usage', `${path} cannot be read: ${codeOf(e) === '' ? (e instanceof Error ? e.message : String(e)) : reasonOf(e)}.`, {
    cause: e,
  });

/**
 * The bytes of a file, or the text of a dirty editor; undefined if it does not exist. A saved file is read from disk, because editors update
 * late and keep the text of deleted files.
 * @throws {ReqError} if the file cannot be read
 */
export async function readFile(path: string, { within, version }: ReadChecks = {}): Promise<Uint8Array | undefined> {
  try {
    if (within !== undefined && isLocal(path)) await refuseLinksOut(path, within);
    const open = openDocument(path);
    return open?.isDirty === true ? new TextEncoder().encode(open.getText()) : await readUri(uriOf(path), version);
  } catch (e) {
    throw unreadable(path, e);
  }
}

const isLocal = (path: string): boolean => uriOf(path).scheme === 'file';

/** The bytes of a file on disk or in an extension's file system; undefined if there is none. Throws system errors. */
export async function readUri(uri: vscode.Uri, version?: string): Promise<Uint8Array | undefined> {
  if (uri.scheme === 'file') return readRegular(uri.fsPath, readLimits.text, version);
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > readLimits.text) throw tooLarge(readLimits.text);
    return await vscode.workspace.fs.readFile(uri);
  } catch (e) {
    if (e instanceof vscode.FileSystemError && e.code === 'FileNotFound') return undefined;
    throw e;
  }
}

/** Kind and size of a file in bytes; undefined if there is none. */
export async function factsOf(uri: vscode.Uri): Promise<{ readonly kind: 'file' | 'folder'; readonly size: number } | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    return { kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder', size };
  } catch {
    return undefined;
  }
}

export const listUri = (uri: vscode.Uri): Thenable<[string, vscode.FileType][]> => vscode.workspace.fs.readDirectory(uri);

/** Whether a link leads out of the workspace; for a file outside it, out of its repository, collection or folder. */
async function leadsOut(path: string): Promise<boolean> {
  const real = await realPath(path);
  if (real === path) return false;
  const folders = (vscode.workspace.workspaceFolders ?? []).map((f) => pathOf(f.uri));
  const around = folders.some((f) => isInside(path, f)) ? folders : [(await boundaryOf(folderOf(path))) ?? folderOf(path)];
  for (const folder of around) if (isWithin(real, await realPath(folder))) return false;
  return true;
}

/** Shared and environment files for the language. Unreadable files count as absent and have their own diagnostics. */
export const editorFiles: Required<Omit<FileSource, 'ownerOf' | 'foreignEnvironments'>> & {
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
} = {
  kindOf: async (path) => (await factsOf(uriOf(path)))?.kind,
  async readText(path) {
    if (isLocal(path) && (await leadsOut(path))) return undefined;
    const bytes = await readFile(path);
    return bytes === undefined ? undefined : textAround(path, bytes);
  },
  async readAround(path, place) {
    if (!isLocal(path)) return editorFiles.readText(path);
    const read = await readAround(path, place).catch((e: unknown) => {
      throw unreadable(path, e);
    });
    if (read !== undefined && !(read instanceof Uint8Array)) return read;
    const open = openDocument(path);
    if (open?.isDirty === true) return open.getText();
    return read === undefined ? undefined : textAround(path, read);
  },
  endsSearch: async (folder) => isLocal(folder) && endsSearch(folder),
};

/** The entries of a folder; empty if it cannot be read. */
export async function readFolder(path: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await listUri(uriOf(path));
    return entries.map(([name, type]) => ({ name, kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder' }));
  } catch {
    return [];
  }
}
