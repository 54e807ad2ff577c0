import type { Range } from '../../base/text.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import { occurrencesIn } from './occurrences.ts';

/** What has a count of its uses above it: `@` definitions and the names of requests. Their uses are counted by `references`. */
export function countedNames(tree: DocumentTree): readonly Range[] {
  return tree.blocks.flatMap((block) =>
    occurrencesIn(tree, block).flatMap((o) => (o.form === 'definition' || o.form === 'name' || o.form === 'title' ? o.range : [])),
  );
}
