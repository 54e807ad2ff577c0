import { listRequests, type RequestSummary } from '../structure/requests.ts';
import { identify } from '../structure/requestIdentity.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { sharedKind } from '../../workspace/collection.ts';
import { listedPlace, type Places } from '../../workspace/fileOrder.ts';
import { folderOf, foldersUp, isInside, nameOfPath } from '../../workspace/workspacePaths.ts';

/** A collection or a folder with files. */
export interface FolderNode {
  readonly kind: 'collection' | 'folder';
  /** Absolute path. */
  readonly path: string;
  readonly parent: FolderNode | undefined;
  /** First those that `# @order` lists; then folders before files, each sorted by name. */
  readonly children: readonly (FolderNode | FileNode)[];
}

/** A `.req` file with requests. */
export interface FileNode {
  readonly kind: 'file';
  /** Absolute path. */
  readonly path: string;
  readonly parent: FolderNode;
}

/** A request in the current version of its file. */
export interface RequestNode {
  readonly kind: 'request';
  readonly file: FileNode;
  /** See `RequestIdentity`. */
  readonly key: string;
  readonly summary: RequestSummary;
}

export type RequestTreeNode = FolderNode | FileNode | RequestNode;

interface Growing extends FolderNode {
  readonly children: (FolderNode | FileNode)[];
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Collections, folders and files as a tree, from the paths of all `.req` files alone. A shared file has no node, but its folder has one.
 * Folders whose names begin with a dot are omitted, as in `req run`.
 * @param topOf the workspace folder of a file, above which no collection begins; undefined outside of all
 * @param listed see `listedPlaces`
 */
export function requestTree(
  paths: readonly string[],
  topOf: (file: string) => string | undefined,
  listed: ReadonlyMap<string, Places> = new Map(),
): readonly FolderNode[] {
  const marked = new Set(paths.filter((path) => sharedKind(path) === 'collection').map(folderOf));
  const folders = new Map<string, Growing>();
  const roots: Growing[] = [];
  const folderAt = (path: string, root: string): Growing => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const parent = path === root ? undefined : folderAt(folderOf(path), root);
    const made: Growing = { kind: parent === undefined ? 'collection' : 'folder', path, parent, children: [] };
    folders.set(path, made);
    if (parent === undefined) roots.push(made);
    else parent.children.push(made);
    return made;
  };
  for (const path of paths) {
    const root = rootOf(path, marked, topOf(path));
    if (isHidden(path, root)) continue;
    const parent = folderAt(folderOf(path), root);
    if (sharedKind(path) === undefined) parent.children.push({ kind: 'file', path, parent });
  }
  const place = ({ path }: FolderNode | FileNode): number => listedPlace(listed, path);
  const rank = ({ kind }: FolderNode | FileNode): number => (kind === 'file' ? 1 : 0);
  for (const { children } of folders.values()) children.sort((a, b) => place(a) - place(b) || rank(a) - rank(b) || compare(a.path, b.path));
  const topAt = new Map(roots.map(({ path }) => [path, topOf(`${path}/_`) ?? path]));
  const top = ({ path }: FolderNode): string => topAt.get(path) ?? path;
  // Collections of a workspace folder stay together, because their names begin with its name.
  return roots.toSorted((a, b) => (top(a) === top(b) ? byName.compare(a.path, b.path) : compare(top(a), top(b))));
}

const compare = (a: string, b: string): number => byName.compare(nameOfPath(a), nameOfPath(b)) || (a < b ? -1 : 1);

/** The nearest folder with a `collection.req`, else the workspace folder or the file's own. */
function rootOf(file: string, marked: ReadonlySet<string>, top: string | undefined): string {
  for (const folder of foldersUp(file, top)) if (marked.has(folder)) return folder;
  return top ?? folderOf(file);
}

/** Whether a file is in a folder below `root` whose name begins with a dot; `req run` skips these. */
export const isHidden = (file: string, root: string): boolean =>
  isInside(file, root) &&
  file
    .slice(root.length)
    .split(/[\\/]/)
    .some((part) => part.startsWith('.'));

/** The nodes of a file's requests, in order. */
export const requestNodes = (file: FileNode, tree: DocumentTree): readonly RequestNode[] =>
  listRequests(tree).map((summary) => ({ kind: 'request', file, key: identify(tree, summary).key, summary }));

/** The nodes with this folder, file or request and everything around it, outermost first. */
export function nodesAround(node: RequestTreeNode): readonly RequestTreeNode[] {
  const parent = node.kind === 'request' ? node.file : node.parent;
  return parent === undefined ? [node] : [...nodesAround(parent), node];
}

/** All files below a folder. */
export function* filesOf(node: FolderNode | FileNode): Generator<FileNode> {
  if (node.kind === 'file') yield node;
  else for (const child of node.children) yield* filesOf(child);
}
