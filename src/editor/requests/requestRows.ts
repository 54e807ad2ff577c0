import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { counted, showCount, t } from '../../base/l10n.ts';
import { listedPlaces, listRequests, sharedKind, type Block, type DocumentTree } from '../../language/index.ts';
import {
  filesOf,
  filteredTree,
  nodesAround,
  requestFilter,
  requestNodes,
  requestTree,
  type FileNode,
  type FolderNode,
  type RequestFilter,
  type RequestNode,
  type RequestTreeNode,
} from '../../language/onDemand.ts';
import { quietly } from '../log/log.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import { isOnDisk, pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { isRead, isRequestDocument } from '../world/httpFiles.ts';
import { blocksWithApi } from '../world/openApi.ts';
import { findForeignFiles } from './findForeignFiles.ts';
import type { LastRuns } from './lastRuns.ts';
import { idOf, itemOf, tooltipOf, type FilterState } from './requestTreeItems.ts';

/** Context keys: the welcome text of the empty view, and whether a filter is active. */
const stateKey = 'req.requests.state';
const filteredKey = 'req.requests.filtered';

/** Milliseconds to gather changes before rows are updated. */
const gathering = 150;

/** Maximum number of matches of a filter whose rows are expanded. */
const mostExpanded = 300;

export interface RowParts {
  readonly surroundings: Surroundings;
  readonly active: ActiveRuns;
  readonly last: LastRuns;
  readonly view: () => vscode.TreeView<RequestTreeNode>;
}

/** Collections, folders and files as nodes. With a filter, only those with matches. */
interface Listed {
  readonly roots: readonly FolderNode[];
  readonly files: ReadonlyMap<string, FileNode>;
  /** The paths of all files and their order, to detect changes. */
  readonly key: string;
}

/** A file that was read for its rows. */
interface FileRows {
  readonly tree: DocumentTree;
  readonly nodes: readonly RequestNode[];
  /** The requests with an OpenAPI document. */
  readonly ofApi: ReadonlySet<Block>;
}

/** The rows of the Requests view. A file is read when it is expanded; a filter reads all files. */
export class RequestRows implements vscode.TreeDataProvider<RequestTreeNode>, vscode.Disposable {
  readonly #parts: RowParts;
  readonly #changed = new vscode.EventEmitter<RequestTreeNode | undefined>();
  readonly #listening: vscode.Disposable[];
  /** As last read, by VS Code or for a command. */
  readonly #read = new Map<string, FileRows>();
  /** As VS Code shows them. */
  readonly #shown = new Map<string, FileRows>();
  #listed: Promise<Listed> | undefined;
  #filter: (FilterState & { readonly matches: RequestFilter }) | undefined;
  #filters = 0;
  /** Ids of rows that the user expanded or collapsed without a filter. VS Code loses this state when a filter hides the rows. */
  readonly #isOpen = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;
  readonly #filtered = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly onDidChangeFilter = this.#filtered.event;

  constructor(parts: RowParts) {
    this.#parts = parts;
    const { surroundings, active, last } = parts;
    const soon = (): void => this.#soon();
    this.#listening = [
      surroundings.onDidChange(soon),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isRequestDocument(document) && this.#soon()),
      vscode.workspace.onDidOpenTextDocument(soon),
      vscode.workspace.onDidCloseTextDocument(soon),
      active.onDidChangeLong(() => this.#changed.fire(undefined)),
      last.onDidChange((facts) => void this.#finished(facts?.uri)),
    ];
  }

  /** The text of the filter; empty for none. */
  get filter(): string {
    return this.#filter?.text ?? '';
  }

  /** Shows only requests that match all words in name, title, URL, tag or method. */
  setFilter(text: string): void {
    if (text.trim() === this.filter) return;
    this.#filter =
      text.trim() === '' ? undefined : { text: text.trim(), number: ++this.#filters, expands: true, matches: requestFilter(text) };
    void vscode.commands.executeCommand('setContext', filteredKey, this.#filter !== undefined);
    this.#refresh();
    this.#filtered.fire();
  }

  /** Stores that the user expanded or collapsed a row. */
  toggled(node: RequestTreeNode, isOpen: boolean): void {
    if (this.#filter === undefined) this.#isOpen.set(idOf(node), isOpen);
  }

  async getChildren(node?: RequestTreeNode): Promise<RequestTreeNode[]> {
    if (node === undefined) return [...(await this.#roots())];
    if (node.kind === 'request') return [];
    if (node.kind !== 'file') return [...node.children];
    const rows = await this.#rowsOf(node);
    if (rows === undefined) return [];
    this.#shown.set(node.path, rows);
    return [...this.#matched(rows.nodes)];
  }

  getTreeItem(node: RequestTreeNode): vscode.TreeItem {
    const isRunning = node.kind === 'request' && this.#isRunning(node);
    const hasApi = node.kind === 'request' && this.#read.get(node.file.path)?.ofApi.has(node.summary.block) === true;
    return itemOf(node, { last: this.#parts.last, isRunning, hasApi, isOpen: this.#isOpen.get(idOf(node)), filter: this.#filter });
  }

  resolveTreeItem(item: vscode.TreeItem, node: RequestTreeNode): vscode.TreeItem {
    const tooltip = tooltipOf(node, this.#parts.last);
    if (tooltip !== undefined) item.tooltip = tooltip;
    return item;
  }

  getParent(node: RequestTreeNode): RequestTreeNode | undefined {
    return nodesAround(node).at(-2);
  }

  /** The rows of a file's requests that match the filter. Reads the file. */
  async requestsOf(file: FileNode): Promise<readonly RequestNode[]> {
    return this.#matched(await this.allOf(file));
  }

  /** All requests of a file, with or without a filter. */
  async allOf(file: FileNode): Promise<readonly RequestNode[]> {
    return (await this.#rowsOf(file))?.nodes ?? [];
  }

  #matched(nodes: readonly RequestNode[]): readonly RequestNode[] {
    const matches = this.#filter?.matches;
    return matches === undefined ? nodes : nodes.filter(({ summary }) => matches(summary));
  }

  async #rowsOf(file: FileNode): Promise<FileRows | undefined> {
    const found = await this.#parts.surroundings.fileAt(file.path);
    if (found === undefined) return undefined;
    this.#parts.last.read();
    const read = this.#read.get(file.path);
    const nodes = read?.tree === found.tree && read.nodes[0]?.file === file ? read.nodes : requestNodes(file, found.tree);
    const collection = await this.#parts.surroundings.collectionOf(file.path);
    const rows = { tree: found.tree, nodes, ofApi: blocksWithApi({ ...found, collection }) };
    this.#read.set(file.path, rows);
    return rows;
  }

  /** The row of a file; undefined if the filter hides it. */
  async fileNode(path: string): Promise<FileNode | undefined> {
    return (await this.#list()).files.get(path);
  }

  /** All files with rows, in the order of the rows. */
  async files(): Promise<readonly FileNode[]> {
    return (await this.#list()).roots.flatMap((root) => Array.from(filesOf(root)));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
    this.#filtered.dispose();
    for (const part of this.#listening) part.dispose();
  }

  #isRunning({ file, summary }: RequestNode): boolean {
    const read = this.#read.get(file.path);
    const { active } = this.#parts;
    return active.long.length > 0 && read !== undefined && active.longOf(uriOf(file.path), read.tree).has(summary.block);
  }

  async #roots(): Promise<readonly FolderNode[]> {
    const { roots } = await this.#list();
    const view = this.#parts.view();
    const isEmpty = roots.length === 0 && this.#filter === undefined;
    const foreign = isEmpty ? await findForeignFiles() : [];
    const state = !isEmpty ? 'filled' : foreign.length > 0 ? 'foreign' : 'empty';
    void vscode.commands.executeCommand('setContext', stateKey, state);
    view.description = foreign.length === 0 ? '' : foreignWords(foreign);
    return roots;
  }

  #list(): Promise<Listed> {
    if (this.#listed === undefined) {
      const listed = this.#readList();
      this.#listed = listed;
      listed.catch(() => {
        if (this.#listed === listed) this.#listed = undefined;
      });
    }
    return this.#listed;
  }

  async #readList(): Promise<Listed> {
    const filter = this.#filter;
    const paths = await this.#paths();
    const listed = await this.#listedPlaces(paths);
    const all = requestTree(paths, topOf, listed);
    const roots = filter === undefined ? all : await this.#matching(all, filter);
    const files = new Map(roots.flatMap((root) => Array.from(filesOf(root), (file) => [file.path, file] as const)));
    return { roots, files, key: keyOf(paths, listed) };
  }

  /** Reads `collection.req` and `folder.req`, which list the order of their folders. */
  async #listedPlaces(paths: readonly string[]): Promise<ReturnType<typeof listedPlaces>> {
    const shared = paths.filter((path) => sharedKind(path) !== undefined);
    const read = await Promise.all(shared.map((path) => this.#parts.surroundings.fileAt(path)));
    return listedPlaces(read.filter((file) => file !== undefined));
  }

  async #paths(): Promise<readonly string[]> {
    return (await this.#parts.surroundings.everyPath()).filter((path) => isOnDisk(path) && isRead(path)).toSorted();
  }

  async #matching(all: readonly FolderNode[], filter: FilterState & { readonly matches: RequestFilter }): Promise<readonly FolderNode[]> {
    const shown = new Set(all.flatMap((root) => Array.from(filesOf(root), ({ path }) => path)));
    const matching = new Set<string>();
    const counts = { all: 0, found: 0 };
    for (const { file, tree } of await this.#parts.surroundings.everyFile()) {
      if (!shown.has(file)) continue;
      const requests = listRequests(tree);
      const found = requests.filter(filter.matches).length;
      counts.all += requests.length;
      counts.found += found;
      if (found > 0) matching.add(file);
    }
    if (this.#filter === filter) {
      this.#filter = { ...filter, expands: counts.found <= mostExpanded };
      this.#parts.view().message = t(
        'Filter “{0}”: {1} of {2} requests.',
        visibleText(filter.text),
        showCount(counts.found),
        showCount(counts.all),
      );
    }
    return filteredTree(all, ({ path }) => matching.has(path));
  }

  #refresh(): void {
    this.#listed = undefined;
    if (this.#filter === undefined) this.#parts.view().message = '';
    this.#changed.fire(undefined);
  }

  #soon(): void {
    // A hidden view asks for its rows when it becomes visible; the files may have changed until then.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void quietly('updating the requests', () => this.#update());
    }, gathering);
  }

  /** Updates the rows of a file whose request was sent. Without `uri`, all rows. */
  async #finished(uri: string | undefined): Promise<void> {
    const file = uri === undefined ? undefined : (await this.#listed)?.files.get(pathOf(vscode.Uri.parse(uri)));
    if (uri === undefined || file !== undefined) this.#changed.fire(file);
  }

  /** Updates the list of files if it changed, else the rows of files whose text changed. */
  async #update(): Promise<void> {
    if (this.#listed === undefined) return;
    const listed = await this.#listed;
    const paths = await this.#paths();
    if (this.#filter !== undefined || keyOf(paths, await this.#listedPlaces(paths)) !== listed.key) return this.#refresh();
    for (const [path, { tree, ofApi }] of this.#shown) {
      const file = listed.files.get(path);
      const found = await this.#parts.surroundings.fileAt(path);
      if (file === undefined) {
        this.#shown.delete(path);
        this.#read.delete(path);
      } else if (found?.tree !== tree) this.#changed.fire(file);
      else if (!isSame(blocksWithApi({ ...found, collection: await this.#parts.surroundings.collectionOf(path) }), ofApi))
        this.#changed.fire(file);
    }
  }
}

const keyOf = (paths: readonly string[], listed: ReturnType<typeof listedPlaces>): string =>
  JSON.stringify([paths, Array.from(listed, ([folder, places]) => [folder, [...places.keys()]])]);

const isSame = (a: ReadonlySet<Block>, b: ReadonlySet<Block>): boolean => a.size === b.size && [...a].every((block) => b.has(block));

const topOf = (file: string): string | undefined => {
  const folder = vscode.workspace.getWorkspaceFolder(uriOf(file));
  return folder && pathOf(folder.uri);
};

function foreignWords(foreign: readonly vscode.Uri[]): string {
  const kind = foreign.every((uri) => uri.path.endsWith('.rest')) ? '.rest' : '.http';
  return counted(foreign.length, '{0} {1} file found', '{0} {1} files found', kind);
}
