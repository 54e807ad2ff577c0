import { promises as fs } from 'node:fs';
import path from 'node:path';
import { ReqError } from '../base/reqError.ts';
import { unwritable } from './files.ts';
import { shownPath } from './place.ts';

/** A file to write. */
export interface TextToWrite {
  readonly file: string;
  readonly text: string;
  /** Of a file that only its owner may read. */
  readonly mode?: number;
}

/**
 * Writes files so that each is there as a whole or not at all, and none of them where one cannot be written: the texts go into
 * temporary files beside, which then take their names. A link that has such a name is replaced, never followed. Throws ReqError, which
 * says what was written.
 * @param inside the folder that no file's folder may lead out of, by a link
 */
export async function writeAll(targets: readonly TextToWrite[], inside: string): Promise<void> {
  const waiting: { readonly temporary: string; readonly file: string }[] = [];
  const folders: string[] = [];
  const done: string[] = [];
  let at = '';
  try {
    for (const { file, text, mode } of targets) {
      at = file;
      const made = await fs.mkdir(path.dirname(file), { recursive: true });
      if (made !== undefined) folders.push(made);
      await keptInside(file, inside);
      const there = await fs.lstat(file).catch(() => undefined);
      if (there?.isDirectory() === true) throw new Error('it is a folder');
      const temporary = path.join(path.dirname(file), `.req-${process.pid}-${waiting.length}.tmp`);
      waiting.push({ temporary, file });
      await fs.writeFile(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
      // Permissions stay, where nobody says otherwise.
      if (mode === undefined && there?.isFile() === true) await fs.chmod(temporary, there.mode & 0o777);
    }
    for (const { temporary, file } of waiting) {
      at = file;
      await fs.rename(temporary, file);
      done.push(file);
    }
  } catch (e) {
    await Promise.all(waiting.map(({ temporary }) => fs.rm(temporary, { force: true }).catch(() => undefined)));
    // Only what is empty goes.
    if (done.length === 0) for (const folder of folders.toReversed()) await removeEmpty(folder);
    const { message } = unwritable(at, e);
    const written = done.length === 0 ? 'Nothing was written.' : `Written before that: ${done.map(shownPath).join(', ')}.`;
    throw new ReqError('usage', `${message} ${written}`, { cause: e });
  }
}

/** Removes a folder and the folders in it, as far as they hold no file. */
async function removeEmpty(folder: string): Promise<void> {
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeEmpty(path.join(folder, entry.name));
  await fs.rmdir(folder).catch(() => undefined);
}

/** A symbolic link that is there already may lead out of the folder. */
async function keptInside(file: string, folder: string): Promise<void> {
  const within = path.relative(await fs.realpath(folder), await fs.realpath(path.dirname(file)));
  if (within === '..' || within.startsWith(`..${path.sep}`) || path.isAbsolute(within))
    throw new Error('a symbolic link leads out of the folder');
}
