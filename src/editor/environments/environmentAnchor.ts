import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { currentEditor } from '../providers/currentEditor.ts';
import { folderOf, join, sharedKind } from '../../language/index.ts';
import { activeRequestText, type RequestText } from '../providers/fencedDocuments.ts';
import type { Services } from '../services.ts';
import { folderName, pathOf, uriOf } from '../world/editorFiles.ts';

/** An empty request file in a folder: its surroundings are the environments that apply in the folder. */
export const textIn = (folder: string): RequestText => ({
  uri: uriOf(join(folder, '.req')),
  version: 1,
  encoding: 'utf8',
  getText: () => '',
});

/**
 * The folder for an environment command: that of a row of the Variables view, of the active file, or of a collection that the user chooses.
 * Undefined if the user cancelled, or if there is none.
 */
export async function anchorOf({ surroundings }: Services, row: unknown): Promise<RequestText | undefined> {
  const root = rootOfRow(row);
  if (root !== undefined) return textIn(root);
  const text = activeRequestText();
  const active = text?.uri.with({ fragment: '' }) ?? activeEnvironmentFile();
  if (active?.scheme === 'file' || (active !== undefined && active.scheme !== 'untitled')) return textIn(folderOf(pathOf(active)));
  const paths = await surroundings.everyPath();
  const tops = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => pathOf(uri));
  const marked = paths.filter((path) => sharedKind(path) === 'collection').map(folderOf);
  const folders = [...new Set([...tops, ...marked])];
  if (folders.length <= 1) return folders[0] === undefined ? undefined : textIn(folders[0]);
  const chosen = await vscode.window.showQuickPick(
    folders.map((folder) => ({ label: folderName(folder), folder })),
    { title: t('Req: Edit Environments as a Table'), placeHolder: t('Select the collection') },
  );
  return chosen && textIn(chosen.folder);
}

function activeEnvironmentFile(): vscode.Uri | undefined {
  const uri = currentEditor()?.document.uri;
  return uri !== undefined && /\/http-client(?:\.private)?\.env\.json$/.test(uri.path) ? uri : undefined;
}

/** The root of the collection of a row of the Variables view. */
function rootOfRow(row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || !('of' in row)) return undefined;
  const { of } = row;
  return typeof of === 'object' && of !== null && 'root' in of && typeof of.root === 'string' ? of.root : undefined;
}
