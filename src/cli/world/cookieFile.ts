import { ReqError } from '../../base/reqError.ts';
import type { Cookies } from '../../runner/index.ts';
import { readLimits } from '../../files/read.ts';
import { readGivenBytes, replaceGiven, textOfBytes } from './cliFiles.ts';
import { shownPath } from './shownPath.ts';

/** The file of `--cookie-jar`, in curl's format. */
export interface CookieFile {
  /**
   * Writes all current cookies. A cookie that another command changed since the last save here keeps its value.
   * @throws {ReqError} if the file cannot be written
   */
  save(isLast?: boolean): Promise<void>;
}

/**
 * Loads the cookies of a file, which may be missing.
 * @throws {ReqError} if the file has another format or too many cookies, because it would be overwritten
 */
export async function openCookieFile(file: string, cookies: Cookies): Promise<CookieFile> {
  let written: string | undefined;
  let bytes = await readGivenBytes(file, readLimits.around);
  const wrong = bytes === undefined ? undefined : await cookies.putNetscape(textOfBytes(file, bytes));
  if (wrong?.kind === 'line')
    throw new ReqError('usage', `${shownPath(file)} is not a cookie file, so nothing was sent: ${wrong.message}.`, {
      hint: 'Use the format of curl -c: seven fields separated by tabs.',
    });
  if (wrong !== undefined)
    throw new ReqError('usage', `${shownPath(file)} cannot be used, so nothing was sent: ${wrong.message}.`, {
      hint: 'Delete those that are not needed, or use another file.',
    });
  const textIn = (of: Uint8Array | undefined): string => (of === undefined ? '' : textOfBytes(file, of));
  // The content that another command wrote last.
  let theirs = bytes;
  return {
    async save(isLast = true) {
      if (!isLast && (await cookies.toNetscape()) === written) return;
      const now = await readGivenBytes(file, readLimits.around);
      // Merge the changes of another command.
      if (now !== undefined && (bytes === undefined || Buffer.compare(now, bytes) !== 0)) {
        const tooMany = await cookies.takeOverNetscape(textIn(bytes), textIn(now), textIn(theirs));
        if (tooMany !== undefined) throw new ReqError('usage', `Cookies were not saved to ${shownPath(file)}: ${tooMany}.`);
        theirs = now;
      }
      // Only the owner may read it, because cookies can contain sessions.
      const text = await cookies.toNetscape();
      await replaceGiven(file, text, 0o600);
      bytes = Buffer.from((written = text));
    },
  };
}
