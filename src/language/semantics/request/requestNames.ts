import { isRequest, nameOf } from '../../syntax/nodes.ts';
import { fromBlocks, perBlock } from '../../syntax/versions.ts';

const nameIn = perBlock((_, block) => (isRequest(block) ? nameOf(block) : ''));

/** The names of a file's requests, each once. */
export const requestNames = fromBlocks(
  nameIn,
  (a, b) => a === b,
  (names): ReadonlySet<string> => new Set(names.filter((name) => name !== '')),
);
