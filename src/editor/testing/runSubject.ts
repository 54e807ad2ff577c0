import * as vscode from 'vscode';
import { showCount, t } from '../../base/l10n.ts';
import { pathOf, uriOf } from '../world/editorFiles.ts';
import type { Chosen } from './chosen.ts';
import type { ItemMeaning } from './testItems.ts';

/** What a run sends, for its summary. */
export interface RunSubject {
  readonly title: string;
  /** Number of files if the title does not say it, as that of a folder; else 0. */
  readonly files: number;
}

/**
 * The subject of a run: the folder, file or request that was chosen.
 * @param paths the files and folders of a command; undefined for a run of the Test Explorer
 */
export function subjectOf(
  chosen: readonly Chosen[],
  include: readonly vscode.TestItem[] | undefined,
  paths: readonly string[] | undefined,
  meaningOf: (item: vscode.TestItem) => ItemMeaning | undefined,
): RunSubject {
  const files = new Set(chosen.flatMap(({ requests }) => [...requests.keys()]));
  const count = files.size > 1 ? files.size : 0;
  const [path, ...otherPaths] = paths ?? [];
  if (path !== undefined && otherPaths.length === 0) return { title: shownPath(path), files: count };
  const [item, ...otherItems] = include ?? [];
  if (paths === undefined && item !== undefined && otherItems.length === 0) {
    const kind = meaningOf(item)?.kind;
    if (kind === 'request') return { title: item.label, files: 0 };
    if (kind === 'row') return { title: item.parent?.label ?? item.label, files: 0 };
    if (item.uri !== undefined) return { title: shownPath(pathOf(item.uri)), files: count };
  }
  const [file = ''] = files;
  if (files.size === 1) return { title: shownPath(file), files: 0 };
  const [folder, ...otherFolders] = vscode.workspace.workspaceFolders ?? [];
  if (include === undefined && folder !== undefined && otherFolders.length === 0) return { title: folder.name, files: count };
  return { title: t('{0} files', showCount(files.size)), files: 0 };
}

/** A path as the user knows it. VS Code shows that of a workspace folder in full. */
function shownPath(path: string): string {
  const uri = uriOf(path.replace(/(?<=.)[\\/]$/, ''));
  return vscode.workspace.workspaceFolders?.find((f) => f.uri.toString() === uri.toString())?.name ?? vscode.workspace.asRelativePath(uri);
}
