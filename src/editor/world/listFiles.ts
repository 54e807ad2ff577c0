import * as vscode from 'vscode';
import { isProjectFile, join, withoutConverted } from '../../language/atStart.ts';
import { log, quietly } from '../log/log.ts';
import { listUri, pathOf, uriOf } from './editorFiles.ts';
import { isRead, readsHttpFiles } from './httpFiles.ts';

const collectionFiles = (): string =>
  `{*.req,${readsHttpFiles() ? '*.http,*.rest,' : ''}http-client.env.json,http-client.private.env.json}`;
const leftOut = 'node_modules';

/** Maximum number of files read per collection, so that a folder with much data does not block the editor. */
const mostFiles = 5000;

/** Maximum number of folders read. In a larger workspace VS Code searches, if it can. */
const mostFolders = 1000;

/**
 * The files of a collection.
 * @param below whether folders below the root belong to it
 */
export async function listFiles(root: string, below: boolean): Promise<readonly string[]> {
  const files = (await quietly('finding .req files', () => find(root, below))) ?? [];
  if (files.length >= mostFiles) log().warn(`${root} has more than ${mostFiles} files. The rest is ignored.`);
  return withoutConverted(files);
}

/**
 * Lists or searches files. A search starts a program, which on a busy machine takes longer than reading a thousand folders. It is used if
 * the results could differ: in large workspaces, with links to folders, and with excluded files other than those that are excluded
 * everywhere by name.
 */
async function find(root: string, below: boolean): Promise<readonly string[]> {
  if (!isSearched(root)) return (await goThrough(root, below)).files;
  const excluded = excludedNames(uriOf(root));
  const found = excluded && (await goThrough(root, below, { excluded }));
  return found?.isWhole === true ? found.files : search(root, below);
}

/** Whether VS Code can search a path. In an extension's file system, a search may never end. */
const isSearched = (path: string): boolean => ['file', 'vscode-remote'].includes(uriOf(path).scheme);

/** The names in `files.exclude`; undefined if it has a pattern that is not `**` and a name. */
function excludedNames(root: vscode.Uri): readonly string[] | undefined {
  const excluded = vscode.workspace.getConfiguration('files', root).get<Readonly<Record<string, unknown>>>('exclude') ?? {};
  const names: string[] = [];
  for (const [pattern, value] of Object.entries(excluded)) {
    if (value === false) continue;
    const [, name] = /^\*\*\/([\w.-]+)$/.exec(pattern) ?? [];
    if (name === undefined || value !== true) return undefined;
    names.push(name);
  }
  return names;
}

async function search(root: string, below: boolean): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(uriOf(root), below ? `**/${collectionFiles()}` : collectionFiles());
  return (await vscode.workspace.findFiles(pattern, `**/${leftOut}/**`, mostFiles)).map(pathOf);
}

interface Gone {
  readonly files: readonly string[];
  /** Whether all folders were read, and no folder or file is a link or something else. */
  readonly isWhole: boolean;
}

/**
 * Lists files level by level; folders of one level are read in parallel.
 * @param whole names to exclude; stops when the listing cannot be complete
 */
async function goThrough(root: string, below: boolean, whole?: { readonly excluded: readonly string[] }): Promise<Gone> {
  const files: string[] = [];
  const skipped = new Set([leftOut, ...(whole?.excluded ?? [])]);
  let left = mostFolders;
  let isWhole = true;
  for (let folders = [root]; folders.length > 0 && files.length < mostFiles; left -= folders.length) {
    const entries = (await Promise.all(folders.map(entriesOf))).flat().filter(({ name }) => !skipped.has(name));
    const inner = entries.filter(({ type }) => below && (type & vscode.FileType.Directory) !== 0);
    const found = entries.filter(({ path, type }) => (type & vscode.FileType.Directory) === 0 && isProjectFile(path) && isRead(path));
    for (const { path } of found) files.push(path);
    isWhole = inner.length <= left && [...inner, ...found].every(({ type }) => isPlain(type));
    folders = whole !== undefined && !isWhole ? [] : inner.slice(0, left).map(({ path }) => path);
  }
  return { files: files.slice(0, mostFiles), isWhole: isWhole && files.length < mostFiles };
}

const isPlain = (type: vscode.FileType): boolean => type === vscode.FileType.File || type === vscode.FileType.Directory;

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly type: vscode.FileType;
}

/** The entries of a folder; empty if it cannot be read. */
async function entriesOf(folder: string): Promise<readonly Entry[]> {
  try {
    return (await listUri(uriOf(folder))).map(([name, type]) => ({ path: join(folder, name), name, type }));
  } catch {
    return [];
  }
}
