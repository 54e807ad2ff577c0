import { ReqError } from '../../base/reqError.ts';
import type { Options } from '../commandLine/args.ts';
import { complete } from '../completion/candidates.ts';
import { scripts, shells } from '../completion/shells.ts';
import { exitCodes, type ExitCode } from '../output/exitCode.ts';

/**
 * `req completion SHELL` prints the script of a shell. The script calls `req completion words -- WORD…`.
 * @throws {ReqError} for an unknown shell
 */
export async function completion(_: Options, [name, ...rest]: readonly string[]): Promise<ExitCode> {
  if (name === 'words') {
    // A shell shows what it gets: without the words there is nothing to complete, so errors are not printed.
    const found = await complete(rest).catch(() => []);
    const lines = typeof found === 'string' ? [`:${found}`] : found.filter(({ word }) => isSafe(word)).map(lineOf);
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    return exitCodes.ok;
  }
  const shell = shells.find((s) => s === name);
  if (shell === undefined || rest.length > 0)
    throw new ReqError('usage', name === undefined ? 'A shell is missing.' : `There is no completion for ${[name, ...rest].join(' ')}.`, {
      hint: `req completion SHELL; SHELL is ${shells.join(', ')}.`,
    });
  process.stdout.write(scripts[shell]);
  return exitCodes.ok;
}

/** Names of files and requests may contain anything; the terminal gets no control or formatting characters. */
const isSafe = (word: string): boolean => !/[\p{C}\u2028\u2029]/u.test(word);

const lineOf = ({ word, about }: { readonly word: string; readonly about?: string }): string =>
  about === undefined ? word : `${word}\t${about}`;
