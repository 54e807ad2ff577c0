import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { holdsRequests, isFolder, readText, standardInput, textOfBytes } from '../world/cliFiles.ts';
import { shownPath } from '../world/shownPath.ts';
import { know, type Known } from '../world/cliSurroundings.ts';

/**
 * Reads the single file of a command, `-` for standard input.
 * @throws {ReqError} of kind `usage`
 */
export async function readOne(operands: readonly string[]): Promise<Known> {
  const [name, ...more] = operands;
  if (name === undefined) throw new ReqError('usage', 'A file is missing.', { hint: 'req send FILE; - reads standard input.' });
  if (more.length > 0) throw new ReqError('usage', `One file is sent at a time, not ${operands.length}: ${operands.join(' ')}`);
  const file = path.resolve(name);
  const found = { file, fallbackRoot: path.dirname(file) };
  // Standard input counts as a file named - in the current folder, so places read -:3:9.
  if (name === '-') return know(found, textOfBytes(file, await standardInput()));
  if (await isFolder(file))
    throw new ReqError('usage', `${shownPath(file)} is a folder, and one file is sent at a time.`, {
      hint: `req list ${shownPath(file)} shows the requests in it.`,
    });
  if (!holdsRequests(file)) throw new ReqError('usage', `${shownPath(file)} contains no requests: it is a shared file.`);
  return know(found, await readText(file));
}
