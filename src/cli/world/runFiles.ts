import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import {
  inRunOrder,
  isInside,
  isMarkdown,
  listRequests,
  type CollectionRequests,
  type DataVariables,
  type DocumentTree,
  type RequestSummary,
  type TextDocument,
} from '../../language/index.ts';
import type { CollectionFile } from '../../runner/index.ts';
import { findFiles, holdsRequests, readText, standardInput, textOfBytes, type LeftOut } from './cliFiles.ts';
import { requestPath, type RequestPath } from '../input/requestPath.ts';
import { requestTextsWithin } from '../output/lineLimit.ts';
import { createWorkspace } from './cliWorkspace.ts';
import { shownPath } from './shownPath.ts';
import path from 'node:path';

export interface RunFiles {
  readonly files: readonly CollectionFile[];
  /** All requests of a file's collection, with the trees of `files`. */
  readonly requestsOf: (file: CollectionFile, environment: string | undefined, variables: DataVariables) => Promise<CollectionRequests>;
  /** Whether the operands select a request: by its file or folder, or by its name after `#`. */
  readonly isNamed: (file: CollectionFile, request: RequestSummary) => boolean;
}

/**
 * Reads all files before anything is sent.
 * @throws {ReqError} if one cannot be read
 */
export async function readRunFiles(operands: readonly string[], leftOut: LeftOut): Promise<RunFiles> {
  if (operands.length === 0) throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req run . runs those of this folder.' });
  const standard = operands.includes('-');
  if (standard && operands.length > 1) throw new ReqError('usage', 'Standard input (-) is run alone.');
  const paths = standard ? [] : await Promise.all(operands.map(requestPath));
  const found = standard
    ? [{ file: path.resolve('-'), fallbackRoot: process.cwd() }]
    : (
        await findFiles(
          paths.map(({ file }) => file),
          leftOut,
        )
      ).filter((f) => holdsRequests(f.file));
  const documents = new Map<string, TextDocument>();
  const workspace = createWorkspace({
    files: found,
    variables: { find: () => undefined, names: () => [] },
    environment: undefined,
    openDocument: (file) => documents.get(file),
  });
  const read: CollectionFile[] = [];
  for (const { file } of found) {
    const whole = standard ? textOfBytes(file, await standardInput()) : await readText(file);
    const collection = await workspace.collectionOf(file);
    for (const { text } of requestTextsWithin(file, whole)) {
      const document = { file, version: 1, getText: () => text };
      if (!isMarkdown(file)) documents.set(file, document);
      const tree = workspace.tree(document);
      read.push({ file, tree, collection, data: await workspace.dataOf({ file, tree, collection }) });
    }
  }
  const files = inRunOrder(read);
  const names = namesIn(paths, files);
  const requests = new Map<DocumentTree, Promise<CollectionRequests>>();
  return {
    files,
    async requestsOf({ file, tree, collection }, environment, variables) {
      const of = requests.get(tree) ?? workspace.requests({ file, tree, collection, environment });
      requests.set(tree, of);
      const all = await of;
      return { ...all, contextOf: async (f, block) => ({ ...(await all.contextOf(f, block)), environment, variables }) };
    },
    isNamed: ({ file }, request) => names.get(file)?.some((name) => isCalled(request, name)) ?? true,
  };
}

const isCalled = (request: RequestSummary, name: string): boolean => request.name === name || request.title === name;

/**
 * The names after `#` by file. A file that is also named without `#` runs as a whole.
 * @throws {ReqError} for a name that no request of the file has
 */
function namesIn(paths: readonly RequestPath[], files: readonly CollectionFile[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { file, name } of paths) {
    if (name === undefined) continue;
    const all = files.filter((f) => f.file === file).flatMap(({ tree }) => listRequests(tree));
    if (!all.some((request) => isCalled(request, name))) throw unknownName(shownPath(file), name, all);
    names.set(file, [...(names.get(file) ?? []), name]);
  }
  for (const { file, name } of paths)
    if (name === undefined) for (const known of names.keys()) if (isInside(known, file)) names.delete(known);
  return names;
}

function unknownName(shown: string, name: string, all: readonly RequestSummary[]): ReqError {
  const near = closest(
    name,
    all.flatMap((r) => [r.name, r.title]).filter((n) => n !== ''),
  );
  return new ReqError(
    'usage',
    `${shown} contains no request named "${name}".`,
    near === undefined ? {} : { hint: `Did you mean "${near}"?` },
  );
}
