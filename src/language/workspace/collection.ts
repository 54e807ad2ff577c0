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
 * Finds the collection of a file: the nearest folder with a `collection.req`, else `fallbackRoot`.
 * @param top the folder above which nothing is looked for, or undefined for the file system's root
 */
export async function loadCollection(source: FileSource, file: string, fallbackRoot: string, top?: string): Promise<Collection> {
  const watched: string[] = [];
  const read = (path: string): Promise<string | undefined> => {
    watched.push(path);
    return source.readText(path);
  };
  const folders = [...foldersUp(file, top)];
  let root: string | undefined;
  const shared: SharedFile[] = [];
  for (const folder of folders) {
    const path = join(folder, 'collection.req');
    const text = await read(path);
    if (text === undefined) continue;
    root = folder;
    shared.push({ file: path, kind: 'collection', tree: parse(text, { shared: true }) });
    break;
  }
  root ??= fallbackRoot;
  const environmentFiles: EnvironmentFile[] = [];
  const inner: SharedFile[] = [];
  let dotenv: DotenvFile | undefined;
  for (const folder of folders) {
    if (!isInside(folder, root)) break;
    const path = join(folder, 'folder.req');
    const text = await read(path);
    if (text !== undefined) inner.push({ file: path, kind: 'folder', tree: parse(text, { shared: true }) });
    for (const name of environmentNames) {
      const environmentPath = join(folder, name);
      const json = await read(environmentPath);
      if (json !== undefined) environmentFiles.push(readEnvironmentFile(environmentPath, json));
    }
    dotenv ??= await dotenvOf(join(folder, '.env'), read);
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
