import { ReqError } from '../../base/reqError.ts';
import { parse } from '../syntax/parser.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables.ts';
import { readDotenvFile, type DotenvFile } from './dotenv.ts';
import { foldersUp, isInside, join } from './paths.ts';

/** The files around a request, as the language needs them. */
export interface FileSource {
  /** The text of a file, unsaved changes included; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
}

/** A `collection.req` or `folder.req`. */
export interface SharedFile {
  readonly file: string;
  readonly kind: 'folder' | 'collection';
  readonly tree: DocumentTree;
}

/** What surrounds a file: found by its place alone. */
export interface Collection {
  /** The folder that script variables, environments and cookies belong to. */
  readonly root: string;
  /** From the inside out; `collection.req` last. */
  readonly shared: readonly SharedFile[];
  /** The nearest folder first; in one folder the private file first. */
  readonly environmentFiles: readonly EnvironmentFile[];
  /** The nearest `.env`; undefined where there is none. */
  readonly dotenv: DotenvFile | undefined;
  /** Names one can choose, in the order they are written; `$shared` is none. */
  readonly environments: readonly string[];
  /** Those of them that ask before anything is changed: one file that says so is enough. */
  readonly protectedEnvironments: ReadonlySet<string>;
  /** Every file that was looked for: when one of them changes, this is out of date. */
  readonly watched: readonly string[];
}

const environmentNames = ['http-client.private.env.json', 'http-client.env.json'] as const;

/**
 * What stands around the files of one workspace, read once for all folders below it: a thousand nested folders would otherwise
 * parse each file a thousand times, and hold a path for each.
 */
export class AroundMemo {
  readonly #folders = new Map<string, string>();
  readonly #paths = new Map<string, Map<string, string>>();
  readonly #trees = new Map<string, DocumentTree>();
  readonly #environments = new Map<string, EnvironmentFile>();

  /** Each folder as one string object: the hash of a long path is computed once. */
  foldersUp(file: string, top: string | undefined): readonly string[] {
    return Array.from(foldersUp(file, top), (folder) => {
      const known = this.#folders.get(folder);
      if (known === undefined) this.#folders.set(folder, folder);
      return known ?? folder;
    });
  }

  path(folder: string, name: string): string {
    let paths = this.#paths.get(folder);
    if (paths === undefined) this.#paths.set(folder, (paths = new Map()));
    let path = paths.get(name);
    if (path === undefined) paths.set(name, (path = join(folder, name)));
    return path;
  }

  tree(path: string, text: string): DocumentTree {
    let tree = this.#trees.get(path);
    if (tree?.text !== text) this.#trees.set(path, (tree = parse(text, { shared: true })));
    return tree;
  }

  environment(path: string, text: string): EnvironmentFile {
    let file = this.#environments.get(path);
    if (file?.text !== text) this.#environments.set(path, (file = readEnvironmentFile(path, text)));
    return file;
  }
}

/**
 * Finds the collection of a file: the nearest folder with a `collection.req`, else `fallbackRoot`.
 * @param top the folder above which nothing is looked for, or undefined for the file system's root
 */
export async function loadCollection(
  source: FileSource,
  file: string,
  fallbackRoot: string,
  top?: string,
  known = new AroundMemo(),
): Promise<Collection> {
  const watched: string[] = [];
  const read = (path: string): Promise<string | undefined> => {
    watched.push(path);
    return source.readText(path);
  };
  const folders = known.foldersUp(file, top);
  let root: string | undefined;
  const shared: SharedFile[] = [];
  for (const folder of folders) {
    const path = known.path(folder, 'collection.req');
    const text = await read(path);
    if (text === undefined) continue;
    root = folder;
    shared.push({ file: path, kind: 'collection', tree: known.tree(path, text) });
    break;
  }
  root ??= fallbackRoot;
  const environmentFiles: EnvironmentFile[] = [];
  const inner: SharedFile[] = [];
  let dotenv: DotenvFile | undefined;
  for (const folder of folders) {
    if (!isInside(folder, root)) break;
    const path = known.path(folder, 'folder.req');
    const text = await read(path);
    if (text !== undefined) inner.push({ file: path, kind: 'folder', tree: known.tree(path, text) });
    for (const name of environmentNames) {
      const environmentPath = known.path(folder, name);
      const json = await read(environmentPath);
      if (json !== undefined) environmentFiles.push(known.environment(environmentPath, json));
    }
    dotenv ??= await dotenvOf(known.path(folder, '.env'), read);
  }
  const environments = new Set<string>();
  for (const f of environmentFiles.toReversed())
    for (const name of f.environments.keys()) if (!name.startsWith('$')) environments.add(name);
  return {
    root,
    shared: [...inner, ...shared],
    environmentFiles,
    dotenv,
    environments: [...environments],
    protectedEnvironments: new Set(environmentFiles.flatMap((f) => f.protected)),
    watched,
  };
}

/** A folder of that name is none; what is not UTF-8 is one, and says so where a value of it is asked for. */
async function dotenvOf(file: string, read: FileSource['readText']): Promise<DotenvFile | undefined> {
  try {
    const text = await read(file);
    return text === undefined ? undefined : readDotenvFile(file, text);
  } catch (e) {
    return e instanceof ReqError && e.kind === 'parse' ? { file, text: '', values: new Map(), problem: e.message } : undefined;
  }
}

/** The files that make a collection, with their texts. */
export function textsAround({ shared, environmentFiles, dotenv }: Collection): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, tree } of shared) texts.set(file, tree.text);
  for (const { file, text } of environmentFiles) texts.set(file, text);
  if (dotenv !== undefined && dotenv.problem === undefined) texts.set(dotenv.file, dotenv.text);
  return texts;
}

/** Whether every file that was looked for still says what it said. */
export async function isUpToDate(source: FileSource, collection: Collection): Promise<boolean> {
  const known = textsAround(collection);
  const { watched } = collection;
  const texts = await Promise.all(watched.map((path) => source.readText(path).catch(() => undefined)));
  return watched.every((path, i) => texts[i] === known.get(path));
}

/** The name of a shared file, or undefined for an ordinary one. */
export function sharedKind(file: string): 'folder' | 'collection' | undefined {
  const name = /(?:^|[\\/])(folder|collection)\.req$/.exec(file)?.[1];
  return name === undefined ? undefined : (name as 'folder' | 'collection');
}
