import fs from 'node:fs';
import path from 'node:path';
import { besideName } from './replace.ts';
import { FileProblem, notRegular } from './problem.ts';
import { isWithin, realPath, refuseLinksOut } from './real.ts';

const { promises } = fs;

export interface FileToWrite {
  readonly file: string;
  readonly text: string | Uint8Array;
}

/** Thrown if not all files could be written. */
export class NotAllWritten extends Error {
  override readonly name = 'NotAllWritten';
  readonly file: string;
  /** Files written before the failure; empty unless a rename failed. */
  readonly written: readonly string[];

  constructor(file: string, written: readonly string[], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.file = file;
    this.written = written;
  }
}

/**
 * Writes each file completely or not at all, and none if one cannot be written: texts go to temporary files first,
 * which are then renamed. A link with the name of a file is replaced, never followed.
 * @param inside the folder that no link may lead a file's folder out of
 * @param signal after which nothing is written, unless files are being renamed already
 * @throws {NotAllWritten}
 */
export async function writeAll(targets: readonly FileToWrite[], inside: string, signal?: AbortSignal): Promise<void> {
  const waiting: { readonly temporary: string; readonly file: string }[] = [];
  const folders: string[] = [];
  const written: string[] = [];
  let at = '';
  try {
    for (const { file, text } of targets) {
      at = file;
      signal?.throwIfAborted();
      // Checked before folders are created, because they would be created at the link's target.
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
    signal?.throwIfAborted();
    for (const { temporary, file } of waiting) {
      at = file;
      await promises.rename(temporary, file);
      written.push(file);
    }
  } catch (e) {
    await Promise.all(waiting.map(({ temporary }) => promises.rm(temporary, { force: true }).catch(() => undefined)));
    // Only empty folders are deleted.
    if (written.length === 0) for (const folder of folders.toReversed()) await removeEmpty(folder);
    throw new NotAllWritten(at, written, e);
  }
}

/** Deletes a folder and its subfolders unless they contain files. */
async function removeEmpty(folder: string): Promise<void> {
  const entries = await promises.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
  await promises.rmdir(folder).catch(() => undefined);
}
