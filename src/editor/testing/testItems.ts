import * as vscode from 'vscode';
import {
  contentOf,
  folderOf,
  identify,
  inRunOrder,
  listRequests,
  sharedKind,
  type DataRow,
  type DocumentTree,
  type RequestSummary,
} from '../../language/index.ts';
import type { CollectionFile } from '../../runner/index.ts';
import { folderName, isOnDisk, openDocument, uriOf } from '../world/editorFiles.ts';
import { contextKeys } from '../commands/contributions.ts';
import { blocksWithApi } from '../world/openApi.ts';
import { isHidden } from '../../language/onDemand.ts';
import { inTurns } from '../providers/longFiles/inTurns.ts';
import { LinesInView } from '../providers/longFiles/linesInView.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

interface FileItem {
  readonly item: vscode.TestItem;
  /** The tree whose requests have items; undefined before they are resolved. */
  shown: DocumentTree | undefined;
}

export type ItemMeaning =
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'request'; readonly file: string; readonly key: string }
  | { readonly kind: 'row'; readonly file: string; readonly key: string; readonly row: DataRow };

/**
 * Above this number of requests, items of a file are created only when it is expanded, and while an editor shows it, only those in view
 * have a place: VS Code draws an icon for each place, and computes the margins of all lines with icons at every keystroke.
 */
const mostAtOnce = 1000;

/** The tree of the Test Explorer: collections, folders, files, requests, and rows of data. */
export class TestItems {
  readonly #controller: vscode.TestController;
  readonly #surroundings: Surroundings;
  readonly #files = new Map<string, FileItem>();
  readonly #folders = new Map<string, vscode.TestItem>();
  readonly #meanings = new WeakMap<vscode.TestItem, ItemMeaning>();
  /** The summary that an item of a request shows. */
  readonly #summaries = new WeakMap<vscode.TestItem, RequestSummary>();
  readonly #inView = new LinesInView();
  readonly #scrolled = this.#inView.onDidChange(() => this.#placeAgain());
  #found: readonly CollectionFile[] = [];
  #reading: Promise<void> | undefined;

  constructor(controller: vscode.TestController, surroundings: Surroundings) {
    this.#controller = controller;
    this.#surroundings = surroundings;
  }

  dispose(): void {
    this.#scrolled.dispose();
    this.#inView.dispose();
  }

  get isRead(): boolean {
    return this.#reading !== undefined;
  }

  /** Updates the tree and returns all files with requests, in the order in which they run. `reload` also reads the files around them again. */
  async refresh({ reload = false }: { readonly reload?: boolean } = {}): Promise<readonly CollectionFile[]> {
    const before = this.#reading;
    const reading = (async () => {
      await before?.catch(() => undefined);
      await this.#refresh(reload);
    })();
    this.#reading = reading;
    await reading;
    return this.#found;
  }

  async #refresh(reload: boolean): Promise<void> {
    const every = (await this.#surroundings.everyFile()).filter((f) => isOnDisk(f.file) && sharedKind(f.file) === undefined);
    const withRequests = every.filter((f) => listRequests(f.tree).length > 0);
    const surrounded = await this.#surroundings.withCollections(withRequests, { reload });
    this.#found = inRunOrder(surrounded.filter((f) => !isHidden(f.file, f.collection.root)));
    const there = new Set(this.#found.map((f) => f.file));
    for (const file of this.#files.keys()) if (!there.has(file)) this.#remove(file);
    for (const [i, file] of this.#found.entries()) this.#show(file, i);
    void vscode.commands.executeCommand(
      'setContext',
      contextKeys.openApi,
      this.#found.some((f) => blocksWithApi(f).size > 0),
    );
    this.#sortFolders();
  }

  /** A folder has the place of its first file. */
  #sortFolders(): void {
    const sorted = new Set<string>();
    for (const [i, { file }] of this.#found.entries())
      for (let folder = folderOf(file); !sorted.has(folder) && this.#folders.has(folder); folder = folderOf(folder)) {
        sorted.add(folder);
        (this.#folders.get(folder) as vscode.TestItem).sortText = String(i).padStart(6, '0');
      }
  }

  /** Creates the items of a file when VS Code requests them: when it is expanded, and when an editor opens it. */
  async resolve(item: vscode.TestItem): Promise<void> {
    const meaning = this.meaningOf(item);
    if (meaning?.kind !== 'file') return;
    const { file } = meaning;
    const document = openDocument(file);
    if (document !== undefined) await this.#surroundings.longFiles.lenses(document);
    const found = this.#found.find((f) => f.file === file);
    if (found !== undefined) await inTurns(this.#requestSteps(found), () => this.#found.find((f) => f.file === file)?.tree !== found.tree);
    const latest = this.#found.find((f) => f.file === file);
    if (latest !== undefined) this.#showRequests(latest);
  }

  /** Adds the items of a file's requests one by one, because VS Code sends them in parts. */
  *#requestSteps({ file, tree }: CollectionFile): Generator<void> {
    const known = this.#files.get(file);
    if (known === undefined || known.shown !== undefined) return;
    const requests = listRequests(tree);
    const isPlaced = this.#placed(file, requests);
    for (const r of requests) {
      known.item.children.add(this.#requestItem(known.item, file, tree, r, isPlaced(r.line - 1)));
      yield;
    }
  }

  /** Creates the items of a file that is open in an editor. */
  resolveOpen(file: string): void {
    const found = this.#found.find((f) => f.file === file);
    if (found !== undefined && listRequests(found.tree).length <= mostAtOnce) this.#showRequests(found);
  }

  /** The object that an item represents; undefined for items of other controllers. */
  meaningOf(item: vscode.TestItem): ItemMeaning | undefined {
    return this.#meanings.get(item);
  }

  /** The item of a request, created if missing. */
  requestItem(file: string, key: string): vscode.TestItem | undefined {
    const known = this.#files.get(file);
    const found = this.#found.find((f) => f.file === file);
    if (known !== undefined && known.shown === undefined && found !== undefined) this.#showRequests(found);
    return known?.item.children.get(key);
  }

  fileItem(file: string): vscode.TestItem | undefined {
    return this.#files.get(file)?.item;
  }

  /** The item of a row of data with its name, created if missing. */
  rowItem(request: vscode.TestItem, row: DataRow, label: string): vscode.TestItem {
    const name = row.origin.option;
    const item = request.children.get(name) ?? this.#controller.createTestItem(name, label, request.uri);
    item.label = label;
    if (label !== name) item.description = name;
    const meaning = this.meaningOf(request);
    if (meaning?.kind === 'request') this.#meanings.set(item, { ...meaning, kind: 'row', row });
    item.sortText = name.replace(/\d+(?=:|$)/g, (n) => n.padStart(8, '0'));
    if (request.range !== undefined) item.range = request.range;
    request.children.add(item);
    return item;
  }

  #show(found: CollectionFile, index: number): void {
    const { file } = found;
    let known = this.#files.get(file);
    if (known === undefined) {
      const item = this.#controller.createTestItem(file, file.slice(folderOf(file).length + 1), uriOf(file));
      item.canResolveChildren = true;
      this.#meanings.set(item, { kind: 'file', file });
      this.#files.set(file, (known = { item, shown: undefined }));
      this.#childrenOf(folderOf(file), found.collection.root).add(item);
    }
    known.item.sortText = String(index).padStart(6, '0');
    if (known.shown !== undefined && known.shown !== found.tree) this.#showRequests(found);
  }

  /** The children of a folder. Creates its items up to the collection's root. */
  #childrenOf(folder: string, root: string): vscode.TestItemCollection {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known.children;
    const isRoot = folder === root || folderOf(folder) === folder;
    const around = isRoot ? this.#controller.items : this.#childrenOf(folderOf(folder), root);
    const item = this.#controller.createTestItem(
      folder,
      isRoot ? folderName(folder) : folder.slice(folderOf(folder).length + 1),
      uriOf(folder),
    );
    this.#meanings.set(item, { kind: 'folder' });
    this.#folders.set(folder, item);
    around.add(item);
    return item.children;
  }

  #showRequests({ file, tree }: CollectionFile): void {
    const known = this.#files.get(file);
    if (known === undefined || known.shown === tree) return;
    known.shown = tree;
    const { children } = known.item;
    const requests = listRequests(tree);
    const isPlaced = this.#placed(file, requests);
    const items = requests.map((r) => this.#requestItem(known.item, file, tree, r, isPlaced(r.line - 1)));
    // VS Code compares all items with those it has.
    if (items.length !== children.size || items.some((item) => children.get(item.id) !== item)) children.replace(items);
  }

  /** Whether the item of a line has a place in the editor. */
  #placed(file: string, requests: readonly RequestSummary[]): (line: number) => boolean {
    const document = requests.length > mostAtOnce ? openDocument(file) : undefined;
    return document === undefined ? () => true : this.#inView.of(document, false);
  }

  /** Places the items that came into view. */
  #placeAgain(): void {
    for (const [file, { item, shown }] of this.#files) {
      const requests = shown === undefined ? [] : listRequests(shown);
      if (shown === undefined || requests.length <= mostAtOnce) continue;
      const isPlaced = this.#placed(file, requests);
      for (const r of requests) {
        const child = item.children.get(identify(shown, r).key);
        if (child !== undefined) place(child, isPlaced(r.line - 1) ? r.line - 1 : undefined);
      }
    }
  }

  #requestItem(parent: vscode.TestItem, file: string, tree: DocumentTree, request: RequestSummary, isPlaced: boolean): vscode.TestItem {
    const { key } = identify(tree, request);
    const known = parent.children.get(key);
    const before = known && this.#summaries.get(known);
    // VS Code compares each property that is set, which takes most of the time in a long file.
    if (known !== undefined && before !== undefined && isSame(before, request)) {
      if (before.line !== request.line || isPlaced !== (known.range !== undefined)) place(known, isPlaced ? request.line - 1 : undefined);
      this.#summaries.set(known, request);
      return known;
    }
    const line = `${request.method} ${request.urlTemplate}`;
    const label = request.name || request.title || line;
    const item = known ?? this.#controller.createTestItem(key, label, parent.uri);
    this.#summaries.set(item, request);
    this.#meanings.set(item, { kind: 'request', file, key });
    item.label = label;
    if (label !== line) item.description = line;
    item.sortText = String(request.index).padStart(6, '0');
    place(item, isPlaced ? request.line - 1 : undefined);
    const tags = [...request.tags, ...(request.disabled ? ['disabled'] : [])];
    if (tags.join() !== item.tags.map((t) => t.id).join()) item.tags = tags.map((tag) => new vscode.TestTag(tag));
    return item;
  }

  #remove(file: string): void {
    const item = this.#files.get(file)?.item;
    this.#files.delete(file);
    let at = item?.parent;
    if (item !== undefined) (at?.children ?? this.#controller.items).delete(item.id);
    for (let folder = folderOf(file); at !== undefined && at.children.size === 0; folder = folderOf(folder)) {
      const { parent, id } = at;
      (parent?.children ?? this.#controller.items).delete(id);
      this.#folders.delete(folder);
      at = parent;
    }
  }
}

/** Whether two summaries differ at most in their lines. */
const isSame = (a: RequestSummary, b: RequestSummary): boolean => a.index === b.index && contentOf(a.block) === contentOf(b.block);

/** Sets the line of an item only if it differs, because VS Code synchronizes the document each time. */
function place(item: vscode.TestItem, line: number | undefined): void {
  if (item.range?.start.line === line) return;
  item.range = line === undefined ? undefined : new vscode.Range(line, 0, line, 0);
}
