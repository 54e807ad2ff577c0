import * as vscode from 'vscode';
import { dirname } from 'node:path';
import {
  isInside,
  loadCollection,
  lookAround,
  namesSetByScripts,
  noVariables,
  parse,
  sharedKind,
  type Block,
  type BlockContext,
  type Collection,
  type DocumentTree,
  type ExchangeStore,
  type Looking,
  type ScriptSetter,
} from '../language/index.ts';
import { withEncodingErrors } from './encoding.ts';
import type { Environments } from './environments.ts';
import { editorFiles, fileOf } from './files.ts';
import { quietly } from './log.ts';
import type { VariableStores } from './variableStores.ts';

/** A document read once per version, in its surroundings. */
export interface Known {
  readonly document: vscode.TextDocument;
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
  readonly environment: string | undefined;
  readonly contextOf: (block: Block) => BlockContext;
  readonly look: (block: Block) => Looking;
  readonly setters: readonly ScriptSetter[];
}

const aroundFiles = '**/{collection.req,folder.req,http-client.env.json,http-client.private.env.json}';
const isAround = (path: string): boolean => /(?:^|[\\/])(?:(?:collection|folder)\.req|http-client(?:\.private)?\.env\.json)$/.test(path);

/**
 * What the editor knows of its documents: the one place that parses them and finds their collection. Hover, colours,
 * diagnostics, lenses and sending all ask it.
 */
export class Surroundings implements vscode.Disposable {
  readonly #variables: VariableStores;
  readonly #environments: Environments;
  readonly #exchanges: (root: string) => ExchangeStore;
  readonly #trees = new WeakMap<vscode.TextDocument, { readonly version: number; readonly tree: DocumentTree }>();
  readonly #collections = new Map<string, Promise<Collection>>();
  readonly #setters = new Map<string, readonly ScriptSetter[]>();
  #settersRead: Promise<unknown> | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #parts: vscode.Disposable[] = [this.#changed];
  /** Something that values depend on has changed: files around, variables, environment. */
  readonly onDidChange = this.#changed.event;

  constructor(variables: VariableStores, environments: Environments, exchanges: (root: string) => ExchangeStore) {
    this.#variables = variables;
    this.#environments = environments;
    this.#exchanges = exchanges;
    const forget = (): void => {
      this.#collections.clear();
      this.#changed.fire();
    };
    const around = vscode.workspace.createFileSystemWatcher(aroundFiles);
    const requests = vscode.workspace.createFileSystemWatcher('**/*.req');
    const reread = (uri: vscode.Uri): void => void this.#readSetters(uri);
    this.#parts.push(
      around,
      around.onDidChange(forget),
      around.onDidCreate(forget),
      around.onDidDelete(forget),
      requests,
      requests.onDidChange(reread),
      requests.onDidCreate(reread),
      requests.onDidDelete((uri) => void this.#setters.delete(uri.fsPath)),
      vscode.workspace.onDidChangeTextDocument((e) => {
        if (isAround(e.document.uri.fsPath)) forget();
      }),
      // Closed without saving, its unsaved text counts no more.
      vscode.workspace.onDidCloseTextDocument((d) => {
        if (isAround(d.uri.fsPath)) forget();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(forget),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#settersRead = undefined;
        forget();
      }),
      variables.onDidChange(() => this.#changed.fire()),
      environments.onDidChange(() => this.#changed.fire()),
    );
  }

  /** A document's tree; parsed once per version. */
  tree(document: vscode.TextDocument): DocumentTree {
    const known = this.#trees.get(document);
    if (known?.version === document.version) return known.tree;
    const tree = parse(document.getText(), { shared: sharedKind(document.uri.fsPath) !== undefined });
    this.#trees.set(document, { version: document.version, tree });
    return tree;
  }

  /** A document with everything around it. `anew` reads the files around it again, whatever was told of them. */
  async know(document: vscode.TextDocument, reading: 'anew' | 'once' = 'once'): Promise<Known> {
    const file = fileOf(document);
    if (reading === 'anew') this.#collections.delete(dirname(file));
    const collection = await this.#collection(file);
    void (this.#settersRead ??= quietly('reading the .req files', () => this.#readAllSetters()));
    const tree = await this.#checked(document);
    const environment = this.#environments.of(collection.root, collection.environments);
    const variables = this.#variables.of(collection.root);
    const exchanges = this.#exchanges(collection.root);
    const contextOf = (block: Block): BlockContext => ({ tree, file, block, collection, environment, variables, answers: noVariables });
    // Block after block is looked at: one at a time keeps a file of ten thousand requests out of the memory.
    let last: { readonly block: Block; readonly looking: Looking } | undefined;
    const look = (block: Block): Looking => {
      if (last?.block !== block)
        last = { block, looking: lookAround(contextOf(block), (name) => process.env[name] !== undefined, exchanges) };
      return last.looking;
    };
    return {
      document,
      file,
      tree,
      collection,
      environment,
      contextOf,
      look,
      setters: [...namesSetByScripts(tree), ...this.#settersOf(collection, file)],
    };
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  /** A document's tree, also with the errors that only the octets on the disk show. */
  async #checked(document: vscode.TextDocument): Promise<DocumentTree> {
    const { version } = document;
    const tree = this.tree(document);
    const checked = await withEncodingErrors(document, tree);
    // Typed meanwhile: the newer text is what counts.
    if (document.version !== version) return this.tree(document);
    if (checked !== tree) this.#trees.set(document, { version, tree: checked });
    return checked;
  }

  /** The collection of a file, found once until a file around it changes. */
  #collection(file: string): Promise<Collection> {
    const folder = dirname(file);
    let found = this.#collections.get(folder);
    if (found === undefined) {
      const top = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file))?.uri.fsPath;
      found = loadCollection(editorFiles, file, top ?? folder, top);
      // Outside the workspace nobody tells that a file has changed.
      if (top !== undefined) this.#collections.set(folder, found);
      found.catch(() => this.#collections.delete(folder));
    }
    return found;
  }

  #settersOf(collection: Collection, file: string): readonly ScriptSetter[] {
    const others: ScriptSetter[] = [];
    for (const [path, setters] of this.#setters) if (path !== file && isInside(path, collection.root)) others.push(...setters);
    return others;
  }

  async #readAllSetters(): Promise<void> {
    const files = await vscode.workspace.findFiles('**/*.req', '**/node_modules/**', 2000);
    for (const uri of files) await this.#readSetters(uri, false);
    if (files.length > 0) this.#changed.fire();
  }

  async #readSetters(uri: vscode.Uri, tell = true): Promise<void> {
    const text = await quietly('reading a .req file', () => editorFiles.readText(uri.fsPath));
    if (text === undefined) return;
    const setters = /setVar|global/.test(text) ? namesSetByScripts(parse(text)) : [];
    const before = this.#setters.get(uri.fsPath);
    this.#setters.set(uri.fsPath, setters);
    if (tell && JSON.stringify(before ?? []) !== JSON.stringify(setters)) this.#changed.fire();
  }
}
