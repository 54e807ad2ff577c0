import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { AssertionNode, Block, Span } from '../../syntax/nodes.ts';

/** The schema that `matchesSchema` names, as written. */
export type NamedSchema =
  /** `fragment` begins with `#`, or is empty. */
  { readonly kind: 'file'; readonly path: Span; readonly fragment: string } | { readonly kind: 'url'; readonly url: Span };

/** The file or URL of a `matchesSchema`; undefined for a schema on the line, and for other assertions. */
export function namedSchemaOf({ operatorName, right }: AssertionNode): NamedSchema | undefined {
  if (operatorName !== 'matchesSchema') return undefined;
  const { start, text } = right;
  if (text === '' || /^[{"[]|^(?:true|false)$/.test(text)) return undefined;
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return { kind: 'url', url: right };
  const hash = text.indexOf('#');
  const path = hash < 0 ? text : text.slice(0, hash);
  return { kind: 'file', path: { start, end: start + path.length, text: path }, fragment: text.slice(path.length) };
}

const none: readonly never[] = [];

/** The names in each block that have no placeholders. */
export const schemaNamesIn = cachePerBlock((_, block: Block): readonly NamedSchema[] => {
  const found = block.assertions.flatMap((a) => (a.right.text.includes('{{') ? [] : (namedSchemaOf(a) ?? [])));
  return found.length === 0 ? none : found;
});
