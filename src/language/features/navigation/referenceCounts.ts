import type { Range } from '../../../base/text.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { occurrencesIn, occurrencesOf, type Occurrence } from './occurrences.ts';

/**
 * What has a count of its uses above it: `@` definitions, and the names of requests; titles only where the file uses them as
 * names. The uses are counted by `references`.
 */
export function countedNames(tree: DocumentTree): readonly Range[] {
  const isUsed = (name: string): boolean => occurrencesOf(tree, name).some((o) => o.kind === 'request' && o.role === 'reference');
  const isCounted = ({ form, name }: Occurrence): boolean => form === 'definition' || form === 'name' || (form === 'title' && isUsed(name));
  return tree.blocks.flatMap((block) => occurrencesIn(tree, block).flatMap((o) => (isCounted(o) ? o.range : [])));
}
