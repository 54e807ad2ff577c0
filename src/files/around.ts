import fs from 'node:fs';
import path from 'node:path';
import { codeOf, FileProblem, isAbsent } from './problem.ts';
import { openRegular, readAll, readLimits, type Opened } from './read.ts';
import { isWithin } from './real.ts';

/** Where a shared, environment or `.env` file counts. */
export interface AroundPlace {
  /** The collection's; of a `collection.req` its own folder. */
  readonly root: string;
  /** That of the requests. */
  readonly folder: string;
}

/** A file that is there and does not count; `ignored` completes "FILE is ignored: …". */
export interface Ignored {
  readonly ignored: string;
}

/**
 * The bytes of a file around requests, which nobody has named: it counts only where it really lies in the collection and belongs to
 * somebody who may decide what is sent. Undefined where there is none.
 * @param owned called where the file belongs to the user or root, so that it counts for the requests of any folder in the root
 * @throws {FileProblem} where it is not a regular file; of a `.env` that makes no difference to other values, and is `ignored`
 */
export async function readAround(file: string, place: AroundPlace, owned?: () => void): Promise<Uint8Array | Ignored | undefined> {
  const isDotenv = path.basename(file) === '.env';
  let opened: Opened | undefined;
  try {
    opened = await openRegular(file);
    const ignored = (await outside(file, opened, place.root)) ?? (await foreign(file, opened, place.folder, owned));
    return ignored === undefined ? await readAll(opened, readLimits.around) : { ignored };
  } catch (e) {
    // Python's virtual environments are folders of that name.
    if (isAbsent(e) || (isDotenv && codeOf(e) === 'EISDIR')) return undefined;
    if (isDotenv && e instanceof FileProblem) return { ignored: e.message };
    throw e;
  } finally {
    await opened?.handle.close();
  }
}

/** Compared by the open file: a link that is changed meanwhile leads to another one. */
async function outside(file: string, { stats }: Opened, root: string): Promise<string | undefined> {
  const [real, realRoot] = await Promise.all([fs.promises.realpath(file), fs.promises.realpath(root)]);
  if (!isWithin(real, realRoot)) return `a symbolic link leads to ${real}, outside ${root}`;
  const there = await fs.promises.stat(real);
  return there.ino === stats.ino && there.dev === stats.dev ? undefined : 'it was replaced while it was read';
}

/**
 * In a folder that others can write to, anybody could put a file that changes what is sent. Whoever owns the folder of the requests
 * can replace those too, so the owner's files count: in a container the files of a mounted folder often belong to another user.
 */
async function foreign(file: string, { stats }: Opened, folder: string, owned: () => void = () => {}): Promise<string | undefined> {
  const me = process.geteuid?.();
  if (me === undefined) {
    owned();
    return undefined;
  }
  // Who may set a link chooses the file.
  const owners = [(await fs.promises.lstat(file)).uid, stats.uid];
  const trusted = new Set([me, 0]);
  // As git does: who runs it by sudo owns the files.
  const sudo = me === 0 ? process.env['SUDO_UID'] : undefined;
  if (sudo !== undefined && /^\d{1,10}$/.test(sudo)) trusted.add(Number(sudo));
  if (owners.every((uid) => trusted.has(uid))) {
    owned();
    return undefined;
  }
  trusted.add((await fs.promises.stat(folder).catch(() => undefined))?.uid ?? 0);
  const other = owners.find((uid) => !trusted.has(uid));
  return other === undefined ? undefined : `its owner (user ${other}) is neither you nor root`;
}
