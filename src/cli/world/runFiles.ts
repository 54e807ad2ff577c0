import { ReqError } from '../../base/reqError.ts';
import { loadCollection, type Collection, type CollectionRequests, type DataVariables, type TextDocument } from '../../language/index.ts';
import type { CollectionFile } from '../../runner/index.ts';
import { fileSource, findFiles, holdsRequests, readText, standardInput, textOfBytes, type LeftOut } from './cliFiles.ts';
import { createWorkspace } from './cliWorkspace.ts';
import path from 'node:path';

/** The files of a run and the requests of their collections. */
export interface RunFiles {
  readonly files: readonly CollectionFile[];
  /** All requests of a file's collection, with the trees of `files`. */
  readonly requestsOf: (file: CollectionFile, environment: string | undefined, variables: DataVariables) => Promise<CollectionRequests>;
}

/**
 * Reads all files before anything is sent.
 * @throws {ReqError} if one cannot be read
 */
export async function readRunFiles(operands: readonly string[], leftOut: LeftOut): Promise<RunFiles> {
  if (operands.length === 0) throw new ReqError('usage', 'A file or folder is missing.', { hint: 'req run . runs those of this folder.' });
  const standard = operands.includes('-');
  if (standard && operands.length > 1) throw new ReqError('usage', 'Standard input (-) is run alone.');
  const found = standard
    ? [{ file: path.resolve('-'), fallbackRoot: process.cwd() }]
    : (await findFiles(operands, leftOut)).filter((f) => holdsRequests(f.file));
  const documents = new Map<string, TextDocument>();
  // One collection for all files of a folder.
  const collections = new Map<string, Promise<Collection>>();
  const workspace = createWorkspace({
    files: found,
    variables: { find: () => undefined, names: () => [] },
    environment: undefined,
    openDocument: (file) => documents.get(file),
  });
  const files: CollectionFile[] = [];
  for (const { file, fallbackRoot } of found) {
    const text = standard ? textOfBytes(file, await standardInput()) : await readText(file);
    const document = { file, version: 1, getText: () => text };
    documents.set(file, document);
    const key = `${path.dirname(file)}\0${fallbackRoot}`;
    const known = collections.get(key) ?? loadCollection(fileSource, file, fallbackRoot);
    collections.set(key, known);
    files.push({ file, tree: workspace.tree(document), collection: await known });
  }
  const requests = new Map<string, Promise<CollectionRequests>>();
  return {
    files,
    async requestsOf({ file, tree, collection }, environment, variables) {
      const of = requests.get(file) ?? workspace.requests({ file, tree, collection, environment });
      requests.set(file, of);
      const all = await of;
      return { files: all.files, contextOf: async (f, block) => ({ ...(await all.contextOf(f, block)), environment, variables }) };
    },
  };
}
