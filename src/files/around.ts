import fs from 'node:fs';
import path from 'node:path';
import { codeOf, FileProblem, isAbsent } from './problem.ts';
import { openRegular, readAll, readLimits, type Opened } from './read.ts';
import { isWithin, pathOfOpen } from './real.ts';

/** Where a shared, environment or `.env` file applies. */
export interface AroundPlace {
  /** The collection root; for a `collection.req` its own folder. */
  readonly root: string;
  readonly folder: string;
}

/** A file that exists but does not apply; `ignored` completes "FILE is ignored: …". */
export interface Ignored {
  readonly ignored: string;
}

/**
 * Reads a file that applies to requests although the user did not name it. It must really be in the collection and belong to a user who may
 * control the requests. Undefined if it does not exist.
 * @throws {FileProblem} if it is not a regular file. A `.env` is `ignored` then, because no other value depends on it
 */
export async function readAround(file: string, place: AroundPlace): Promise<Uint8Array | Ignored | undefined> {
  const isDotenv = path.basename(file) === '.env';
  let opened: Opened | undefined;
  try {
    opened = await openRegular(file);
    const ignored = (await outside(file, opened, place.root)) ?? (await foreign(file, opened, place.folder));
    return ignored === undefined ? await readAll(opened, readLimits.around) : { ignored };
  } catch (e) {
    // Python virtual environments are often folders named `.env`.
    if (isAbsent(e) || (isDotenv && codeOf(e) === 'EISDIR')) return undefined;
    if (isDotenv && e instanceof FileProblem) return { ignored: e.message };
    throw e;
  } finally {
    await opened?.handle.close();
  }
}

/** Checks the open file, because a link may change in the meantime. */
async function outside(file: string, { stats, handle }: Opened, root: string): Promise<string | undefined> {
  // No link on the path. `realpath` would look up each folder of a path again, which is slow for deeply nested folders.
  if ((await pathOfOpen(handle)) === file && isWithin(file, root)) return undefined;
  const [real, realRoot] = await Promise.all([fs.promises.realpath(file), fs.promises.realpath(root)]);
  if (!isWithin(real, realRoot)) return `a symbolic link leads to ${real}, outside ${root}`;
  const there = await fs.promises.stat(real);
  return there.ino === stats.ino && there.dev === stats.dev ? undefined : 'it was replaced while it was read';
}

/**
 * In a folder with write access for others, any user could add a file that changes what is sent. The owner of the
 * requests' folder can replace the requests themselves, so the owner's files apply too: in containers, mounted files
 * often belong to another user.
 */
async function foreign(file: string, { stats }: Opened, folder: string): Promise<string | undefined> {
  const me = process.geteuid?.();
  if (me === undefined) return undefined;
  // The owner of a link decides which file is read.
  const owners = [(await fs.promises.lstat(file)).uid, stats.uid];
  const trusted = new Set([me, 0]);
  // As in git: with sudo, the files belong to the user who ran it.
  const sudo = me === 0 ? process.env['SUDO_UID'] : undefined;
  if (sudo !== undefined && /^\d{1,10}$/.test(sudo)) trusted.add(Number(sudo));
  if (owners.every((uid) => trusted.has(uid))) return undefined;
  trusted.add(await ownerOf(folder));
  const other = owners.find((uid) => !trusted.has(uid));
  return other === undefined ? undefined : `its owner (user ${other}) is neither you nor root`;
}

/** The user ID of a folder's owner; 0 if the folder cannot be read. `readAround` depends on no other property of the requests' folder. */
export async function ownerOf(folder: string): Promise<number> {
  return (await fs.promises.stat(folder).catch(() => undefined))?.uid ?? 0;
}
