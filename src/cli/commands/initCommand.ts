import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { readRegular } from '../../files/read.ts';
import { isLink } from '../../files/real.ts';
import { kindOf } from '../../files/folders.ts';
import { exampleHost, newCollectionFiles } from '../../language/onDemand.ts';
import type { Options } from '../commandLine/args.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';
import { createOutput } from '../output/output.ts';
import { relativePath, shownPath } from '../world/shownPath.ts';
import { checkFolder, writeTexts } from '../world/writeTexts.ts';

const privateEnvironment = 'http-client.private.env.json';

/**
 * `req init`. Writes a new collection into a folder and leaves existing files as they are.
 * @throws {ReqError} if the folder is a collection already, or cannot be written
 */
export async function init(options: Options, operands: readonly string[]): Promise<ExitCode> {
  const { out, err } = createOutput(options);
  if (operands.length > 1) throw new ReqError('usage', 'req init writes one collection: name one folder.');
  const folder = path.resolve(operands[0] ?? '.');
  const all = Object.entries(newCollectionFiles(exampleHost)).map(([name, text]) => ({ name, file: path.join(folder, name), text }));
  if ((await kindOf(folder)) === 'file') throw new ReqError('usage', `${shownPath(folder)} is a file: name a folder. Nothing was written.`);
  await checkFolder(folder);
  const missing: typeof all = [];
  for (const target of all) {
    if (!(await exists(target.file))) missing.push(target);
    else if (target.name === 'collection.req')
      throw new ReqError('usage', `${shownPath(target.file)} exists: the folder is a collection already. Nothing was written.`);
  }
  await writeTexts(missing, folder);
  for (const { file } of missing) out.write(`${shownPath(file)}\n`);
  for (const target of all) if (!missing.includes(target)) err.write(`${shownPath(target.file)} exists and was not changed.\n`);
  const ignoring = path.join(folder, '.gitignore');
  if (missing.every(({ file }) => file !== ignoring) && !(await ignores(ignoring)))
    err.write(`Add the line ${privateEnvironment} to ${shownPath(ignoring)}: that file is for your own values.\n`);
  if (missing.some(({ name }) => name === 'getting-started.req'))
    err.write(`Send the first request: req send ${quoted(relativePath(path.join(folder, 'getting-started.req')))} -n first --env dev\n`);
  return exitCodes.ok;
}

/** A link counts, whatever its target. */
const exists = async (file: string): Promise<boolean> => (await isLink(file)) || (await kindOf(file)) !== undefined;

const ignores = async (file: string): Promise<boolean> =>
  (await readRegular(file).catch(() => undefined))
    ?.toString()
    .split(/\r?\n/)
    .some((line) => line.trim().replace(/^\//, '') === privateEnvironment) ?? false;

/** A path as one word of a POSIX shell. */
const quoted = (file: string): string => (/^[\w./\\:-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`);
