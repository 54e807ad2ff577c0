import { pathsIn } from '../semantics/request/fileMentions.ts';
import { noVariables, type BlockContext } from '../semantics/variables/blockContext.ts';
import {
  previewEvaluation,
  SharedPreviews,
  type ExchangeStore,
  type PreviewContext,
  type PreviewSources,
} from '../semantics/variables/previewEvaluation.ts';
import type { DataVariables } from '../semantics/variables/variables.ts';
import type { Block, DocumentTree } from '../syntax/nodes.ts';
import { parse } from '../syntax/parser.ts';
import { reparse } from '../incremental/reparse.ts';
import { AroundMemo, isUpToDate, loadCollection, sharedKind, textsAround, type Collection, type FileSource } from './collection.ts';
import { isDotenvFile } from './dotenv.ts';
import type { FileView, PathKind, ProjectFile, ScriptProblem } from './fileView.ts';
import { folderOf, isInside, resolvePath } from './workspacePaths.ts';
import { isEnvironmentFile, isProjectFile, Project } from './project.ts';

/** A text that is open somewhere, or was read. The object stays the same while the document lives. */
export interface TextDocument {
  /** Absolute path; of a document that was never saved, where it would lie. */
  readonly file: string;
  /** Another number for another text. */
  readonly version: number;
  getText(): string;
}

/** The outside world of the language: an editor, a terminal, a test. */
export interface WorkspacePort extends FileSource {
  /** No file changes while this workspace is used: each is read once. */
  readonly unchanging?: boolean;
  /** The folder above which nothing is looked for; undefined where a file lies outside all of them. */
  topOf(file: string): string | undefined;
  /** The root of a collection that no `collection.req` marks. */
  fallbackRootOf(file: string): string;
  /** The `.req` and environment files of a collection; `marked`: a `collection.req` says that all below the root is one. */
  listFiles(root: string, marked: boolean): Promise<readonly string[]>;
  /** The document of a file that is open, whose unsaved text counts. */
  openDocument(file: string): TextDocument | undefined;
  kindOf(path: string): Promise<'file' | 'folder' | undefined>;
  environmentOf(root: string, known: readonly string[]): string | undefined;
  /** What scripts and options set. */
  variablesOf(root: string): DataVariables;
  exchangesOf(root: string): ExchangeStore;
  /** Whether the process's environment has a name. */
  hasEnv(name: string): boolean;
  trusted(): boolean;
  /** Reads a script as JavaScript without running it; where this is absent nothing is told of its syntax. */
  readonly scriptProblem?: (text: string) => ScriptProblem | undefined;
  display(file: string): string;
}

/** The requests of a whole collection, for those who send some by name. A snapshot. */
export interface CollectionRequests {
  /** Every `.req` file, sorted by path. */
  readonly files: readonly ProjectFile[];
  /** A block of one of the files in its surroundings there. */
  contextOf(file: ProjectFile, block: Block): Promise<BlockContext>;
}

export interface KnowOptions {
  /** Reads the files around it again, whatever was told of them. */
  readonly reload?: boolean;
  /** Waits until every file of the collection has been read. Without it those that are not read yet are absent, and `onRead` comes. */
  readonly whole?: boolean;
}

/** A collection that was found, and whether nothing was told since that may have changed it. */
interface FoundCollection {
  readonly found: Promise<Collection>;
  current: boolean;
  /** Once it is read. */
  collection?: Collection;
}

/** Files that stay as they are while a command looks at them: what is not there is not looked for again. */
function readOnce(files: Required<FileSource>): Required<FileSource> {
  const texts = new Map<string, Promise<string | undefined>>();
  const ends = new Map<string, Promise<boolean>>();
  const absent = new Set<string>();
  return {
    readText(path) {
      let text = texts.get(path);
      if (text === undefined) texts.set(path, (text = files.readText(path)));
      return text;
    },
    // Whether one that is there counts depends on the place.
    async readAround(path, place) {
      if (absent.has(path)) return undefined;
      const text = await files.readAround(path, place);
      if (text === undefined) absent.add(path);
      return text;
    },
    endsSearch(folder) {
      let end = ends.get(folder);
      if (end === undefined) ends.set(folder, (end = files.endsSearch(folder)));
      return end;
    },
  };
}

const isShared = (file: string): boolean => sharedKind(file) !== undefined;

/** Whether a file holds values that are not read before the workspace is trusted. */
const needsTrust = (file: string): boolean => isEnvironmentFile(file) || isDotenvFile(file);

/** Whether a file is one that stands around others: shared, environment or `.env`. */
export const isAround = (file: string): boolean => isShared(file) || needsTrust(file);

/**
 * What is known of files and what surrounds them: the one place that parses them and finds their collection. Every feature, in
 * an editor, a terminal or a test, is asked with a view that comes from here. Who owns it tells it what changes.
 */
export class Workspace {
  readonly #port: WorkspacePort;
  /** Its files, but for environments before the workspace is trusted. */
  readonly #files: FileSource;
  readonly #onRead: () => void;
  readonly #around = new AroundMemo();
  readonly #trees = new WeakMap<TextDocument, { readonly version: number; readonly tree: DocumentTree }>();
  /** By the folder of the files that they are of. */
  readonly #collections = new Map<string, FoundCollection>();
  readonly #projects = new Map<string, { readonly project: Project; reading: Promise<void> | undefined }>();
  readonly #kinds = new Map<string, PathKind>();

  /** `onRead`: the files of a collection have been read in the background, and views are out of date. */
  constructor(port: WorkspacePort, onRead: () => void = () => {}) {
    this.#port = port;
    const withheld = (path: string): boolean => needsTrust(path) && !port.trusted();
    const files: Required<FileSource> = {
      readText: (path) => (withheld(path) ? Promise.resolve(undefined) : port.readText(path)),
      readAround: async (path, place) =>
        withheld(path) ? undefined : port.readAround === undefined ? port.readText(path) : port.readAround(path, place),
      endsSearch: async (folder) => (await port.endsSearch?.(folder)) === true,
    };
    this.#files = port.unchanging === true ? readOnce(files) : files;
    this.#onRead = onRead;
  }

  /** A document's tree; read once per version, and only what has changed since the last one. */
  tree(document: TextDocument): DocumentTree {
    const known = this.#trees.get(document);
    if (known?.version === document.version) return known.tree;
    const options = { shared: isShared(document.file) };
    const tree = known === undefined ? parse(document.getText(), options) : reparse(known.tree, document.getText(), options);
    this.#trees.set(document, { version: document.version, tree });
    return tree;
  }

  /** Takes another tree for a document's text: one that also says what only its bytes show. */
  replaceTree(document: TextDocument, version: number, tree: DocumentTree): void {
    if (document.version === version) this.#trees.set(document, { version, tree });
  }

  /** A document with everything around it, as it is now. */
  async know(document: TextDocument, { reload = false, whole = false }: KnowOptions = {}): Promise<FileView> {
    const { file } = document;
    if (reload) this.#doubtCollections();
    const collection = await this.#collection(file);
    const marked = collection.shared.some((s) => s.kind === 'collection');
    const project = await this.#project(collection.root, marked, file, whole);
    for (let again = true; again;) {
      const { version } = document;
      await this.#lookUpPaths(file, this.tree(document));
      again = document.version !== version;
    }
    return this.#view(file, this.tree(document), collection, project);
  }

  /** What surrounds a file of any kind, by its place alone. `reload` reads the files around it again, whatever was told of them. */
  collectionOf(file: string, { reload = false }: Pick<KnowOptions, 'reload'> = {}): Promise<Collection> {
    if (reload) this.#doubtCollections();
    return this.#collection(file);
  }

  /** Every `.req` file below a folder, whatever its collection. */
  async filesBelow(folder: string): Promise<readonly ProjectFile[]> {
    return (await this.#project(folder, true, undefined, true)).everyFile();
  }

  /** All requests of the collection that a file belongs to, read where they have not been; the file itself as the view has it. */
  async requests(view: Pick<FileView, 'file' | 'tree' | 'collection' | 'environment'>): Promise<CollectionRequests> {
    const own = { file: view.file, tree: view.tree };
    const { root, shared } = view.collection;
    const marked = shared.some((s) => s.kind === 'collection');
    const project = await this.#project(root, marked, view.file, true);
    const variables = this.#port.variablesOf(root);
    return {
      files: project.files(own),
      contextOf: async ({ file, tree }, block) => {
        const collection = await this.#collection(file);
        return { tree, file, block, collection, environment: view.environment, variables, answers: noVariables };
      },
    };
  }

  /** A file has another text, on the disk or in an editor, or is new. Returns whether views of other files are out of date. */
  changed(file: string): boolean {
    for (const { project } of this.#projects.values()) project.changed(file);
    const around = isAround(file);
    if (around) this.#doubtCollections();
    return this.#forgetPath(file) || around || isProjectFile(file);
  }

  /** A file or folder is gone. Returns whether views are out of date. */
  removed(path: string): boolean {
    let stale = isProjectFile(path) || isAround(path) || this.#standsIn(path);
    for (const { project } of this.#projects.values()) stale = project.removed(path) || stale;
    this.#doubtCollections();
    for (const known of this.#kinds.keys()) if (isInside(known, path)) stale = this.#kinds.delete(known) || stale;
    return stale;
  }

  /** A folder is there and new, with all that is in it: what lies around is looked for again. */
  folderAdded(folder: string): void {
    this.#doubtCollections();
    for (const root of this.#projects.keys()) if (isInside(folder, root)) this.#projects.delete(root);
    for (const known of this.#kinds.keys()) if (isInside(known, folder)) this.#kinds.delete(known);
  }

  /** Everything may have changed. */
  forget(): void {
    this.#collections.clear();
    this.#projects.clear();
    this.#kinds.clear();
  }

  #doubtCollections(): void {
    for (const known of this.#collections.values()) known.current = false;
  }

  /** Whether something that stands around a known file lies in a folder. */
  #standsIn(folder: string): boolean {
    return [...this.#collections.values()].some(
      ({ collection }) => collection !== undefined && [...textsAround(collection).keys()].some((file) => isInside(file, folder)),
    );
  }

  #forgetPath(path: string): boolean {
    return this.#kinds.delete(path);
  }

  #view(file: string, tree: DocumentTree, collection: Collection, project: Project): FileView {
    const port = this.#port;
    const { root } = collection;
    const trusted = port.trusted();
    const environment = port.environmentOf(root, collection.environments);
    const variables = port.variablesOf(root);
    const exchanges = port.exchangesOf(root);
    const contextOf = (block: Block): BlockContext => ({ tree, file, block, collection, environment, variables, answers: noVariables });
    // Block after block is looked at: one at a time keeps a file of ten thousand requests out of the memory.
    let last: { readonly block: Block; readonly looking: PreviewContext } | undefined;
    const shared = new SharedPreviews();
    const outside: PreviewSources = {
      env: (name) => port.hasEnv(name),
      // Before the workspace is trusted it is not read, and may have anything.
      dotenv: (name) => !trusted || collection.dotenv?.values.has(name) === true,
      brokenDotenv: collection.dotenv?.problem,
    };
    const look = (block: Block): PreviewContext => {
      if (last?.block !== block) last = { block, looking: previewEvaluation(contextOf(block), outside, exchanges, shared) };
      return last.looking;
    };
    const lookHidden = (block: Block): PreviewContext => previewEvaluation(contextOf(block), outside, exchanges, undefined, true);
    const own = { file, tree };
    return {
      file,
      tree,
      collection,
      environment,
      trusted,
      contextOf,
      look,
      lookHidden,
      exchanges,
      setters: project.setters(own),
      files: project.files(own),
      environmentFiles: project.environmentFiles(),
      unreadEnvironmentFiles: trusted ? [] : project.unreadEnvironmentFiles(),
      pathKind: (path) => this.#kinds.get(path),
      scriptProblem: (text) => port.scriptProblem?.(text),
      display: (f) => port.display(f),
    };
  }

  /** The collection of a file: the same object until a file around it says something else, since much is remembered by it. */
  #collection(file: string): Promise<Collection> {
    const folder = folderOf(file);
    const before = this.#collections.get(folder);
    if (before?.current === true) return before.found;
    const top = this.#port.topOf(file);
    const find = async (): Promise<Collection> => {
      const known = await before?.found.catch(() => undefined);
      if (known !== undefined && (await isUpToDate(this.#files, known))) return known;
      return loadCollection(this.#files, file, this.#port.fallbackRootOf(file), top, this.#around);
    };
    // Outside the workspace nobody tells that a file has changed: it is read again each time.
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

  async #project(root: string, marked: boolean, own: string | undefined, whole: boolean): Promise<Project> {
    let known = this.#projects.get(root);
    if (known === undefined) {
      const project = new Project(root, {
        readTree: (file) => this.#treeOfFile(file),
        readText: (file) => this.#files.readText(file),
      });
      this.#projects.set(root, (known = { project, reading: undefined }));
      const reading = this.#port.listFiles(root, marked).then((paths) => project.readAll(paths));
      known.reading = reading;
      reading.then(
        () => this.#onRead(),
        // Asked again, it is tried again.
        () => this.#projects.delete(root),
      );
    }
    if (whole) await known.reading;
    if (known.project.isRead || whole) await known.project.refresh(own);
    return known.project;
  }

  async #treeOfFile(file: string): Promise<DocumentTree | undefined> {
    const open = this.#port.openDocument(file);
    if (open !== undefined) return this.tree(open);
    const text = await this.#port.readText(file);
    return text === undefined ? undefined : parse(text, { shared: isShared(file) });
  }

  /** Finds out what the paths of a file lead to, those that are not known yet. */
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
