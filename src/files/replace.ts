import fs from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { codeOf, FileProblem, isAbsent, notRegular, wait } from './problem.ts';
import { isLink, isWithin, realPath, refuseLinksOut } from './real.ts';

const { promises } = fs;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;

/** A name beside a file that nobody can foresee. */
export const besideName = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${randomBytes(8).toString('hex')}.tmp`);

/** Permissions and owner of the file that is replaced. */
export interface Replaced {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface ReplaceOptions {
  /** Copies over a file that is mounted by itself, as containers have them: it cannot be renamed over. */
  readonly copiesOverMount?: boolean;
  /** Of a file that is not there yet. */
  readonly mode?: number;
  /** An old file's permissions beyond `mode` are taken away. */
  readonly narrows?: boolean;
  /** Asked once more when all is written; throws where the file may not be there any more. */
  readonly check?: () => Promise<void>;
}

/**
 * Makes a file, or puts another one in its place, in one step: readers see the old file or the new one, and a crash leaves one of
 * them. A link of that name is replaced. Permissions stay.
 * @param file its folder is there, and is where it is meant to be
 * @param fill false where the file is to stay as it is
 */
export async function replaceFile(
  file: string,
  fill: (handle: fs.promises.FileHandle) => Promise<boolean | void>,
  { mode = 0o666, narrows = false, check, copiesOverMount = false }: ReplaceOptions = {},
): Promise<boolean> {
  const there = await regularAt(file);
  const before = there === undefined || !narrows ? there : { mode: there.mode & mode, uid: there.uid, gid: there.gid };
  const beside = besideName(file);
  const handle = await promises.open(beside, 'wx', before === undefined ? mode : before.mode & 0o777);
  let isWhole = false;
  try {
    try {
      if ((await fill(handle)) === false) return false;
      if (before !== undefined) {
        await takeOver(handle, before);
        // Otherwise a power failure may leave an empty file in the place of the old one.
        await handle.sync();
      }
    } finally {
      await handle.close();
    }
    await check?.();
    try {
      await rename(beside, file);
      isWhole = true;
    } catch (e) {
      if (!copiesOverMount || !['EBUSY', 'EXDEV'].includes(codeOf(e))) throw e;
      await promises.copyFile(beside, file);
    }
    return true;
  } finally {
    if (!isWhole) await promises.rm(beside, { force: true });
  }
}

/** Undefined where there is none, or a link, which has no permissions of its own. */
async function regularAt(file: string): Promise<fs.Stats | undefined> {
  const stats = await promises.lstat(file).catch((e: unknown) => {
    if (!isAbsent(e)) throw e;
  });
  if (stats === undefined || stats.isSymbolicLink()) return undefined;
  if (!stats.isFile()) throw notRegular(stats);
  return stats;
}

/** The mask of the process may have taken permissions away, and the superuser keeps a file its owner's. */
async function takeOver(handle: fs.promises.FileHandle, { mode, uid, gid }: Replaced): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  if ((own.mode & 0o7777) !== (mode & 0o7777)) await handle.chmod(mode & 0o7777);
}

/** On Windows another program may have the file open for a moment. */
async function rename(from: string, to: string): Promise<void> {
  for (let left = process.platform === 'win32' ? 10 : 0; ; left--) {
    try {
      return await promises.rename(from, to);
    } catch (e) {
      if (left === 0 || !['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(e))) throw e;
      await wait(50);
    }
  }
}

/**
 * Writes a file of a collection, whose folder is made where it is missing. Nothing is written by a link: the file may not be one, and
 * no folder on the way may lead out of the root.
 * @throws {FileProblem} that names the link; the system's error where it cannot be written
 */
export async function writeWithin(file: string, root: string, data: string | Uint8Array): Promise<void> {
  await refuseLinks(file, root);
  await promises.mkdir(path.dirname(file), { recursive: true });
  await inFolder(file, root, (inside, check) => replaceFile(inside, (handle) => handle.writeFile(data), { check }));
}

/** Deletes a file of a collection, or a link of that name, never what a link leads to. Throws as `writeWithin`. */
export async function removeWithin(file: string, root: string): Promise<void> {
  await refuseLinks(file, root);
  await inFolder(file, root, (inside) =>
    promises.unlink(inside).catch((e: unknown) => {
      if (!isAbsent(e)) throw e;
    }),
  );
}

/**
 * Works in the folder of a file, which lies in the root. Linux names an open folder, so that whatever becomes of its path meanwhile is
 * of no importance; elsewhere `check` looks at the path again.
 */
async function inFolder(file: string, root: string, work: (inside: string, check: () => Promise<void>) => Promise<unknown>): Promise<void> {
  const folder = await folderWithin(file, root);
  const check = async (): Promise<void> => {
    if ((await folderWithin(file, root)) !== folder) throw new FileProblem('changed', 'its folder was replaced while it was written');
  };
  // Without /proc, as in some containers, the path is all there is.
  if (process.platform !== 'linux' || !fs.existsSync('/proc/self/fd'))
    return void (await work(path.join(folder, path.basename(file)), check));
  const open = await promises.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const held = `/proc/self/fd/${open.fd}`;
    if ((await promises.readlink(held)) !== folder) throw new FileProblem('changed', 'its folder was replaced while it was written');
    await work(path.join(held, path.basename(file)), check);
  } finally {
    await open.close();
  }
}

async function refuseLinks(file: string, root: string): Promise<void> {
  await refuseLinksOut(file, root);
  if (await isLink(file))
    throw new FileProblem('link', `${file} is a symbolic link to ${await realPath(file)}, and Req does not write through links`);
}

/** The real folder of a file. */
async function folderWithin(file: string, root: string): Promise<string> {
  const [folder, realRoot] = await Promise.all([promises.realpath(path.dirname(file)), realPath(root)]);
  if (isWithin(folder, realRoot)) return folder;
  throw new FileProblem('outside', `its folder is ${folder}, outside ${root}`);
}
