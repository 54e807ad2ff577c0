import { templateAt } from '../../semantics/request/requestSource.ts';
import type { BodyNode, DocumentTree } from '../../syntax/nodes.ts';
import { readJsonTokens, type JsonTokens } from '../format/jsonBodyTokens.ts';

/** The tokens of a JSON body with placeholders; undefined if the body is not JSON. */
export function jsonTokensOf(tree: DocumentTree, { text }: BodyNode): JsonTokens | undefined {
  const { parts } = templateAt(tree, text).template;
  return readJsonTokens(
    tree.text,
    text,
    parts.flatMap((p) => (p.kind === 'placeholder' ? p.range : [])),
  );
}
