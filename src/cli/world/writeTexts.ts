import { ReqError } from '../../base/reqError.ts';
import { refuseFolderOut } from '../../files/given.ts';
import { NotAllWritten, writeAll, type FileToWrite } from '../../files/writeAll.ts';
import { unwritable } from './cliFiles.ts';
import { shownPath } from './shownPath.ts';

/**
 * Writes all files or none.
 * @param inside a folder that the user named, which contains the files
 * @param signal of Ctrl+C
 * @throws {ReqError} names the files that were written
 */
export async function writeTexts(targets: readonly FileToWrite[], inside: string, signal?: AbortSignal): Promise<void> {
  await writeAll(targets, inside, signal).catch((e: unknown) => {
    if (!(e instanceof NotAllWritten)) throw e;
    if (signal?.aborted === true && e.written.length === 0) throw new ReqError('cancelled', 'Cancelled. Nothing was written.');
    const done = e.written.length === 0 ? 'Nothing was written.' : `Written before that: ${e.written.map(shownPath).join(', ')}.`;
    throw new ReqError('usage', `${unwritable(e.file, e.cause).message} ${done}`, { cause: e });
  });
}

/**
 * Checks that files can be written to a folder that the user named.
 * @throws {ReqError} if a link leads it out of its repository or collection
 */
export async function checkFolder(folder: string): Promise<void> {
  await refuseFolderOut(folder).catch((e: unknown) => {
    throw unwritable(folder, e);
  });
}
