import * as vscode from 'vscode';
import { folderOf, isAround, Workspace } from '../../language/atStart.ts';
import type {
  Collection,
  CollectionRequests,
  DataFiles,
  DocumentTree,
  createView,
  ExchangeStore,
  FileAround,
  FileView,
  KnowOptions,
  ProjectFile,
  TextDocument,
  WorkspacePort,
} from '../../language/index.ts';
import { ChosenRows } from './chosenRows.ts';
import { isRequestDocument, isRead, readForeign, settingsEnvironmentsOf } from './httpFiles.ts';
import { withEncodingErrors } from './encodingErrors.ts';
import type { Environments } from './environments.ts';
import { editorFiles, factsOf, fileOf, isOnDisk, openDocument, pathOf, uriOf } from './editorFiles.ts';
import { listFiles } from './listFiles.ts';
import { checkSchema, readApi } from '../../apiDocuments/readApi.ts';
import { quietly } from '../log/log.ts';
import { documentUriOf, type RequestText } from '../providers/fencedDocuments.ts';
import { LongFiles } from '../providers/longFiles/longFiles.ts';
import { OutsideFiles } from '../sending/outsideFiles.ts';
import type { VariableStores } from '../sending/variableStores.ts';

export interface Known<D extends RequestText = RequestText> extends FileView {
  readonly document: D;
  readonly requests: () => Promise<CollectionRequests>;
}

/** A file with the data needed to run its requests. */
interface RunnableFile extends ProjectFile {
  readonly collection: Collection;
  readonly data: DataFiles;
}

/**
 * Connects the language's workspace with VS Code's documents, files and watchers. Hover, colors, diagnostics, lenses and sending use it.
 */
export class Surroundings implements vscode.Disposable {
  readonly #port: WorkspacePort;
  readonly #workspace: Workspace;
  readonly #loadViews: () => Promise<typeof createView>;
  readonly #documents = new WeakMap<RequestText, TextDocument>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #parts: vscode.Disposable[] = [this.#changed];
  readonly #outside: OutsideFiles;
  readonly longFiles = new LongFiles();
  /** The rows of data files that sends and previews use. */
  readonly rows = new ChosenRows();
  /** Fires when values may have changed: files around documents, variables, environment. */
  readonly onDidChange = this.#changed.event;

  /** @param loadViews loads the code that creates views, with the evaluation of placeholders; not needed for the first lenses */
  constructor(
    variables: VariableStores,
    environments: Environments,
    exchangesOf: (root: string) => ExchangeStore,
    loadViews: () => Promise<typeof createView>,
  ) {
    this.#loadViews = loadViews;
    this.#port = {
      ...editorFiles,
      topOf,
      foreign: readForeign,
      readApi,
      checkSchema,
      foreignEnvironments: async (file) => {
        const found = await settingsEnvironmentsOf(uriOf(file));
        return found === undefined ? undefined : { file: pathOf(found.uri), text: found.text };
      },
      fallbackRootOf: (file) => topOf(file) ?? folderOf(file),
      // All files below a workspace folder or a folder with `collection.req`, else only those in the folder.
      listFiles: (root, marked) => listFiles(root, marked || topOf(root) !== undefined),
      openDocument: (file) => {
        const document = openDocument(file);
        return document === undefined ? undefined : this.#documentOf(document);
      },
      environmentOf: (root, known) => environments.of(root, known),
      variablesOf: (root) => variables.of(root),
      chosenRowOf: (file) => this.rows.of(file),
      exchangesOf,
      hasEnv: (name) => process.env[name] !== undefined,
      trusted: () => vscode.workspace.isTrusted,
      display: (file) => vscode.workspace.asRelativePath(uriOf(file)),
    };
    this.#workspace = new Workspace(this.#port, () => this.#changed.fire());
    const changed = (uri: vscode.Uri): void => {
      if (isRead(pathOf(uri))) this.#fireIf(this.#workspace.changed(pathOf(uri)));
    };
    const removed = (uri: vscode.Uri): void => this.#fireIf(this.#workspace.removed(pathOf(uri)));
    const forget = (): void => this.forget();
    const created = async (uri: vscode.Uri): Promise<void> => {
      if ((await editorFiles.kindOf(pathOf(uri))) !== 'folder') return changed(uri);
      this.#workspace.folderAdded(pathOf(uri));
      this.#changed.fire();
    };
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const outside = new OutsideFiles({ changed, removed });
    this.#outside = outside;
    this.#parts.push(
      this.longFiles,
      watcher,
      watcher.onDidChange(changed),
      outside,
      watcher.onDidCreate((uri) => void quietly('seeing a new file', () => created(uri))),
      watcher.onDidDelete(removed),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        // Only unsaved edits of shared files update other documents at once. Edits of request files do so on save.
        const stale = isRead(fileOf(document)) && this.#workspace.changed(fileOf(document));
        this.#fireIf(stale && isAround(fileOf(document)));
      }),
      // Closing a document discards its unsaved text.
      vscode.workspace.onDidCloseTextDocument((document) => {
        outside.forget(document.uri);
        if (isRead(fileOf(document))) this.#fireIf(this.#workspace.changed(fileOf(document)));
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(forget),
      vscode.workspace.onDidChangeWorkspaceFolders(forget),
      variables.onDidChange(() => this.#changed.fire()),
      this.rows,
      this.rows.onDidChange(() => this.#changed.fire()),
      environments.onDidChange(() => this.#changed.fire()),
    );
  }

  /** The tree of a document, cached by version. */
  tree(document: RequestText): DocumentTree {
    return this.#workspace.tree(this.#documentOf(document));
  }

  /**
   * A document with its surroundings. `reload` reads the files around it again; `whole` waits for all files of its collection.
   * @param environment instead of the selected one
   */
  async know<D extends RequestText>(document: D, reading: 'reload' | 'whole' | 'once' = 'once', environment?: string): Promise<Known<D>> {
    const create = await this.#loadViews();
    const view = create(await this.around(document, { reload: reading === 'reload', whole: reading === 'whole', environment }), this.#port);
    return { ...view, document, requests: () => this.#workspace.requests(view) };
  }

  /** The input of `know`. Evaluates nothing, so lenses need not wait until views are loaded. */
  async around(document: RequestText, options?: KnowOptions): Promise<FileAround> {
    const own = this.#documentOf(document);
    await this.#check(document, own);
    const around = await this.#workspace.around(own, options);
    if (topOf(around.file) === undefined) this.#outside.watch(documentUriOf(document.uri), around.collection.sourcePaths);
    return around;
  }

  /** Reads a file again that was just written, before its watcher reports it. */
  reread(file: string): void {
    this.#fireIf(this.#workspace.changed(file));
  }

  /** The collection of any file, for example of an environment file. */
  collectionOf(file: string): Promise<Collection> {
    return this.#workspace.collectionOf(file);
  }

  /** Every `.req` file of the workspace and all open ones. Files are read on first use. */
  async everyFile(): Promise<readonly ProjectFile[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const files = new Map<string, ProjectFile>();
    for (const { uri } of folders) for (const f of await this.#workspace.filesBelow(pathOf(uri))) files.set(f.file, f);
    for (const d of await existingDocuments((file) => files.has(file))) files.set(fileOf(d), { file: fileOf(d), tree: this.tree(d) });
    return [...files.values()];
  }

  /** The paths of the files that `everyFile` returns. Reads none of them. */
  async everyPath(): Promise<readonly string[]> {
    const files = new Set<string>();
    for (const { uri } of vscode.workspace.workspaceFolders ?? [])
      for (const file of await this.#workspace.pathsBelow(pathOf(uri))) files.add(file);
    for (const d of await existingDocuments((file) => files.has(file))) files.add(fileOf(d));
    return [...files];
  }

  /** One of the files of `everyPath`; undefined if it no longer exists. Reads no other file. */
  async fileAt(file: string): Promise<ProjectFile | undefined> {
    const open = openRequestDocuments().find((d) => fileOf(d) === file);
    if (open !== undefined) return { file, tree: this.tree(open) };
    const top = topOf(file);
    return top === undefined ? undefined : this.#workspace.fileBelow(top, file);
  }

  /** Files with their collections. `reload` reads the files around them again. */
  async withCollections(files: readonly ProjectFile[], { reload }: { readonly reload: boolean }): Promise<readonly RunnableFile[]> {
    const found: RunnableFile[] = [];
    for (const [i, { file, tree }] of files.entries()) {
      const collection = await this.#workspace.collectionOf(file, { reload: reload && i === 0 });
      found.push({ file, tree, collection, data: await this.#workspace.dataOf({ file, tree, collection }, { reload }) });
    }
    return found;
  }

  /** All requests of a file's collection in an environment. Files in `files` keep their trees. */
  async requestsAround(
    file: ProjectFile & { readonly collection: Collection },
    files: readonly ProjectFile[],
    environment: string | undefined,
  ): Promise<CollectionRequests> {
    const all = await this.#workspace.requests({ ...file, environment });
    const given = new Map(files.map((f) => [f.file, f]));
    return { ...all, files: all.files.map((f) => given.get(f.file) ?? f) };
  }

  /** Reads everything again. */
  forget(): void {
    this.#workspace.forget();
    this.#changed.fire();
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  #fireIf(stale: boolean): void {
    if (stale) this.#changed.fire();
  }

  #documentOf(document: RequestText): TextDocument {
    let own = this.#documents.get(document);
    if (own === undefined) {
      own = {
        get file() {
          return fileOf(document);
        },
        get version() {
          return document.version;
        },
        getText: () => document.getText(),
      };
      this.#documents.set(document, own);
    }
    return own;
  }

  /** Adds encoding errors to the tree: only the bytes on disk show them. */
  async #check(document: RequestText, own: TextDocument): Promise<void> {
    const { version } = document;
    const tree = this.#workspace.tree(own);
    const checked = await withEncodingErrors(document, tree);
    if (checked !== tree) this.#workspace.replaceTree(own, version, checked);
  }
}

const openRequestDocuments = (): readonly vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter((d) => isRequestDocument(d) && !d.isClosed);

/**
 * The open documents without those of deleted files: VS Code keeps a document for minutes after its editor is closed.
 * @param isListed whether a file is known to exist
 */
async function existingDocuments(isListed: (file: string) => boolean): Promise<readonly vscode.TextDocument[]> {
  const open = openRequestDocuments();
  const exists = async (d: vscode.TextDocument): Promise<boolean> =>
    d.isUntitled || d.isDirty || !isOnDisk(fileOf(d)) || isListed(fileOf(d)) || (await factsOf(d.uri)) !== undefined;
  const found = await Promise.all(open.map(exists));
  return open.filter((_, i) => found[i]);
}

const topOf = (file: string): string | undefined => {
  const folder = vscode.workspace.getWorkspaceFolder(uriOf(file));
  return folder === undefined ? undefined : pathOf(folder.uri);
};
