import path from 'node:path';
import type { Block, Collection, DocumentTree } from '../language/index.ts';
import { startScripts, type StartedScripts } from '../runner/startScripts.ts';

export const workerFile = path.join(__dirname, 'scriptWorker.cjs');

interface Around {
  readonly tree: DocumentTree;
  readonly collection: Collection;
  /** By default all blocks of the file. */
  readonly blocks?: readonly Block[];
}

/** Starts the script worker while the runner is still loading, if a script will run. */
export function scriptsAhead(files: readonly Around[]): StartedScripts | undefined {
  const hasScript = (block: Block): boolean => block.preScripts.length > 0 || block.responseScripts.length > 0;
  const runsOne = files.some(
    ({ tree, collection, blocks = tree.blocks }) =>
      blocks.some(hasScript) || tree.blocks.slice(0, 1).some(hasScript) || collection.shared.some((s) => s.tree.blocks.some(hasScript)),
  );
  return runsOne ? startScripts(workerFile) : undefined;
}
