import { ReqError } from '../../base/reqError.ts';
import { parse } from '../syntax/parser.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/variables.ts';
import { isDotenvFile, readDotenvFile, type DotenvFile } from './dotenv.ts';
import { folderOf, foldersUp, isInside, join } from './workspacePaths.ts';

/** The place for which a shared, environment or `.env` file is read. */
export interface AroundPlace {
  /** The collection's root; for a `collection.req`, its own folder. */
  readonly root: string;
  /** The folder of the requests. */
  readonly folder: string;
}

/** Reads the files around a request. */
export interface FileSource {
  /** The text of a file, with unsaved changes; undefined if it does not exist. */
  readText(path: string): Promise<string | undefined>;
  /**
   * Reads a shared, environment or `.env` file. `ignored` is the reason why an existing file is not used. If this method is
   * absent, `readText` is called instead.
   */
  readAround?(path: string, place: AroundPlace): Promise<string | { readonly ignored: string } | undefined>;
  /** Whether the search for `collection.req` ends at a folder, such as a repository's root or the user's home. */
  endsSearch?(folder: string): Promise<boolean>;
}

/** An existing file around requests that is not used. */
export interface IgnoredFile {
  readonly file: string;
  /** The reason, as a phrase for use after a colon. */
  readonly why: string;
}

export interface SharedFile {
  readonly file: string;
  readonly kind: 'folder' | 'collection';
  readonly tree: DocumentTree;
}

/** The files around a request file. They depend only on its path. */
export interface Collection {
  /** The folder that script variables, environments and cookies belong to. */
  readonly root: string;
  /** The innermost first; `collection.req` last. */
  readonly shared: readonly SharedFile[];
  /** The nearest folder first; in each folder the private file first. */
  readonly environmentFiles: readonly EnvironmentFile[];
  /** The nearest `.env`; undefined if there is none. */
  readonly dotenv: DotenvFile | undefined;
  /** Names of the environments that the user can select, in file order, without `$shared`. */
  readonly environments: readonly string[];
  /** Environments for which Req asks before it sends an unsafe request. One file that protects them is enough. */
  readonly protectedEnvironments: ReadonlySet<string>;
  /** Existing files that are not used: links to files outside, and files of other users. */
  readonly ignored: readonly IgnoredFile[];
  /** The folder of the requests. */
  readonly folder: string;
  /** All paths that were read or are absent. The collection is out of date when one of them changes. */
  readonly watched: readonly string[];
}

const environmentNames = ['http-client.private.env.json', 'http-client.env.json'] as const;

/**
 * Caches the parsed files around requests for all folders of a workspace. Without it, each of a thousand nested folders would
 * parse the same files again and hold a copy of each path.
 */
export class AroundMemo {
  readonly #folders = new Map<string, string>();
  readonly #paths = new Map<string, Map<string, string>>();
  readonly #trees = new Map<string, DocumentTree>();
  readonly #environments = new Map<string, EnvironmentFile>();

  /** Returns the same string object for each folder, so that the hash of a long path is computed once. */
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
 * Loads the collection of a file. Its root is the nearest folder with a `collection.req`, else `fallbackRoot`.
 * @param top the last folder to search; undefined for the file system's root
 */
export async function loadCollection(
  source: FileSource,
  file: string,
  fallbackRoot: string,
  top?: string,
  known = new AroundMemo(),
): Promise<Collection> {
  const watched: string[] = [];
  const ignored: IgnoredFile[] = [];
  const own = folderOf(file);
  const read = async (path: string, root: string): Promise<string | undefined> => {
    watched.push(path);
    const found = await readAround(source, path, { root, folder: own });
    if (typeof found !== 'object') return found;
    ignored.push({ file: path, why: found.ignored });
    return undefined;
  };
  const folders = known.foldersUp(file, top);
  let marked: string | undefined;
  const shared: SharedFile[] = [];
  for (const folder of folders) {
    const path = known.path(folder, 'collection.req');
    const text = await read(path, folder);
    if (text !== undefined) {
      marked = folder;
      shared.push({ file: path, kind: 'collection', tree: known.tree(path, text) });
      break;
    }
    if ((await source.endsSearch?.(folder)) === true) break;
  }
  const root = marked ?? fallbackRoot;
  const environmentFiles: EnvironmentFile[] = [];
  const inner: SharedFile[] = [];
  let dotenv: DotenvFile | undefined;
  for (const folder of folders) {
    if (!isInside(folder, root)) break;
    const path = known.path(folder, 'folder.req');
    const text = await read(path, root);
    if (text !== undefined) inner.push({ file: path, kind: 'folder', tree: known.tree(path, text) });
    for (const name of environmentNames) {
      const environmentPath = known.path(folder, name);
      const json = await read(environmentPath, root);
      if (json !== undefined) environmentFiles.push(known.environment(environmentPath, json));
    }
    dotenv ??= await dotenvOf(known.path(folder, '.env'), root, read, ignored);
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
    ignored,
    folder: own,
    watched,
  };
}

const readAround = async (
  source: FileSource,
  path: string,
  place: AroundPlace,
): Promise<string | { readonly ignored: string } | undefined> =>
  source.readAround === undefined ? source.readText(path) : source.readAround(path, place);

/** Undefined if there is no such file or it is a folder. A file that is not UTF-8 or is ignored has no values, but a `problem`. */
async function dotenvOf(
  file: string,
  root: string,
  read: (path: string, root: string) => Promise<string | undefined>,
  ignored: readonly IgnoredFile[],
): Promise<DotenvFile | undefined> {
  try {
    const text = await read(file, root);
    const why = ignored.find((f) => f.file === file)?.why;
    if (why !== undefined) return { file, text: '', values: new Map(), problem: `${file} is ignored: ${why}.` };
    return text === undefined ? undefined : readDotenvFile(file, text);
  } catch (e) {
    return e instanceof ReqError && e.kind === 'parse'
      ? { file, text: '', values: new Map(), problem: `${e.message} Save it as UTF-8.` }
      : undefined;
  }
}

/** The texts of the files around requests, by path. */
export function textsAround({ shared, environmentFiles, dotenv }: Collection): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, tree } of shared) texts.set(file, tree.text);
  for (const { file, text } of environmentFiles) texts.set(file, text);
  if (dotenv !== undefined && dotenv.problem === undefined) texts.set(dotenv.file, dotenv.text);
  return texts;
}

/** Whether all files of `watched` still have the same text. Reads them again. */
export async function isUpToDate(source: FileSource, collection: Collection): Promise<boolean> {
  const known = textsAround(collection);
  const { watched, root, folder } = collection;
  const ignored = new Map(collection.ignored.map(({ file, why }) => [file, why]));
  const found = await Promise.all(
    watched.map((path) =>
      readAround(source, path, { root: isMark(path) ? folderOf(path) : root, folder }).catch(() => (isDotenvFile(path) ? undefined : null)),
    ),
  );
  return watched.every((path, i) => {
    const now = found[i];
    // The file is no longer readable. Loading the collection again reports the error.
    if (now === null) return false;
    return typeof now === 'object' ? now.ignored === ignored.get(path) : now === known.get(path) && !ignored.has(path);
  });
}

const isMark = (file: string): boolean => sharedKind(file) === 'collection';

/** The kind of a shared file; undefined for any other file. */
export function sharedKind(file: string): 'folder' | 'collection' | undefined {
  const name = /(?:^|[\\/])(folder|collection)\.req$/.exec(file)?.[1];
  return name === undefined ? undefined : (name as 'folder' | 'collection');
}
