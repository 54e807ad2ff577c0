import { ReqError } from '../../base/reqError.ts';
import { parse } from '../syntax/parser.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/variables.ts';
import { isDotenvFile, readDotenvFile, type DotenvFile } from './dotenv.ts';
import { folderOf, foldersUp, isInside, join } from './workspacePaths.ts';

/** Where a shared, environment or `.env` file counts. */
export interface AroundPlace {
  /** The collection's; of a `collection.req` its own folder. */
  readonly root: string;
  /** That of the requests. */
  readonly folder: string;
}

/** The files around a request, as the language needs them. */
export interface FileSource {
  /** The text of a file, unsaved changes included; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
  /** The same of a shared, environment or `.env` file; `ignored`: why one that is there does not count. Without it `readText` is asked. */
  readAround?(path: string, place: AroundPlace): Promise<string | { readonly ignored: string } | undefined>;
  /** Whether no `collection.req` is looked for above a folder: a repository's root, the user's home. */
  endsSearch?(folder: string): Promise<boolean>;
}

/** A file around requests that is there and does not count. */
export interface IgnoredFile {
  readonly file: string;
  /** To stand after a colon. */
  readonly why: string;
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
  /** Those that are there and do not count: links that lead out, and files of other users. */
  readonly ignored: readonly IgnoredFile[];
  /** That of the requests. */
  readonly folder: string;
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

/** A folder of that name is none; what is not UTF-8, or ignored, is one, and says so where a value of it is asked for. */
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
  const { watched, root, folder } = collection;
  const ignored = new Map(collection.ignored.map(({ file, why }) => [file, why]));
  const found = await Promise.all(
    watched.map((path) =>
      readAround(source, path, { root: isMark(path) ? folderOf(path) : root, folder }).catch(() => (isDotenvFile(path) ? undefined : null)),
    ),
  );
  return watched.every((path, i) => {
    const now = found[i];
    // It cannot be read any more, which whoever reads it anew is told.
    if (now === null) return false;
    return typeof now === 'object' ? now.ignored === ignored.get(path) : now === known.get(path) && !ignored.has(path);
  });
}

const isMark = (file: string): boolean => sharedKind(file) === 'collection';

/** The name of a shared file, or undefined for an ordinary one. */
export function sharedKind(file: string): 'folder' | 'collection' | undefined {
  const name = /(?:^|[\\/])(folder|collection)\.req$/.exec(file)?.[1];
  return name === undefined ? undefined : (name as 'folder' | 'collection');
}
