import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { readAround } from '../../files/around.ts';
import { codeOf, reasonOf, tooLarge } from '../../files/problem.ts';
import { readLimits, readRegular } from '../../files/read.ts';
import { boundaryOf, endsSearch, isWithin, realPath, refuseLinksOut } from '../../files/real.ts';
import { folderOf, isInside, join as joinPath, textAround, type FileSource, type FolderEntry } from '../../language/index.ts';

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

const unreadable = (path: string, e: unknown): ReqError =>
  new ReqError('usage', `${path} cannot be read: ${codeOf(e) === '' ? (e instanceof Error ? e.message : String(e)) : reasonOf(e)}.`, {
    cause: e,
  });

/**
 * The bytes of a file; undefined where there is none. Unsaved text of an open editor counts. Where all is saved the disk does: an
 * editor learns late of what others do there, and shows on what is deleted.
 * @param within a collection's root that no link may lead out of
 */
export async function readFile(path: string, within?: string): Promise<Uint8Array | undefined> {
  try {
    if (within !== undefined && isLocal(path)) await refuseLinksOut(path, within);
    const open = openDocument(path);
    return open?.isDirty === true ? new TextEncoder().encode(open.getText()) : await readUri(uriOf(path));
  } catch (e) {
    throw unreadable(path, e);
  }
}

const isLocal = (path: string): boolean => uriOf(path).scheme === 'file';

/** What is on the disk, or in the file system that an extension brings; undefined where there is none. Throws what the system does. */
export async function readUri(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  if (uri.scheme === 'file') return readRegular(uri.fsPath);
  try {
    if ((await vscode.workspace.fs.stat(uri)).size > readLimits.text) throw tooLarge(readLimits.text);
    return await vscode.workspace.fs.readFile(uri);
  } catch (e) {
    if (e instanceof vscode.FileSystemError && e.code === 'FileNotFound') return undefined;
    throw e;
  }
}

/** Undefined where nothing is there. */
export async function factsOf(uri: vscode.Uri): Promise<{ readonly kind: 'file' | 'folder'; readonly size: number } | undefined> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    return { kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder', size };
  } catch {
    return undefined;
  }
}

/** Throws as VS Code does. */
export const listUri = (uri: vscode.Uri): Thenable<[string, vscode.FileType][]> => vscode.workspace.fs.readDirectory(uri);

/** Whether a link leads a file out of the workspace, or where it lies in none, out of its repository, collection or folder. */
async function leadsOut(path: string): Promise<boolean> {
  const real = await realPath(path);
  if (real === path) return false;
  const folders = (vscode.workspace.workspaceFolders ?? []).map((f) => pathOf(f.uri));
  const around = folders.some((f) => isInside(path, f)) ? folders : [(await boundaryOf(folderOf(path))) ?? folderOf(path)];
  for (const folder of around) if (isWithin(real, await realPath(folder))) return false;
  return true;
}

/** Shared and environment files for the language; what cannot be read counts as absent, its own diagnostics say why. */
export const editorFiles: Required<FileSource> & { kindOf(path: string): Promise<'file' | 'folder' | undefined> } = {
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

/** What stands in a folder; nothing where it cannot be read. */
export async function readFolder(path: string): Promise<readonly FolderEntry[]> {
  try {
    const entries = await listUri(uriOf(path));
    return entries.map(([name, type]) => ({ name, kind: (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder' }));
  } catch {
    return [];
  }
}
