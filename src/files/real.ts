import fs from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { FileProblem } from './problem.ts';

/** Maximum chain of links, as in Linux. */
const mostLinks = 40;

/** Resolves the symbolic links of a path, even if the target does not exist. */
export async function realPath(file: string): Promise<string> {
  let left = mostLinks;
  const real = async (absolute: string): Promise<string> => {
    try {
      return await fs.promises.realpath(absolute);
    } catch {
      const folder = path.dirname(absolute);
      if (folder === absolute) return absolute;
      const target = left-- > 0 ? await fs.promises.readlink(absolute).catch(() => undefined) : undefined;
      return target === undefined ? path.join(await real(folder), path.basename(absolute)) : real(path.resolve(await real(folder), target));
    }
  };
  return real(path.resolve(file));
}

/** The real path of an open file from the kernel; undefined where it is not known: outside Linux, and in containers without `/proc`. */
export async function pathOfOpen(handle: fs.promises.FileHandle): Promise<string | undefined> {
  return process.platform === 'linux' ? fs.promises.readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined) : undefined;
}

/** Whether a path is a folder or inside it; both must be real paths. */
export function isWithin(real: string, folder: string): boolean {
  const inside = path.relative(folder, real);
  return inside === '' || (!path.isAbsolute(inside) && inside !== '..' && !inside.startsWith(`..${path.sep}`));
}

export interface Link {
  readonly link: string;
  readonly to: string;
}

/** The first link on a path that leads out of `folder`; undefined if none does, or if the path is not in the folder. */
export async function linkOutOf(file: string, folder: string): Promise<Link | undefined> {
  const steps = path.relative(folder, file).split(path.sep);
  const real = await realPath(folder);
  let link = folder;
  for (const step of steps[0] === '..' ? [] : steps) {
    link = path.join(link, step);
    if (!(await isLink(link))) continue;
    const to = await realPath(link);
    if (!isWithin(to, real)) return { link, to };
  }
  return undefined;
}

/** @throws {FileProblem} if a link on the path leads out of `folder` */
export async function refuseLinksOut(file: string, folder: string): Promise<void> {
  const out = await linkOutOf(file, folder);
  if (out !== undefined) throw new FileProblem('outside', `a symbolic link leads out of the folder ${folder}: ${out.link} to ${out.to}`);
}

export async function isLink(file: string): Promise<boolean> {
  return (await fs.promises.lstat(file).catch(() => undefined))?.isSymbolicLink() === true;
}

let homes: Promise<readonly string[]> | undefined;
const homeFolders = async (): Promise<readonly string[]> => {
  const home = process.env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir();
  return [home, await realPath(home)];
};

const isHome = async (folder: string): Promise<boolean> =>
  (await (homes ??= homeFolders())).some((home) => path.relative(home, folder) === '');

/** Whether the search for collection files stops at a folder: a repository's root or the user's home. */
export async function endsSearch(folder: string): Promise<boolean> {
  if (await isHome(folder)) return true;
  return (await fs.promises.lstat(path.join(folder, '.git')).catch(() => undefined)) !== undefined;
}

/**
 * The repository or collection that contains a folder, which its links must not leave; undefined if there is none. A
 * repository in the user's home folder (dotfiles) does not count.
 */
export async function boundaryOf(folder: string): Promise<string | undefined> {
  let collection: string | undefined;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (collection === undefined && (await fs.promises.lstat(path.join(at, 'collection.req')).catch(() => undefined))?.isFile() === true)
      collection = at;
    if (await endsSearch(at)) return (await isHome(at)) ? collection : at;
    if (path.dirname(at) === at) return collection;
  }
}

/** Whether a link in a folder leads to a target inside that folder, or inside the repository or collection around it. */
export async function isLinkInside(link: string, folder: string): Promise<boolean> {
  const to = await realPath(link);
  return isWithin(to, await realPath(folder)) || isWithin(to, await realPath((await boundaryOf(folder)) ?? folder));
}
