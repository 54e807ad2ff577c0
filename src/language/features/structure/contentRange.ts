import type { Range } from '../../../base/text/text.ts';
import type { Block, DocumentTree } from '../../syntax/nodes.ts';

/** A range without its final line break. */
export function withoutBreak({ text }: DocumentTree, { start, end }: Range): Range {
  let at = end;
  if (at > start && text.charCodeAt(at - 1) === 10) at--;
  if (at > start && text.charCodeAt(at - 1) === 13) at--;
  return { start, end: at };
}

/** The range of a block's content, without empty lines around it; undefined for an empty block. */
export function contentRange(tree: DocumentTree, { nodes }: Block): Range | undefined {
  const first = nodes.find((n) => n.kind !== 'blank');
  const last = nodes.findLast((n) => n.kind !== 'blank');
  return first === undefined || last === undefined ? undefined : withoutBreak(tree, { start: first.range.start, end: last.range.end });
}
