import path from 'node:path';
import { kindOf } from '../../files/folders.ts';
import { shownPath } from '../world/shownPath.ts';
import { ReqError } from '../../base/reqError.ts';
import { unreadable } from '../world/cliFiles.ts';

/** An operand: a path, and the `@name` or title of a request after `#`. */
export interface RequestPath {
  /** Absolute. */
  readonly file: string;
  readonly name: string | undefined;
}

/**
 * Splits `users.req#createUser`. The name of an existing file may contain `#`.
 * @throws {ReqError} if there is no such file or folder
 */
export async function requestPath(given: string): Promise<RequestPath> {
  const kind = (file: string): ReturnType<typeof kindOf> =>
    kindOf(file).catch((e: unknown) => {
      throw unreadable(file, e);
    });
  const whole = path.resolve(given);
  if (!given.includes('#') || (await kind(whole)) !== undefined) return { file: whole, name: undefined };
  for (let at = given.indexOf('#'); at >= 0; at = given.indexOf('#', at + 1)) {
    const file = path.resolve(given.slice(0, at));
    if ((await kind(file)) === 'file') return { file, name: given.slice(at + 1) };
  }
  throw new ReqError('usage', `There is no file ${shownPath(path.resolve(given.slice(0, given.indexOf('#'))))}.`);
}
