import * as vscode from 'vscode';
import { listRequests, type Block } from '../../language/index.ts';
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
import type { StoredFacts } from '../../response/record/storedRun.ts';
import type { ActiveRuns } from '../sending/activeRuns.ts';
import { pathOf, uriOf } from '../world/editorFiles.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import { isRequestDocument } from '../world/httpFiles.ts';
import { blocksWithApi } from '../world/openApi.ts';
import { findForeignFiles, foreignWords } from './findForeignFiles.ts';
import { FailureCounts } from './failureCounts.ts';
import { keyOf, listedOrder, listedPaths, topOf } from './listedFiles.ts';
import type { LastRuns } from './lastRuns.ts';
import { filterWords, idOf, itemOf, tooltipOf, type FilterState } from './requestTreeItems.ts';
import { ShownRequests, type FileRows, type ShownFile } from './shownRequests.ts';

/** Context keys: the welcome text of the empty view, and whether a filter is active. */
const stateKey = 'req.requests.state';
const filteredKey = 'req.requests.filtered';

/** Milliseconds to gather changes before rows are updated. */
const gathering = 150;

/** Maximum number of rows that are updated one by one. */
const mostOneByOne = 100;

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

/** The rows of the Requests view. A file is read when it is expanded; a filter reads all files. */
export class RequestRows implements vscode.TreeDataProvider<RequestTreeNode>, vscode.Disposable {
  readonly #parts: RowParts;
  readonly #changed = new vscode.EventEmitter<RequestTreeNode | RequestTreeNode[] | undefined>();
  readonly #listening: vscode.Disposable[];
  /** As last read, by VS Code or for a command. */
  readonly #read = new Map<string, FileRows>();
  readonly #shown = new ShownRequests();
  /** Ids of the rows that show a running request. */
  readonly #running = new Set<string>();
  readonly #failures: FailureCounts;
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
    const isThere = ({ path }: FileNode, key: string): boolean => this.#read.get(path)?.byKey.has(key) !== false;
    this.#failures = new FailureCounts(last, isThere, (nodes) => this.#fire(nodes));
    const soon = (): void => this.#soon();
    this.#listening = [
      this.#failures,
      surroundings.onDidChange(soon),
      vscode.workspace.onDidChangeTextDocument(({ document }) => isRequestDocument(document) && this.#soon()),
      vscode.workspace.onDidOpenTextDocument(soon),
      vscode.workspace.onDidCloseTextDocument(soon),
      active.onDidChangeLong(() => this.#updateRunning()),
      last.onDidChange((facts) => this.#finished(facts)),
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
    return [...this.#shown.show(node, rows, this.#matched(rows.nodes))];
  }

  getTreeItem(element: RequestTreeNode): vscode.TreeItem {
    const node = this.#asRead(element);
    const isRunning = node.kind === 'request' && this.#isRunning(node);
    if (isRunning) this.#running.add(idOf(node));
    else this.#running.delete(idOf(node));
    const hasApi = node.kind === 'request' && this.#read.get(node.file.path)?.ofApi.has(node.summary.block) === true;
    const failures = node.kind === 'request' ? 0 : this.#failures.show(node);
    const isOpen = this.#isOpen.get(idOf(node));
    return itemOf(node, { last: this.#parts.last, isRunning, failures, hasApi, isOpen, filter: this.#filter });
  }

  resolveTreeItem(item: vscode.TreeItem, element: RequestTreeNode): vscode.TreeItem {
    const tooltip = tooltipOf(this.#asRead(element), this.#parts.last);
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

  /** The request of a row in the current text of its file; undefined if it is no longer there. */
  async current({ file, key }: RequestNode): Promise<RequestNode | undefined> {
    return (await this.#rowsOf(file))?.byKey.get(key);
  }

  /** A row that VS Code holds, as its file was last read. */
  #asRead(element: RequestTreeNode): RequestTreeNode {
    return element.kind === 'request' ? (this.#read.get(element.file.path)?.byKey.get(element.key) ?? element) : element;
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
    this.#parts.last.follow(uriOf(file.path).toString(), found.tree);
    const isSame = read?.tree === found.tree && read.nodes[0]?.file === file;
    const nodes = isSame ? read.nodes : requestNodes(file, found.tree);
    const byKey = isSame ? read.byKey : new Map(nodes.map((node) => [node.key, node]));
    const collection = await this.#parts.surroundings.collectionOf(file.path);
    const rows = { tree: found.tree, nodes, byKey, ofApi: blocksWithApi({ ...found, collection }) };
    this.#read.set(file.path, rows);
    // Requests that failed may be gone.
    if (!isSame) this.#failures.soon();
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
    const paths = await listedPaths(this.#parts.surroundings);
    const listed = await listedOrder(this.#parts.surroundings, paths);
    const all = requestTree(paths, topOf, listed);
    const roots = filter === undefined ? all : await this.#matching(all, filter);
    const files = new Map(roots.flatMap((root) => Array.from(filesOf(root), (file) => [file.path, file] as const)));
    return { roots, files, key: keyOf(paths, listed) };
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
      this.#parts.view().message = filterWords(filter.text, counts.found, counts.all);
    }
    return filteredTree(all, ({ path }) => matching.has(path));
  }

  #refresh(): void {
    this.#listed = undefined;
    this.#failures.clear();
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

  /** Updates the row of a request that was sent. Without `facts`, the rows of all requests that were ever sent. */
  #finished(facts: StoredFacts | undefined): void {
    const { last } = this.#parts;
    const sent =
      facts === undefined
        ? this.#shown.files.flatMap(({ elements }) => elements.filter(({ file, key }) => last.of(uriOf(file.path), key) !== undefined))
        : [this.#shown.find(pathOf(vscode.Uri.parse(facts.uri)), facts.request.key)].filter((node) => node !== undefined);
    this.#fire(sent);
  }

  /** Updates the rows that show a running request, or do not show one that runs. */
  #updateRunning(): void {
    const { active } = this.#parts;
    if (active.long.length + this.#running.size === 0) return;
    const changedIn = ({ file, elements, rows }: ShownFile): readonly RequestNode[] => {
      const blocks = active.longOf(uriOf(file.path), rows.tree);
      const isRunning = ({ key }: RequestNode): boolean => blocks.has(rows.byKey.get(key)?.summary.block as Block);
      return elements.filter((node) => isRunning(node) !== this.#running.has(idOf(node)));
    };
    const changed = this.#shown.files.flatMap(changedIn);
    // Rows of earlier keys are gone.
    if (active.long.length === 0) this.#running.clear();
    this.#fire(changed);
  }

  #fire(nodes: readonly RequestTreeNode[]): void {
    if (nodes.length > mostOneByOne) this.#changed.fire(undefined);
    else if (nodes.length > 0) this.#changed.fire([...nodes]);
  }

  /** Updates the list of files if it changed, else the rows of requests whose text changed. */
  async #update(): Promise<void> {
    if (this.#listed === undefined) return;
    this.#failures.soon();
    const { surroundings } = this.#parts;
    const listed = await this.#listed;
    const paths = await listedPaths(surroundings);
    if (this.#filter !== undefined || keyOf(paths, await listedOrder(surroundings, paths)) !== listed.key) return this.#refresh();
    // A hidden view compares nothing while the user types: VS Code asks for all rows when it becomes visible.
    if (!this.#parts.view().visible) return this.#changed.fire(undefined);
    for (const path of this.#shown.paths) {
      const file = listed.files.get(path);
      if (file === undefined) {
        this.#shown.delete(path);
        this.#read.delete(path);
        this.#parts.last.follow(uriOf(path).toString(), undefined);
        continue;
      }
      const rows = await this.#rowsOf(file);
      const changed = rows && this.#shown.update(path, rows);
      if (changed === undefined) this.#changed.fire(file);
      else this.#fire(changed);
    }
  }
}
