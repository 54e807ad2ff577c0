import * as vscode from 'vscode';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { decodeUtf8 } from '../base/utf8.ts';
import { ReqError } from '../base/reqError.ts';
import type { FileSource } from '../language/index.ts';

/** Where a document counts as lying: one that was never saved in the first workspace folder, or in the home folder. */
export function fileOf({ uri }: vscode.TextDocument): string {
  if (uri.scheme !== 'untitled' || isAbsolute(uri.fsPath)) return uri.fsPath;
  return join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(), uri.fsPath);
}

/** The open document of a path, whose unsaved text counts. */
export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((d) => d.uri.scheme === 'file' && d.uri.fsPath === path && !d.isClosed);
}

/** The octets of a file; undefined where there is none. Unsaved text of an open editor counts. */
export async function readFile(path: string): Promise<Uint8Array | undefined> {
  const open = openDocument(path);
  if (open !== undefined) return new TextEncoder().encode(open.getText());
  try {
    return await vscode.workspace.fs.readFile(vscode.Uri.file(path));
  } catch (e) {
    if (e instanceof vscode.FileSystemError && e.code === 'FileNotFound') return undefined;
    throw new ReqError('usage', `${path} cannot be read: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
  }
}

/** Environments are private until the workspace is trusted. */
const needsTrust = /\.env\.json$/;

/** Shared and environment files for the language; what cannot be read counts as absent, its own diagnostics say why. */
export const editorFiles: FileSource & { kindOf(path: string): Promise<'file' | 'folder' | undefined> } = {
  async kindOf(path) {
    try {
      const { type } = await vscode.workspace.fs.stat(vscode.Uri.file(path));
      return (type & vscode.FileType.Directory) === 0 ? 'file' : 'folder';
    } catch {
      return undefined;
    }
  },
  async readText(path) {
    if (needsTrust.test(path) && !vscode.workspace.isTrusted) return undefined;
    const open = openDocument(path);
    if (open !== undefined) return open.getText();
    const bytes = await readFile(path);
    if (bytes === undefined) return undefined;
    const text = decodeUtf8(bytes);
    return text.ok ? text.text : undefined;
  },
};
