import type { Range } from '../../../base/text/text.ts';
import type { DocumentTree } from '../../syntax/nodes.ts';
import { occurrencesIn, occurrencesOf, type Occurrence } from './occurrences.ts';

/**
 * Names with a reference count above them: `@` definitions, names of requests, and titles that the file uses as names.
 * `references` counts the uses.
 */
export function countedNames(tree: DocumentTree): readonly Range[] {
  const isUsed = (name: string): boolean => occurrencesOf(tree, name).some((o) => o.kind === 'request' && o.role === 'reference');
  const isCounted = ({ form, name }: Occurrence): boolean => form === 'definition' || form === 'name' || (form === 'title' && isUsed(name));
  return tree.blocks.flatMap((block) => occurrencesIn(tree, block).flatMap((o) => (isCounted(o) ? o.range : [])));
}
