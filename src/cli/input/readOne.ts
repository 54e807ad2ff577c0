import path from 'node:path';
import { ReqError } from '../../base/reqError.ts';
import { holdsRequests, isFolder, readText, standardInput, textOfBytes } from '../world/cliFiles.ts';
import { shownPath } from '../world/shownPath.ts';
import { know, type Known } from '../world/cliSurroundings.ts';
import type { Collection } from '../../language/index.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { requestPath } from './requestPath.ts';

/** A request file, or a fence of a Markdown file. */
export interface KnownText extends Known {
  /** The first line, counted from 1. */
  readonly firstLine: number;
}

/** The single file of a command. */
export interface OneFile {
  readonly file: string;
  /** Several, or none, for a Markdown file. They have the same collection. */
  readonly texts: readonly KnownText[];
  /** The name after `#` in the operand. */
  readonly name: string | undefined;
}

/**
 * Reads the single file of a command, `-` for standard input.
 * @param usage the operands of the command, for the hint
 * @throws {ReqError} of kind `usage`
 */
export async function readOne(operands: readonly string[], usage: string): Promise<OneFile> {
  const [given, ...more] = operands;
  if (given === undefined) throw new ReqError('usage', 'A file is missing.', { hint: `${usage}; - reads standard input.` });
  if (more.length > 0)
    throw new ReqError('usage', `One file is sent at a time, not ${operands.length}: ${operands.join(' ')}`, hintForMore(more));
  // Standard input counts as a file named - in the current folder, so places read -:3:9.
  if (given === '-') {
    const file = path.resolve(given);
    return textsOf(file, textOfBytes(file, await standardInput()), undefined);
  }
  const { file, name } = await requestPath(given);
  if (await isFolder(file))
    throw new ReqError('usage', `${shownPath(file)} is a folder, and one file is sent at a time.`, {
      hint: `req list ${shownPath(file)} shows the requests in it.`,
    });
  if (!holdsRequests(file)) throw new ReqError('usage', `${shownPath(file)} contains no requests: it is a shared file.`);
  return textsOf(file, await readText(file), name);
}

/** A name is more likely than a second file. */
function hintForMore(more: readonly string[]): { readonly hint?: string } {
  const name = more.join(' ');
  if (more.some((each) => each.startsWith('-'))) return {};
  if (/\.(?:req|http|rest|md)$/.test(name)) return { hint: 'req run sends the requests of several files.' };
  return { hint: `A request is chosen by its name with -n ${/\W/.test(name) ? `"${name}"` : name}` };
}

/** The collection of the file. A Markdown file without requests has none, and is rejected before. */
export function collectionOf({ file, texts: [first] }: OneFile): Collection {
  if (first === undefined) throw new Error(`${file} contains no request.`);
  return first.collection;
}

async function textsOf(file: string, whole: string, name: string | undefined): Promise<OneFile> {
  const found = { file, fallbackRoot: path.dirname(file) };
  const texts: KnownText[] = [];
  for (const { text, firstLine } of requestTextsWithin(file, whole)) {
    const [first] = texts;
    texts.push({ ...(await know(found, text, first?.collection)), firstLine });
  }
  return { file, texts, name };
}
