import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import {
  DataFileCache,
  loadCollection,
  noVariables,
  type Block,
  type BlockContext,
  type Collection,
  type DataFiles,
  type DataVariables,
  type DocumentTree,
} from '../../language/index.ts';
import { fileSource, type FoundFile } from './cliFiles.ts';
import { parseFile } from './readForeign.ts';
import { shownPath } from './shownPath.ts';

/** A parsed file, or a fence of a Markdown file, with its collection. */
export interface Known {
  readonly file: string;
  readonly tree: DocumentTree;
  readonly collection: Collection;
  readonly data: DataFiles;
}

/**
 * Parses a file and reads its collection, unless it is given.
 * @throws {ReqError} if a file around it cannot be read
 */
export async function know({ file, fallbackRoot }: FoundFile, text: string, known?: Collection): Promise<Known> {
  const collection = known ?? (await loadCollection(fileSource, file, fallbackRoot));
  const tree = await parseFile(file, text);
  const data = await new DataFileCache(fileSource, shownPath).of({ file, tree, root: collection.root });
  return { file, tree, collection, data };
}

export function contextOf(known: Known, block: Block, environment: string | undefined, variables: DataVariables): BlockContext {
  return { ...known, block, environment, variables, answers: noVariables };
}

/** The error for an environment that is not defined, or whose file cannot be read. */
export function unknownEnvironment(name: string, collections: readonly Collection[]): ReqError {
  const broken = collections.flatMap((c) => c.environmentFiles).find((f) => f.problem !== undefined);
  if (broken?.problem !== undefined) {
    const { message, line, column } = broken.problem;
    return new ReqError('usage', `The environment "${name}" is not known. ${message}`, { at: { file: broken.file, line, column } });
  }
  const ignored = collections.flatMap((c) => c.ignored).find(({ file }) => file.endsWith('.env.json'));
  if (ignored !== undefined)
    return new ReqError('usage', `The environment "${name}" is not known. This file is ignored: ${ignored.why}.`, {
      at: { file: ignored.file, line: 1, column: 1 },
    });
  const names = [...new Set(collections.flatMap((c) => c.environments))];
  if (names.length === 0) {
    const roots = [...new Set(collections.map((c) => shownPath(c.root)))].join(', ');
    return new ReqError('usage', `There is no environment "${name}", nor any other.`, {
      hint: `Environments are defined in http-client.env.json, in ${roots} or between there and the file.`,
    });
  }
  const near = closest(name, names);
  const hint = near === undefined ? {} : { hint: `Did you mean ${near}?` };
  return new ReqError('usage', `There is no environment "${name}". There are: ${names.join(', ')}.`, hint);
}
