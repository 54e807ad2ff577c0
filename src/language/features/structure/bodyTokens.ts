import { templateAt } from '../../semantics/request/requestSource.ts';
import type { BodyNode, DocumentTree } from '../../syntax/nodes.ts';
import { readJsonTokens, type JsonTokens } from '../format/jsonBodyTokens.ts';

/** The tokens of a body that is JSON with placeholders in it; undefined for any other. */
export function jsonTokensOf(tree: DocumentTree, { text }: BodyNode): JsonTokens | undefined {
  const { parts } = templateAt(tree, text).template;
  return readJsonTokens(
    tree.text,
    text,
    parts.flatMap((p) => (p.kind === 'placeholder' ? p.range : [])),
  );
}
