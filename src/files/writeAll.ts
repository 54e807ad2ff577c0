import fs from 'node:fs';
import path from 'node:path';
import { besideName } from './replace.ts';
import { FileProblem, notRegular } from './problem.ts';
import { isWithin, realPath, refuseLinksOut } from './real.ts';

const { promises } = fs;

/** A file to write. */
export interface FileToWrite {
  readonly file: string;
  readonly text: string;
}

/** Some of the files could not be written. */
export class NotAllWritten extends Error {
  override readonly name = 'NotAllWritten';
  /** The one that could not. */
  readonly file: string;
  /** Those that were written before; none unless a rename failed. */
  readonly written: readonly string[];

  constructor(file: string, written: readonly string[], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
    this.written = written;
  }
}

/**
 * Writes files so that each is there as a whole or not at all, and none of them where one cannot be written: the texts go into
 * temporary files beside, which then take their names. A link that has such a name is replaced, never followed.
 * @param inside the folder that no file's folder may lead out of, by a link
 * @throws {NotAllWritten}
 */
export async function writeAll(targets: readonly FileToWrite[], inside: string): Promise<void> {
  const waiting: { readonly temporary: string; readonly file: string }[] = [];
  const folders: string[] = [];
  const written: string[] = [];
  let at = '';
  try {
    for (const { file, text } of targets) {
      at = file;
      // Before folders are made: they would be made where the link leads.
      await refuseLinksOut(path.dirname(file), inside);
      const made = await promises.mkdir(path.dirname(file), { recursive: true });
      if (made !== undefined) folders.push(made);
      if (!isWithin(await promises.realpath(path.dirname(file)), await realPath(inside)))
        throw new FileProblem('changed', 'its folder was replaced while it was written');
      const there = await promises.lstat(file).catch(() => undefined);
      if (there?.isDirectory() === true) throw notRegular(there);
      const temporary = besideName(file);
      waiting.push({ temporary, file });
      await promises.writeFile(temporary, text, { flag: 'wx' });
      if (there?.isFile() === true) await promises.chmod(temporary, there.mode & 0o777);
    }
    for (const { temporary, file } of waiting) {
      at = file;
      await promises.rename(temporary, file);
      written.push(file);
    }
  } catch (e) {
    await Promise.all(waiting.map(({ temporary }) => promises.rm(temporary, { force: true }).catch(() => undefined)));
    // Only what is empty goes.
    if (written.length === 0) for (const folder of folders.toReversed()) await removeEmpty(folder);
    throw new NotAllWritten(at, written, e);
  }
}

/** Removes a folder and the folders in it, as far as they hold no file. */
async function removeEmpty(folder: string): Promise<void> {
  const entries = await promises.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
  await promises.rmdir(folder).catch(() => undefined);
}
