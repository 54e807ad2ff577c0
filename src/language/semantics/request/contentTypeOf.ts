import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { templateAt, type HeaderSource, type TemplateText } from './requestSource.ts';
import type { SharedBlock } from './sharedBlock.ts';

/** The `Content-Type` of a request in a preview: its own, else that of the innermost shared block. */
export function contentTypeOf(
  tree: DocumentTree,
  block: Block,
  shared: readonly SharedBlock[],
  textOf: (written: TemplateText) => string,
): string | undefined {
  const written: readonly HeaderSource[] = [
    ...block.headers.map((h) => ({ name: h.name.text, nameText: undefined, values: h.values.map((v) => templateAt(tree, v)) })),
    ...shared.flatMap((s) => s.headers.map((h) => ({ name: h.node.name.text, nameText: undefined, values: h.values }))),
  ];
  const header = written.find((h) => h.name.toLowerCase() === 'content-type');
  return header?.values.map(textOf).join(' ').trim();
}
