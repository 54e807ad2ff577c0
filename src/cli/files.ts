import { pushAll } from '../base/lists.ts';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { isReqError, ReqError } from '../base/reqError.ts';
import { decodeUtf8 } from '../base/utf8.ts';
import { sharedKind, type FileSource } from '../language/index.ts';
import { withinLineLimit } from './lineLimit.ts';
import { shownPath } from './place.ts';

const codeOf = (e: unknown): string => (e instanceof Error && 'code' in e ? String(e.code) : '');

/** The octets of a file, or undefined where there is none. Throws ReqError where it cannot be read. */
export async function readBytes(file: string): Promise<Uint8Array | undefined> {
  try {
    return await fs.readFile(file);
  } catch (e) {
    const code = codeOf(e);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(file, e);
  }
}

function unreadable(file: string, e: unknown): ReqError {
  const why: Record<string, string> = {
    EACCES: 'permission was refused',
    EPERM: 'permission was refused',
    EISDIR: 'it is a folder',
    ELOOP: 'its symbolic links go in a circle',
    EMFILE: 'too many files are open',
  };
  const code = codeOf(e);
  return new ReqError('usage', `${shownPath(file)} cannot be read: ${why[code] ?? (code || String(e))}.`, { cause: e });
}

/** The text of octets of a file. Throws ReqError naming the first octet that is not UTF-8, and its place. */
export function textOfBytes(file: string, bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  const before = new TextDecoder().decode(bytes.subarray(0, decoded.offset)).split(/\r\n|\r|\n/);
  throw new ReqError('parse', `${shownPath(file)} is not UTF-8: byte ${decoded.offset}, in line ${before.length}.`, {
    at: { file, line: before.length, column: (before.at(-1) ?? '').length + 1 },
    hint: 'Save the file as UTF-8.',
  });
}

/** The text of a file that must be there. Throws ReqError. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  if (bytes === undefined) throw new ReqError('usage', `There is no file ${shownPath(file)}.`);
  return withinLineLimit(file, textOfBytes(file, bytes));
}

/** Writes a text into a file, whose folder is made where it is missing. Throws ReqError. */
export async function writeTextFile(file: string, text: string): Promise<void> {
  try {
    await fs.mkdir(path.dirname(file), { recursive: true });
    await fs.writeFile(file, text);
  } catch (e) {
    throw unwritable(file, e);
  }
}

/** The octets of standard input. */
export async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/**
 * Puts another text into a file that is there, in one step: whoever reads it sees the old text or the new one. Permissions stay,
 * and a symbolic link stays one. Throws ReqError where it cannot be written; the file is then as it was.
 */
export async function replaceText(file: string, text: string): Promise<void> {
  let beside: string | undefined;
  try {
    const real = await fs.realpath(file);
    await fs.access(real, fs.constants.W_OK);
    const { mode } = await fs.stat(real);
    const name = path.join(path.dirname(real), `.${path.basename(real)}.${process.pid}.tmp`);
    await fs.writeFile(name, text, { flag: 'wx', mode });
    beside = name;
    // The mask of the process may have taken some away.
    await fs.chmod(name, mode);
    await fs.rename(name, real);
  } catch (e) {
    if (beside !== undefined) await fs.rm(beside, { force: true });
    throw unwritable(file, e);
  }
}

/**
 * Throws ReqError where a file can neither be written nor made: known before a request is sent, its answer is not lost.
 * What only writing shows (a full disk, say) is told then.
 */
export async function checkWritable(file: string): Promise<void> {
  const folder = path.dirname(file);
  try {
    const there = await isFolderOrNone(file);
    if (there === true) throw unwritable(file, 'it is a folder');
    if (there === undefined && (await isFolderOrNone(folder)) !== true) throw unwritable(file, `there is no folder ${shownPath(folder)}`);
    await fs.access(there === undefined ? folder : file, fs.constants.W_OK);
  } catch (e) {
    throw isReqError(e) ? e : unwritable(file, e);
  }
}

/** Undefined where nothing is there. Throws the system's error. */
async function isFolderOrNone(file: string): Promise<boolean | undefined> {
  try {
    return (await fs.stat(file)).isDirectory();
  } catch (e) {
    if (codeOf(e) === 'ENOENT' || codeOf(e) === 'ENOTDIR') return undefined;
    throw e;
  }
}

/** The error for a file that cannot be written, with the reason or what the system said. */
export const unwritable = (file: string, why: unknown): ReqError =>
  new ReqError('usage', `${shownPath(file)} cannot be written: ${why instanceof Error ? why.message : String(why)}.`, { cause: why });

/** Files as the language looks for them around a request. */
export const fileSource: FileSource = {
  async readText(file) {
    const bytes = await readBytes(file);
    return bytes === undefined ? undefined : withinLineLimit(file, textOfBytes(file, bytes));
  },
};

/** A file to look at, and the folder its collection is when no `collection.req` marks one. */
export interface FoundFile {
  readonly file: string;
  readonly fallbackRoot: string;
}

/**
 * The `.req` files that paths name: files as they are, folders with everything in them but `node_modules` and folders that
 * begin with a dot. Sorted, each once. Throws ReqError for a path that is not there.
 */
export async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const given of paths) {
    const absolute = path.resolve(given);
    if (await isFolder(absolute)) {
      for (const file of await reqFilesUnder(absolute)) if (!found.has(file)) found.set(file, { file, fallbackRoot: absolute });
    } else found.set(absolute, { file: absolute, fallbackRoot: path.dirname(absolute) });
  }
  return [...found.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Throws ReqError where nothing is there. */
export async function isFolder(file: string): Promise<boolean> {
  const is = await isFolderOrNone(file).catch((e: unknown) => {
    throw unreadable(file, e);
  });
  if (is === undefined) throw new ReqError('usage', `There is no file or folder ${shownPath(file)}.`);
  return is;
}

/** Absolute paths of the `.req` files in a folder and below it. Throws ReqError where a folder cannot be read. */
const reqFilesUnder = (folder: string): Promise<readonly string[]> => filesUnder(folder, true, (name) => name.endsWith('.req'));

/** The `.req` and environment files in a folder, and `below` it. Throws ReqError where a folder cannot be read. */
export const collectionFilesUnder = (folder: string, below: boolean): Promise<readonly string[]> =>
  filesUnder(folder, below, (name) => name.endsWith('.req') || name === 'http-client.env.json' || name === 'http-client.private.env.json');

async function filesUnder(folder: string, below: boolean, wanted: (name: string) => boolean): Promise<readonly string[]> {
  const files: string[] = [];
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((e: unknown) => {
    throw unreadable(folder, e);
  });
  for (const entry of entries) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (below && entry.name !== 'node_modules' && !entry.name.startsWith('.')) pushAll(files, await filesUnder(inside, below, wanted));
    } else if (wanted(entry.name)) files.push(inside);
  }
  return files;
}

/** Whether a file holds requests: `collection.req` and `folder.req` do not. */
export const holdsRequests = (file: string): boolean => sharedKind(file) === undefined;
