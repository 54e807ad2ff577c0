import { ReqError } from '../../base/reqError.ts';
import { isForeign } from './foreignText.ts';
import { parse } from '../syntax/parser.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { readEnvironmentFile, type EnvironmentFile } from '../semantics/variables/environmentFile.ts';
import { readAround, type Collection, type FileSource, type IgnoredFile, type SharedFile } from './collection.ts';
import { readDotenvFile, type DotenvFile } from './dotenv.ts';
import { folderOf, foldersUp, isInside, join } from './workspacePaths.ts';

const environmentNames = ['http-client.private.env.json', 'http-client.env.json'] as const;

/** The files around the requests of one folder. Built from those of the parent folder, whose parts it shares. */
interface Level {
  readonly collection: Collection;
  readonly outer: Level | undefined;
  /** The paths that were read in this folder, without `.env`. */
  readonly read: readonly string[];
  readonly dotenvPath: string | undefined;
  readonly isDotenvHere: boolean;
  /** Ignored files without `.env`, because an outer `.env` does not apply if there is an inner one. */
  readonly ignored: readonly IgnoredFile[];
  readonly ignoredDotenv: IgnoredFile | undefined;
}

type LoadedLevels = Map<string, Level | { readonly error: unknown }>;

/**
 * Caches the files around requests for all folders of a workspace. Without it, each of a thousand nested folders would read and
 * parse the same files again.
 */
export class AroundMemo {
  readonly #unchanging: boolean;
  readonly #trees = new Map<string, DocumentTree>();
  readonly #environments = new Map<string, EnvironmentFile>();
  readonly #levels = new Map<string, LoadedLevels>();

  /** @param unchanging no file changes, so each one is read only once */
  constructor(unchanging = false) {
    this.#unchanging = unchanging;
  }

  /** The loaded levels by folder. `key`: the inputs of the result other than the folder. */
  levels(key: string): LoadedLevels {
    let levels = this.#levels.get(key);
    if (levels === undefined) {
      levels = new Map();
      if (this.#unchanging) this.#levels.set(key, levels);
    }
    return levels;
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
  const own = folderOf(file);
  const owner = (await source.ownerOf?.(own)) ?? '';
  const levels = known.levels([owner, top ?? '', fallbackRoot].join('\0'));
  const reader = new LevelReader(source, own, known);
  /** The folders that are not loaded yet, the innermost first, with their `collection.req`. */
  const missing: { readonly folder: string; mark: Mark | undefined }[] = [];
  try {
    let outer: Level | undefined;
    for (const folder of foldersUp(file, top)) {
      const loaded = levels.get(folder);
      if (loaded !== undefined && 'error' in loaded) throw loaded.error;
      outer = loaded;
      if (outer !== undefined) break;
      const entry = { folder, mark: undefined as Mark | undefined };
      missing.push(entry);
      entry.mark = await reader.mark(folder);
      if (entry.mark.shared !== undefined || (await source.endsSearch?.(folder)) === true) break;
    }
    for (let next = missing.at(-1); next?.mark !== undefined; next = missing.at(-1)) {
      const root = next.mark.shared === undefined ? (outer?.collection.root ?? fallbackRoot) : next.folder;
      outer = await reader.level(next.folder, root, next.mark, outer);
      levels.set(next.folder, outer);
      missing.pop();
    }
    return await withForeign(source, file, (outer as Level).collection, known);
  } catch (error) {
    for (const { folder } of missing) levels.set(folder, { error });
    throw error;
  }
}

/** The collection of a file of another client, with environments from the client's other files. */
async function withForeign(source: FileSource, file: string, collection: Collection, known: AroundMemo): Promise<Collection> {
  const found = isForeign(file) ? await source.foreignEnvironments?.(file) : undefined;
  if (found === undefined) return collection;
  const more = known.environment(found.file, found.text);
  return {
    ...collection,
    environmentFiles: [...collection.environmentFiles, more],
    environments: [...environmentsOf([more], collection.environments)],
  };
}

/** The result of reading a folder's `collection.req`. */
interface Mark {
  readonly shared: SharedFile | undefined;
  readonly path: string;
  readonly ignored: readonly IgnoredFile[];
}

const none: readonly never[] = [];
const noNames: ReadonlySet<string> = new Set();

/** Reads the files around the requests of one folder. */
class LevelReader {
  readonly #source: FileSource;
  readonly #own: string;
  readonly #known: AroundMemo;

  constructor(source: FileSource, own: string, known: AroundMemo) {
    this.#source = source;
    this.#own = own;
    this.#known = known;
  }

  async mark(folder: string): Promise<Mark> {
    const path = join(folder, 'collection.req');
    const ignored: IgnoredFile[] = [];
    const text = await this.#read(path, folder, ignored);
    return {
      shared: text === undefined ? undefined : { file: path, kind: 'collection', tree: this.#known.tree(path, text) },
      path,
      ignored,
    };
  }

  async level(folder: string, root: string, mark: Mark, outer: Level | undefined): Promise<Level> {
    const read = [mark.path];
    const ignored = [...mark.ignored];
    const shared = mark.shared === undefined ? [] : [mark.shared];
    const environmentFiles: EnvironmentFile[] = [];
    const found: { dotenvPath?: string; dotenv?: DotenvFile | undefined; ignoredDotenv?: IgnoredFile | undefined } = {};
    if (isInside(folder, root)) {
      const path = join(folder, 'folder.req');
      read.push(path);
      const text = await this.#read(path, root, ignored);
      if (text !== undefined) shared.unshift({ file: path, kind: 'folder', tree: this.#known.tree(path, text) });
      for (const name of environmentNames) {
        const environmentPath = join(folder, name);
        read.push(environmentPath);
        const json = await this.#read(environmentPath, root, ignored);
        if (json !== undefined) environmentFiles.push(this.#known.environment(environmentPath, json));
      }
      found.dotenvPath = join(folder, '.env');
      const ignoredDotenv: IgnoredFile[] = [];
      found.dotenv = await dotenvOf(found.dotenvPath, () => this.#read(found.dotenvPath as string, root, ignoredDotenv), ignoredDotenv);
      found.ignoredDotenv = ignoredDotenv[0];
    }
    const isDotenvHere = found.dotenv !== undefined;
    const level = {
      outer,
      read,
      dotenvPath: found.dotenvPath,
      isDotenvHere,
      ignored: joined(ignored, outer?.ignored),
      ignoredDotenv: isDotenvHere ? found.ignoredDotenv : outer?.ignoredDotenv,
    };
    const collection: Collection = {
      root,
      shared: joined(shared, outer?.collection.shared),
      environmentFiles: joined(environmentFiles, outer?.collection.environmentFiles),
      dotenv: found.dotenv ?? outer?.collection.dotenv,
      environments: environmentsOf(environmentFiles, outer?.collection.environments),
      protectedEnvironments: protectedOf(environmentFiles, outer?.collection.protectedEnvironments),
      ignored: level.ignoredDotenv === undefined ? level.ignored : [...level.ignored, level.ignoredDotenv],
      folder,
      get sourcePaths() {
        return sourcePathsOf(level);
      },
    };
    return { ...level, collection };
  }

  async #read(path: string, root: string, ignored: IgnoredFile[]): Promise<string | undefined> {
    const found = await readAround(this.#source, path, { root, folder: this.#own });
    if (typeof found !== 'object') return found;
    ignored.push({ file: path, why: found.ignored });
    return undefined;
  }
}

/** The inner entries, then the outer ones. Returns the outer list itself if there are no inner entries. */
const joined = <T>(inner: readonly T[], outer: readonly T[] = none): readonly T[] => (inner.length === 0 ? outer : [...inner, ...outer]);

function environmentsOf(inner: readonly EnvironmentFile[], outer: readonly string[] = none): readonly string[] {
  const names = inner.toReversed().flatMap((f) => [...f.environments.keys()].filter((name) => !name.startsWith('$')));
  return names.length === 0 ? outer : [...new Set([...outer, ...names])];
}

function protectedOf(inner: readonly EnvironmentFile[], outer: ReadonlySet<string> = noNames): ReadonlySet<string> {
  const names = inner.flatMap((f) => f.protected);
  return names.length === 0 ? outer : new Set([...names, ...outer]);
}

function sourcePathsOf(level: Omit<Level, 'collection'>): readonly string[] {
  const paths: string[] = [];
  let hasDotenv = false;
  for (let at: Omit<Level, 'collection'> | undefined = level; at !== undefined; at = at.outer) {
    for (const path of at.read) paths.push(path);
    if (!hasDotenv && at.dotenvPath !== undefined) paths.push(at.dotenvPath);
    hasDotenv ||= at.isDotenvHere;
  }
  return paths;
}

/** Undefined if there is no such file or it is a folder. A file that is not UTF-8 or is ignored has no values, but a `problem`. */
async function dotenvOf(
  file: string,
  read: () => Promise<string | undefined>,
  ignored: readonly IgnoredFile[],
): Promise<DotenvFile | undefined> {
  try {
    const text = await read();
    const why = ignored[0]?.why;
    if (why !== undefined) return { file, text: '', values: new Map(), problem: `${file} is ignored: ${why}.` };
    return text === undefined ? undefined : readDotenvFile(file, text);
  } catch (e) {
    return e instanceof ReqError && e.kind === 'parse'
      ? { file, text: '', values: new Map(), problem: `${e.message} Save it as UTF-8.` }
      : undefined;
  }
}
