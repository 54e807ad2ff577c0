import { isRequest, nameOf } from '../../syntax/nodes.ts';
import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';

const nameIn = cachePerBlock((_, block) => (isRequest(block) ? nameOf(block) : ''));

/** The names of a file's requests. The set stays the same object while the names are equal. */
export const requestNames = cacheMerged(
  nameIn,
  (a, b) => a === b,
  (names): ReadonlySet<string> => new Set(names.filter((name) => name !== '')),
);
