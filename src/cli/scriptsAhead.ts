import path from 'node:path';
import type { Block, Collection, DocumentTree } from '../language/index.ts';
import { startScripts, type StartedScripts } from '../runner/startScripts.ts';

/** The bundle of the script worker. */
export const workerFile = path.join(__dirname, 'scriptWorker.cjs');

/** Where requests stand that are to be sent. */
interface Around {
  readonly tree: DocumentTree;
  readonly collection: Collection;
  /** All of the file's without them. */
  readonly blocks?: readonly Block[];
}

/** Begins to start the worker of scripts while what sends is still read, where a script is about to run. */
export function scriptsAhead(files: readonly Around[]): StartedScripts | undefined {
  const hasScript = (block: Block): boolean => block.preScripts.length > 0 || block.responseScripts.length > 0;
  const runsOne = files.some(
    ({ tree, collection, blocks = tree.blocks }) =>
      blocks.some(hasScript) || tree.blocks.slice(0, 1).some(hasScript) || collection.shared.some((s) => s.tree.blocks.some(hasScript)),
  );
  return runsOne ? startScripts(workerFile) : undefined;
}
