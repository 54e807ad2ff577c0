import { ReqError } from '../../base/reqError.ts';
import type { Cookies } from '../../runner/index.ts';
import { readLimits } from '../../files/read.ts';
import { readGivenBytes, replaceGiven, textOfBytes } from './cliFiles.ts';
import { shownPath } from './shownPath.ts';

/** The file of `--cookie-jar`, in the format of curl. */
export interface CookieFile {
  /**
   * Writes all cookies there are now. Of a cookie that another command has changed after the last save here, the other value stays.
   * Throws ReqError where it cannot be written.
   */
  save(isLast?: boolean): Promise<void>;
}

/** Takes the cookies of a file, which need not be there. Throws ReqError for one that is something else: it would be lost. */
export async function openCookieFile(file: string, cookies: Cookies): Promise<CookieFile> {
  let written: string | undefined;
  let bytes = await readGivenBytes(file, readLimits.around);
  const [line] = bytes === undefined ? [] : await cookies.putNetscape(textOfBytes(file, bytes));
  if (line !== undefined)
    throw new ReqError('usage', `${shownPath(file)} is no cookie file, so nothing was sent: line ${line} is no cookie.`, {
      hint: 'It is written as curl -c does: seven fields between tabs.',
    });
  const textIn = (of: Uint8Array | undefined): string => (of === undefined ? '' : textOfBytes(file, of));
  // What the file held when another command last wrote it.
  let theirs = bytes;
  return {
    async save(isLast = true) {
      if (!isLast && (await cookies.toNetscape()) === written) return;
      const now = await readGivenBytes(file, readLimits.around);
      // Another command may have written it meanwhile: what that has changed stays.
      if (now !== undefined && (bytes === undefined || Buffer.compare(now, bytes) !== 0)) {
        await cookies.takeOverNetscape(textIn(bytes), textIn(now), textIn(theirs));
        theirs = now;
      }
      // Whoever reads it is signed in.
      const text = await cookies.toNetscape();
      await replaceGiven(file, text, 0o600);
      bytes = Buffer.from((written = text));
    },
  };
}
