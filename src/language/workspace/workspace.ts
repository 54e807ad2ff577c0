import { noData, type DataFiles } from '../semantics/data/dataOf.ts';
import { pathsIn } from '../semantics/request/fileMentions.ts';
import { noVariables } from '../semantics/variables/blockContext.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { parse } from '../syntax/parser.ts';
import { reparse } from '../incremental/reparse.ts';
import { isUpToDate, sharedKind, textsAround, type Collection, type FileSource } from './collection.ts';
import { AroundMemo, loadCollection } from './loadCollection.ts';
import { isForeign, parseForeign, type ReadForeign } from './foreignText.ts';
import { isDotenvFile } from './dotenv.ts';
import { ApiDocumentCache } from './apiDocuments.ts';
import type { FileAround } from './createView.ts';
import { DataFileCache } from './dataFiles.ts';
import { GraphqlSchemas } from './graphqlSchemas.ts';
import { SchemaFileCache } from './schemaFiles.ts';
import type { FileView, PathKind, ProjectFile } from './fileView.ts';
import { folderOf, isInside, resolvePath } from './workspacePaths.ts';
import { isEnvironmentFile, isProjectFile } from './project.ts';
import { parsedFile, TreesOnDemand, type IndexedFile } from './projectFiles.ts';
import { Projects } from './projects.ts';
import type { CollectionRequests, TextDocument, WorkspacePort } from './workspacePort.ts';

export interface KnowOptions {
  /** Checks the files around the document on the disk again, even if no change was reported. */
  readonly reload?: boolean;
  /** Waits until all files of the collection are read. Otherwise unread files are missing in the view, and `onRead` is called later. */
  readonly whole?: boolean;
  /** The environment of the view instead of the selected one. */
  readonly environment?: string | undefined;
}

/** A cached collection. `current` becomes false when a change is reported that may affect it. */
interface FoundCollection {
  readonly found: Promise<Collection>;
  current: boolean;
  /** The result of `found`; undefined while it is loading. */
  collection?: Collection;
}

const isShared = (file: string): boolean => sharedKind(file) !== undefined;

/** Whether a file is read only in a trusted workspace. */
const needsTrust = (file: string): boolean => isEnvironmentFile(file) || isDotenvFile(file);

/** Whether a file affects other files: shared, environment or `.env`. */
export const isAround = (file: string): boolean => isShared(file) || needsTrust(file);

/**
 * Parses files and reads their surroundings, in the editor, the command and tests; no other code does. `createView` creates a `FileView`
 * from the result, for the features; `FeatureWorkspace` does both. The owner reports changes with `changed`, `removed`, `folderAdded` and
 * `forget`.
 */
export class Workspace {
  readonly #port: WorkspacePort;
  /** Like the port, without environment and `.env` files while the workspace is not trusted. */
  readonly #files: FileSource;
  readonly #around: AroundMemo;
  readonly #onDemand = new TreesOnDemand((text, file) => this.#parsed(text, file));
  #foreign: ReadForeign | undefined;
  #trees = new WeakMap<TextDocument, { readonly version: number; readonly tree: DocumentTree }>();
  /** By the folder of the request files. */
  readonly #collections = new Map<string, FoundCollection>();
  readonly #projects: Projects;
  readonly #kinds = new Map<string, PathKind>();
  readonly #data: DataFileCache;
  readonly #apis: ApiDocumentCache;
  readonly #schemaFiles: SchemaFileCache;
  readonly #schemas: GraphqlSchemas;

  /** @param onRead called when the files of a collection have been read in the background, so that views are out of date */
  constructor(port: WorkspacePort, onRead: () => void = () => {}) {
    this.#port = port;
    const withheld = (path: string): boolean => needsTrust(path) && !port.trusted();
    this.#files = {
      readText: (path) => (withheld(path) ? Promise.resolve(undefined) : port.readText(path)),
      readAround: async (path, place) =>
        withheld(path) ? undefined : port.readAround === undefined ? port.readText(path) : port.readAround(path, place),
      endsSearch: async (folder) => (await port.endsSearch?.(folder)) === true,
      foreignEnvironments: async (path) => (port.trusted() ? port.foreignEnvironments?.(path) : undefined),
      ownerOf: async (folder) => (await port.ownerOf?.(folder)) ?? '',
    };
    this.#around = new AroundMemo(port.unchanging);
    this.#data = new DataFileCache(
      this.#files,
      (file) => port.display(file),
      (file) => port.chosenRowOf?.(file) ?? 0,
    );
    this.#apis = new ApiDocumentCache(this.#files, port.readApi, (file) => port.display(file), onRead);
    this.#schemaFiles = new SchemaFileCache(this.#files, port.checkSchema, onRead);
    this.#schemas = new GraphqlSchemas(this.#files, onRead);
    this.#projects = new Projects(
      { readFile: (file) => this.#readFile(file), readText: (file) => this.#files.readText(file) },
      (root, marked) => port.listFiles(root, marked),
      onRead,
    );
  }

  /** The document's tree, cached per version. A new version is parsed incrementally. */
  tree(document: TextDocument): DocumentTree {
    const known = this.#trees.get(document);
    if (known?.version === document.version) return known.tree;
    const tree = this.#parsed(document.getText(), document.file, known?.tree);
    // A tree of a file that cannot be read yet.
    if (isForeign(document.file) && this.#foreign === undefined) return tree;
    this.#trees.set(document, { version: document.version, tree });
    return tree;
  }

  /** Replaces the cached tree of a version, for example by one with diagnostics about the file's bytes. */
  replaceTree(document: TextDocument, version: number, tree: DocumentTree): void {
    if (document.version === version) this.#trees.set(document, { version, tree });
  }

  /** A version of a document with its surroundings. */
  async around(document: TextDocument, { reload = false, whole = false, environment }: KnowOptions = {}): Promise<FileAround> {
    const { file } = document;
    if (reload) this.#doubtCollections();
    this.#onDemand.release();
    await this.#loadForeign(file);
    const collection = await this.#collection(file);
    const marked = collection.shared.some((s) => s.kind === 'collection');
    const project = await this.#projects.read(collection.root, marked, file, whole);
    let data = noData;
    for (let again = true; again;) {
      const { version } = document;
      await this.#lookUpPaths(file, this.tree(document));
      data = await this.#dataOf(file, this.tree(document), collection, reload);
      again = document.version !== version;
    }
    const place = { file, tree: this.tree(document), collection };
    const waits = whole || this.#port.unchanging === true;
    if (this.#port.unchanging !== true && reload) this.#schemaFiles.changed();
    const [apis, schemaFiles] = await Promise.all([this.#apis.of(place, waits), this.#schemaFiles.of(place, waits)]);
    // Changes outside the workspace are not reported.
    if (this.#port.unchanging !== true && (reload || this.#port.topOf(file) === undefined)) this.#schemas.changed();
    return {
      file,
      tree: this.tree(document),
      collection,
      data,
      apis,
      schemaFiles,
      environment: environment ?? this.#port.environmentOf(collection.root, collection.environments),
      pathKind: (path) => this.#kinds.get(path),
      schemas: this.#schemas,
      project,
    };
  }

  /** The collection of a file of any kind. The option is described in `KnowOptions`. */
  async collectionOf(file: string, { reload = false }: Pick<KnowOptions, 'reload'> = {}): Promise<Collection> {
    if (reload) this.#doubtCollections();
    await this.#loadForeign(file);
    return this.#collection(file);
  }

  /** The data files that a request file names. `reload` checks their text again. */
  dataOf(
    { file, tree, collection }: Pick<FileView, 'file' | 'tree' | 'collection'>,
    { reload = false }: Pick<KnowOptions, 'reload'> = {},
  ): Promise<DataFiles> {
    return this.#dataOf(file, tree, collection, reload);
  }

  /** All `.req` files below a folder, of all collections. */
  async filesBelow(folder: string): Promise<readonly ProjectFile[]> {
    return (await this.#projects.read(folder, true, undefined, true)).everyFile();
  }

  /** The paths of all `.req` files below a folder, of all collections. Lists the folder, but reads none of the files. */
  async pathsBelow(folder: string): Promise<readonly string[]> {
    return (await this.#projects.listed(folder)).paths();
  }

  /** One `.req` file below a folder. Reads only this file, and only if it changed or was not read yet. */
  async fileBelow(folder: string, file: string): Promise<ProjectFile | undefined> {
    return (await this.#projects.listed(folder)).fileAt(file);
  }

  /** All requests of the view's collection; reads files that are not read yet. The view's own file keeps its tree. */
  async requests(view: Pick<FileView, 'file' | 'tree' | 'collection' | 'environment'>): Promise<CollectionRequests> {
    const own = { file: view.file, tree: view.tree };
    const { root, shared } = view.collection;
    const marked = shared.some((s) => s.kind === 'collection');
    const project = await this.#projects.read(root, marked, view.file, true);
    const variables = this.#port.variablesOf(root);
    return {
      files: project.files(own),
      index: project.index(),
      contextOf: async ({ file, tree }, block) => {
        const collection = await this.#collection(file);
        const data = await this.#dataOf(file, tree, collection);
        return { tree, file, block, collection, environment: view.environment, variables, answers: noVariables, data };
      },
    };
  }

  /** Reports a new or changed file, on the disk or in an editor. Returns whether views of other files are out of date. */
  changed(file: string): boolean {
    this.#projects.changed(file);
    const around = isAround(file);
    if (around) this.#doubtCollections();
    const isData = this.#data.changed(file);
    const isApi = this.#apis.changed(file);
    const isSchema = [this.#schemas.changed(file), this.#schemaFiles.changed(file)].includes(true);
    return this.#forgetPath(file) || around || isData || isSchema || isApi || isProjectFile(file);
  }

  /** Reports a deleted file or folder. Returns whether views are out of date. */
  removed(path: string): boolean {
    let stale = isProjectFile(path) || isAround(path) || this.#standsIn(path);
    stale = this.#projects.removed(path) || stale;
    stale = this.#data.changed(path) || stale;
    stale = this.#apis.changed(path) || stale;
    stale = this.#schemas.changed(path) || stale;
    stale = this.#schemaFiles.changed(path) || stale;
    this.#doubtCollections();
    for (const known of this.#kinds.keys()) if (isInside(known, path)) stale = this.#kinds.delete(known) || stale;
    return stale;
  }

  /** Reports a new folder with its contents. Affected collections are read again. */
  folderAdded(folder: string): void {
    this.#doubtCollections();
    this.#projects.folderAdded(folder);
    this.#data.changed(folder);
    this.#apis.changed(folder);
    this.#schemas.changed(folder);
    this.#schemaFiles.changed(folder);
    for (const known of this.#kinds.keys()) if (isInside(known, folder)) this.#kinds.delete(known);
  }

  /** Discards all cached collections, projects and path kinds. */
  forget(): void {
    this.#collections.clear();
    // How files of other clients are read may have changed.
    if (this.#foreign !== undefined) this.#trees = new WeakMap();
    this.#projects.clear();
    this.#kinds.clear();
    this.#data.clear();
    this.#apis.clear();
    this.#schemaFiles.clear();
    this.#schemas.changed();
  }

  async #loadForeign(file: string): Promise<void> {
    if (isForeign(file)) this.#foreign ??= await this.#port.foreign?.();
  }

  #parsed(text: string, file: string, old?: DocumentTree): DocumentTree {
    if (isForeign(file)) return this.#foreign === undefined ? parse('') : parseForeign(this.#foreign(file, text), old);
    const options = { shared: isShared(file) };
    return old === undefined ? parse(text, options) : reparse(old, text, options);
  }

  #doubtCollections(): void {
    for (const known of this.#collections.values()) known.current = false;
  }

  /** Whether a folder contains a file that a cached collection uses. */
  #standsIn(folder: string): boolean {
    return [...this.#collections.values()].some(
      ({ collection }) => collection !== undefined && [...textsAround(collection).keys()].some((file) => isInside(file, folder)),
    );
  }

  #forgetPath(path: string): boolean {
    return this.#kinds.delete(path);
  }

  /** The collection of a file. It stays the same object until a file around it changes, because other caches use it as a key. */
  #collection(file: string): Promise<Collection> {
    // Environments of other clients are only for their files.
    const folder = isForeign(file) ? `${folderOf(file)}\0` : folderOf(file);
    const before = this.#collections.get(folder);
    if (before?.current === true) return before.found;
    const top = this.#port.topOf(file);
    const find = async (): Promise<Collection> => {
      const known = await before?.found.catch(() => undefined);
      if (known !== undefined && (await isUpToDate(this.#files, known))) return known;
      return loadCollection(this.#files, file, this.#port.fallbackRootOf(file), top, this.#around);
    };
    // Changes outside the workspace are not reported, so these files are checked each time.
    const now: FoundCollection = { found: find(), current: top !== undefined || this.#port.unchanging === true };
    this.#collections.set(folder, now);
    now.found.then(
      (collection) => (now.collection = collection),
      () => {
        if (this.#collections.get(folder) === now) this.#collections.delete(folder);
      },
    );
    return now.found;
  }

  async #readFile(file: string): Promise<IndexedFile | undefined> {
    await this.#loadForeign(file);
    const open = this.#port.openDocument(file);
    if (open !== undefined) return parsedFile(file, this.tree(open));
    const text = await this.#port.readText(file);
    if (text === undefined) return undefined;
    return this.#port.unchanging === true ? this.#onDemand.fileOf(file, text) : parsedFile(file, this.#parsed(text, file));
  }

  #dataOf(file: string, tree: DocumentTree, { root }: Collection, reload = false): Promise<DataFiles> {
    // Changes outside the workspace are not reported.
    const checks = this.#port.unchanging !== true && (reload || this.#port.topOf(file) === undefined);
    return this.#data.of({ file, tree, root }, checks);
  }

  /** Looks up the kinds of the paths in a file that are not cached. */
  async #lookUpPaths(file: string, tree: DocumentTree): Promise<void> {
    const folder = folderOf(file);
    const missing = new Set<string>();
    for (const paths of pathsIn(tree)) {
      for (const path of paths) {
        const absolute = resolvePath(folder, path);
        if (!this.#kinds.has(absolute)) missing.add(absolute);
      }
    }
    await Promise.all(
      [...missing].map(async (path) => {
        const kind = await this.#port.kindOf(path).catch(() => undefined);
        this.#kinds.set(path, kind ?? 'missing');
      }),
    );
  }
}
