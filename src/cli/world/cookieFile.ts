import { ReqError } from '../../base/reqError.ts';
import type { Cookies } from '../../runner/index.ts';
import { readLimits } from '../../files/read.ts';
import { readGivenBytes, replaceGiven, textOfBytes } from './cliFiles.ts';
import { shownPath } from './shownPath.ts';

/** The file of `--cookie-jar`, in the format of curl. */
export interface CookieFile {
  /** Writes all cookies there are now. Throws ReqError where it cannot be written. */
  save(): Promise<void>;
}

/** Takes the cookies of a file, which need not be there. Throws ReqError for one that is something else: it would be lost. */
export async function openCookieFile(file: string, cookies: Cookies): Promise<CookieFile> {
  const bytes = await readGivenBytes(file, readLimits.around);
  const [line] = bytes === undefined ? [] : await cookies.putNetscape(textOfBytes(file, bytes));
  if (line !== undefined)
    throw new ReqError('usage', `${shownPath(file)} is no cookie file, so nothing was sent: line ${line} is no cookie.`, {
      hint: 'It is written as curl -c does: seven fields between tabs.',
    });
  return {
    async save() {
      const now = await readGivenBytes(file, readLimits.around);
      // Another command may have written it meanwhile: what that has changed stays.
      if (now !== undefined && (bytes === undefined || Buffer.compare(now, bytes) !== 0))
        await cookies.takeOverNetscape(bytes === undefined ? '' : textOfBytes(file, bytes), textOfBytes(file, now));
      // Whoever reads it is signed in.
      await replaceGiven(file, await cookies.toNetscape(), 0o600);
    },
  };
}
