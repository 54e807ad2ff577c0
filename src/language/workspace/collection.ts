import { toFailure } from '../../base/reqError.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import type { EnvironmentFile } from '../semantics/variables/environmentFile.ts';
import { isDotenvFile, type DotenvFile } from './dotenv.ts';
import { folderOf, isInside } from './workspacePaths.ts';

/** The place to which a shared, environment or `.env` file applies. */
export interface AroundPlace {
  /** The collection's root; for a `collection.req`, its own folder. */
  readonly root: string;
  readonly folder: string;
}

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
  /** Further environments of a file of another client, as the text of an environment file; undefined for none. */
  foreignEnvironments?(file: string): Promise<{ readonly file: string; readonly text: string } | undefined>;
  /** The owner of a folder. `readAround` must return the same for all folders of requests with the same owner. */
  ownerOf?(folder: string): Promise<string>;
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
  readonly folder: string;
  /** All paths that were read or are absent. The collection is out of date when one of them changes. */
  readonly sourcePaths: readonly string[];
}

/** Reads a shared, environment or `.env` file, as `FileSource.readAround` does if there is one. */
export const readAround = async (
  source: FileSource,
  path: string,
  place: AroundPlace,
): Promise<string | { readonly ignored: string } | undefined> =>
  source.readAround === undefined ? source.readText(path) : source.readAround(path, place);

export type TextWithin = { readonly text: string } | { readonly problem: string };

/**
 * The text of a file that must be in the collection, such as a schema, or why it cannot be used, as a phrase without a period.
 * @param shown its name in messages
 * @param absent the problem if it does not exist
 */
export async function textWithin(
  source: FileSource,
  path: string,
  shown: string,
  place: AroundPlace,
  absent = `there is no file ${shown}`,
): Promise<TextWithin> {
  if (!isInside(path, place.root)) return { problem: `${shown} is outside ${place.root}: copy it into the collection` };
  try {
    const text = await readAround(source, path, place);
    if (text === undefined) return { problem: absent };
    return typeof text === 'string' ? { text } : { problem: `${shown} is not read: ${text.ignored}. Copy it into the collection` };
  } catch (e) {
    return { problem: toFailure(e).message.replace(/\.$/, '') };
  }
}

export function textsAround({ shared, environmentFiles, dotenv }: Collection): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, tree } of shared) texts.set(file, tree.text);
  for (const { file, text } of environmentFiles) texts.set(file, text);
  if (dotenv !== undefined && dotenv.problem === undefined) texts.set(dotenv.file, dotenv.text);
  return texts;
}

/** Whether all files of `sourcePaths` still have the same text. Reads them again. */
export async function isUpToDate(source: FileSource, collection: Collection): Promise<boolean> {
  const known = textsAround(collection);
  const { sourcePaths, root, folder } = collection;
  const ignored = new Map(collection.ignored.map(({ file, why }) => [file, why]));
  const found = await Promise.all(
    sourcePaths.map((path) =>
      readAround(source, path, { root: isMark(path) ? folderOf(path) : root, folder }).catch(() => (isDotenvFile(path) ? undefined : null)),
    ),
  );
  return sourcePaths.every((path, i) => {
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
