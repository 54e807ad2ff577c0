import fs from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { codeOf, FileProblem, isAbsent, notRegular, wait } from './problem.ts';
import { isLink, isWithin, realPath, refuseLinksOut } from './real.ts';

const { promises } = fs;
const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;

/** An unpredictable temporary name in the same folder. */
export const besideName = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${randomBytes(8).toString('hex')}.tmp`);

/** Mode and owner to copy from the replaced file. */
export interface Replaced {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface ReplaceOptions {
  /** Copies over a file that is a mount point, as in containers: a rename cannot replace it. */
  readonly copiesOverMount?: boolean;
  readonly mode?: number;
  /** Removes permissions beyond `mode` from an existing file. */
  readonly narrows?: boolean;
  /** Called after writing, before the rename; throws if the path is no longer valid. */
  readonly check?: () => Promise<void>;
}

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
        // Without a sync, a power failure may leave an empty file.
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

/** The existing file; undefined if there is none, or for a link, which has no permissions of its own. */
async function regularAt(file: string): Promise<fs.Stats | undefined> {
  const stats = await promises.lstat(file).catch((e: unknown) => {
    if (!isAbsent(e)) throw e;
  });
  if (stats === undefined || stats.isSymbolicLink()) return undefined;
  if (!stats.isFile()) throw notRegular(stats);
  return stats;
}

/** The umask may have removed permissions; root keeps the original owner. */
async function takeOver(handle: fs.promises.FileHandle, { mode, uid, gid }: Replaced): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  if ((own.mode & 0o7777) !== (mode & 0o7777)) await handle.chmod(mode & 0o7777);
}

/** On Windows another program may briefly have the file open. */
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
 * Writes a file of a collection and creates its folder. Never writes through a link: the file must not be one, and no
 * folder on the path may lead out of the root.
 * @throws {FileProblem} that names the link; the system's error if it cannot be written
 */
export async function writeWithin(file: string, root: string, data: string | Uint8Array): Promise<void> {
  await refuseLinks(file, root);
  await promises.mkdir(path.dirname(file), { recursive: true });
  await inFolder(file, root, (inside, check) => replaceFile(inside, (handle) => handle.writeFile(data), { check }));
}

/**
 * Deletes a file of a collection. A link with that name is deleted, not its target.
 * @throws as `writeWithin`
 */
export async function removeWithin(file: string, root: string): Promise<void> {
  await refuseLinks(file, root);
  await inFolder(file, root, (inside) =>
    promises.unlink(inside).catch((e: unknown) => {
      if (!isAbsent(e)) throw e;
    }),
  );
}

/**
 * Runs `work` with the path of a file inside the root. On Linux the path goes through the open folder, so later changes
 * of the folder's path have no effect; on other systems `check` verifies the path again.
 */
async function inFolder(file: string, root: string, work: (inside: string, check: () => Promise<void>) => Promise<unknown>): Promise<void> {
  const folder = await folderWithin(file, root);
  const check = async (): Promise<void> => {
    if ((await folderWithin(file, root)) !== folder) throw new FileProblem('changed', 'its folder was replaced while it was written');
  };
  // Some containers have no /proc.
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

/**
 * The real path of a file's folder.
 * @throws {FileProblem} if it is outside the root
 */
async function folderWithin(file: string, root: string): Promise<string> {
  const [folder, realRoot] = await Promise.all([promises.realpath(path.dirname(file)), realPath(root)]);
  if (isWithin(folder, realRoot)) return folder;
  throw new FileProblem('outside', `its folder is ${folder}, outside ${root}`);
}
