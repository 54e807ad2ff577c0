import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { decodeUtf8 } from '../../base/text/utf8.ts';
import { visibleText } from '../../base/text/visible.ts';
import { ownerOf, readAround } from '../../files/around.ts';
import { kindOf, listFolder, specialKindOf, type Entry } from '../../files/folders.ts';
import { givenPlace, writeGiven } from '../../files/given.ts';
import { isAbsent, reasonOf } from '../../files/problem.ts';
import { readGiven, readLimits, readRegular } from '../../files/read.ts';
import { endsSearch, isLinkInside, realPath, refuseLinksOut } from '../../files/real.ts';
import { writeWithin } from '../../files/replace.ts';
import { comparePaths, isForeign, sharedKind, withoutConverted, type FileSource } from '../../language/index.ts';
import type { ReadChecks } from '../../runner/index.ts';
import { hintForPath } from '../commandLine/pathHints.ts';
import { withinLineLimit } from '../output/lineLimit.ts';
import type { Sink } from '../output/output.ts';
import { settingsAround } from './readForeign.ts';
import { shownPath } from './shownPath.ts';

/**
 * The bytes of a regular file, or undefined if it does not exist.
 * @throws {ReqError} if it cannot be read
 */
export async function readBytes(file: string, { within, version }: ReadChecks = {}): Promise<Uint8Array | undefined> {
  try {
    if (within !== undefined) await refuseLinksOut(file, within);
    return await readRegular(file, readLimits.text, version);
  } catch (e) {
    throw unreadable(file, e);
  }
}

/** Like `readBytes`, for a file that an argument names. It may be a pipe. */
export async function readGivenBytes(file: string, most: number = readLimits.text): Promise<Uint8Array | undefined> {
  const before = pipes.get(file);
  if (before !== undefined) return before;
  try {
    const isPipe = (await specialKindOf(file)) !== undefined;
    const bytes = await readGiven(file, most);
    if (isPipe && bytes !== undefined) pipes.set(file, bytes);
    return bytes;
  } catch (e) {
    throw unreadable(file, e);
  }
}

/** The contents of pipes, cached because a pipe can be read only once and `req run --watch` reads its arguments again. */
const pipes = new Map<string, Uint8Array>();

/** The error for a file that cannot be read. */
export const unreadable = (file: string, e: unknown): ReqError =>
  new ReqError('usage', `${shownPath(file)} cannot be read: ${reasonOf(e)}.`, { cause: e });

/**
 * Decodes UTF-8.
 * @throws {ReqError} with the place of the first invalid byte
 */
export function textOfBytes(file: string, bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  const before = new TextDecoder().decode(bytes.subarray(0, decoded.offset)).split(/\r\n|\r|\n/);
  throw new ReqError('parse', `${shownPath(file)} is not UTF-8: byte ${decoded.offset}, in line ${before.length}.`, {
    at: { file, line: before.length, column: (before.at(-1) ?? '').length + 1 },
    hint: 'Save the file as UTF-8.',
  });
}

/**
 * The text of a file that an argument names or a folder contains.
 * @throws {ReqError} if it does not exist or cannot be read
 */
export async function readText(file: string, most: number = readLimits.text): Promise<string> {
  const bytes = await readGivenBytes(file, most);
  if (bytes === undefined) throw new ReqError('usage', `There is no file ${shownPath(file)}.`);
  return withinLineLimit(file, textOfBytes(file, bytes));
}

/**
 * Writes a file of a collection and creates its folder. Follows no links out of `root`.
 * @throws {ReqError}
 */
export async function writeInside(file: string, root: string, text: string): Promise<void> {
  await writeWithin(file, root, text).catch((e: unknown) => {
    throw unwritable(file, e);
  });
}

export async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/**
 * Replaces a file named by an argument, atomically. Keeps permissions and symbolic links.
 * @param mode permissions of a new file
 * @throws {ReqError} if it cannot be written; the file is then unchanged
 */
export async function replaceGiven(file: string, data: string | Uint8Array, mode?: number): Promise<void> {
  await writeGiven(file, data, mode === undefined ? {} : { mode }).catch((e: unknown) => {
    throw unwritable(file, e);
  });
}

/**
 * Checks before a request is sent that a file can be written, so that its response is not lost. Errors such as a full disk appear only
 * later.
 * @throws {ReqError} if it cannot be written or created
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    await givenPlace(file);
  } catch (e) {
    const folder = path.dirname(file);
    throw unwritable(file, isAbsent(e) ? `there is no folder ${shownPath(folder)}` : e);
  }
}

/** The error for a file that cannot be written, with the reason or the system's message. */
export const unwritable = (file: string, why: unknown): ReqError =>
  new ReqError('usage', `${shownPath(file)} cannot be written: ${why instanceof Error ? saidBy(why) : String(why)}.`, { cause: why });

function saidBy(e: NodeJS.ErrnoException): string {
  if (e.code === 'EISDIR') return reasonOf(e);
  if (e.syscall !== 'mkdir' || e.path === undefined) return e.message;
  // Node.js reports a folder that cannot be created as one that does not exist.
  if (e.code === 'ENOENT') return `the folder ${shownPath(e.path)} cannot be created`;
  return e.code === 'EEXIST' || e.code === 'ENOTDIR' ? `${shownPath(e.path)} is not a folder` : e.message;
}

export const fileSource: Required<FileSource> = {
  async readText(file) {
    const bytes = await readBytes(file);
    return bytes === undefined ? undefined : withinLineLimit(file, textOfBytes(file, bytes));
  },
  async readAround(file, place) {
    const read = await readAround(file, place).catch((e: unknown) => {
      throw unreadable(file, e);
    });
    return read instanceof Uint8Array ? textOfBytes(file, read) : read;
  },
  endsSearch,
  foreignEnvironments: (file) => settingsAround(fileSource, file),
  ownerOf: async (folder) => String(await ownerOf(folder)),
};

/** A file, and the root of its collection if no `collection.req` marks one. */
export interface FoundFile {
  readonly file: string;
  readonly fallbackRoot: string;
}

/** Called for each `.req` file that is skipped, with the reason. */
export type LeftOut = (file: string, why: string) => void;

export const warnOfLeftOut =
  (err: Sink): LeftOut =>
  (file, why) =>
    err.write(`${err.style('yellow', 'warning')}: ${shownPath(file)} was left out: ${visibleText(why)}.\n`);

/**
 * The request files of the paths: files as given, folders recursively without `node_modules` and hidden folders. Sorted by `comparePaths`, without duplicates.
 * Links that lead out of the folder and its repository or collection are skipped.
 * @throws {ReqError} if a path does not exist
 */
export async function findFiles(paths: readonly string[], leftOut: LeftOut): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const given of paths) {
    const absolute = path.resolve(given);
    if (await isFolder(absolute)) {
      for (const file of withoutConverted(await requestFilesUnder(absolute, leftOut)))
        if (!found.has(file)) found.set(file, { file, fallbackRoot: absolute });
    } else found.set(absolute, { file: absolute, fallbackRoot: path.dirname(absolute) });
  }
  return [...found.values()].toSorted((a, b) => comparePaths(a.file, b.file));
}

/** @throws {ReqError} if the path does not exist */
export async function isFolder(file: string): Promise<boolean> {
  const is = await kindOf(file).catch((e: unknown) => {
    throw unreadable(file, e);
  });
  if (is === undefined) {
    const hint = hintForPath(shownPath(file));
    throw new ReqError('usage', `There is no file or folder ${shownPath(file)}.`, hint === undefined ? {} : { hint });
  }
  return is === 'folder';
}

const isRequestFile = (name: string): boolean => name.endsWith('.req') || isForeign(name);

/**
 * Absolute paths of the request files in a folder, recursively.
 * @throws {ReqError} if a folder cannot be read
 */
const requestFilesUnder = (folder: string, leftOut: LeftOut): Promise<readonly string[]> =>
  filesUnder(folder, { below: 'all', leftOut, wanted: isRequestFile });

/**
 * The request and environment files of a folder.
 * @param below the folders below whose files are listed too: none, those of the same collection, or all
 * @param onFolder called for each folder before it is listed
 * @throws {ReqError} if a folder cannot be read
 */
export const collectionFilesUnder = (
  folder: string,
  below: Search['below'],
  onFolder?: (folder: string) => void,
): Promise<readonly string[]> =>
  filesUnder(folder, {
    below,
    leftOut: () => undefined,
    wanted: (name) => isRequestFile(name) || name === 'http-client.env.json' || name === 'http-client.private.env.json',
    ...(onFolder === undefined ? {} : { onFolder }),
  });

interface Search {
  readonly leftOut: LeftOut;
  readonly wanted: (name: string) => boolean;
  /** Whether to search the folders below: none, all, or those of the same collection. */
  readonly below: 'none' | 'all' | 'collection';
  /** Called for each folder before it is listed. */
  readonly onFolder?: (folder: string) => void;
}

async function filesUnder(top: string, { below, leftOut, wanted, onFolder }: Search): Promise<readonly string[]> {
  const files: string[] = [];
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    onFolder?.(folder);
    const entries = await entriesOf(folder);
    if (below === 'collection' && folder !== top && entries.some(isMark)) continue;
    for (const { name, kind } of entries) {
      const inside = path.join(folder, name);
      if ((kind === 'folder' || wanted(name)) && (await hasLostName(inside))) leftOut(inside, 'its name is not UTF-8');
      else if (kind === 'folder') {
        if (below !== 'none' && name !== 'node_modules' && !name.startsWith('.')) waiting.push(inside);
      } else if (wanted(name)) {
        const why = kind === 'file' ? undefined : await whyLeftOut(inside, top);
        if (why === undefined) files.push(inside);
        else leftOut(inside, why);
      }
    }
  }
  return files;
}

/** Whether the system's name has bytes that are not UTF-8. Node.js replaces them, so that the path names nothing. */
const hasLostName = async (file: string): Promise<boolean> => path.basename(file).includes('\ufffd') && (await kindOf(file)) === undefined;

const isMark = ({ name, kind }: Entry): boolean => name === 'collection.req' && kind === 'file';

const entriesOf = (folder: string): Promise<readonly Entry[]> =>
  listFolder(folder).catch((e: unknown) => {
    throw unreadable(folder, e);
  });

/** Why a link or special file is skipped; undefined if it is read. */
async function whyLeftOut(file: string, top: string): Promise<string | undefined> {
  return (await isLinkInside(file, top)) ? specialKindOf(file) : `it is a symbolic link to ${await realPath(file)}, outside ${top}`;
}

/** Whether a file can contain requests: `collection.req` and `folder.req` cannot. */
export const holdsRequests = (file: string): boolean => sharedKind(file) === undefined;
