import { contains } from '../../../base/text/text.ts';
import { startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import type { Placeholder } from '../../syntax/template.ts';
import { looksLikeJson } from '../../semantics/request/requestBody.ts';
import { endsInString } from '../../semantics/values/jsonTemplate.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { Variable } from '../../semantics/variables/variables.ts';
import { templatesOf, type TemplatePlace } from '../../semantics/request/requestSource.ts';

export interface FoundPlaceholder {
  readonly placeholder: Placeholder;
  readonly place: TemplatePlace;
  readonly block: Block;
  /** For a placeholder in a definition: only definitions before this offset are visible. */
  readonly before: number | undefined;
  /** It is inside a string of a JSON body, where `| json` escapes its value for a string. */
  readonly inString: boolean;
}

/** The placeholders of a block, in the order of its templates. */
export function* placeholdersOf(tree: DocumentTree, block: Block): Generator<FoundPlaceholder> {
  for (const { place, text } of templatesOf(tree, block)) {
    const before = place.kind === 'definition' ? place.node.range.start : undefined;
    const isJson = place.kind === 'body' && looksLikeJson(text.written);
    let inString = false;
    for (const part of text.template.parts) {
      if (part.kind === 'placeholder') yield { placeholder: part, place, block, before, inString };
      else if (isJson) inString = endsInString(part.text, inString);
    }
  }
}

export const blockAt = (tree: DocumentTree, offset: number): Block => tree.blocks[blockNumberAt(tree, offset)] as Block;

export function blockNumberAt(tree: DocumentTree, offset: number): number {
  const { blocks } = tree;
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (startOf(blocks[middle] as Block) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The placeholder at an offset, including its start and end. */
export function placeholderAt(tree: DocumentTree, offset: number): FoundPlaceholder | undefined {
  const block = blockAt(tree, offset);
  let last = lastAsked.get(tree);
  if (last?.block !== block) lastAsked.set(tree, (last = { block, all: inOrder(placeholdersOf(tree, block)) }));
  // Placeholders do not overlap, so only the first that ends at or after the offset and the next can contain it.
  const { all } = last;
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as FoundPlaceholder).placeholder.range.end < offset) low = middle + 1;
    else high = middle;
  }
  return all.slice(low, low + 2).find((found) => contains(found.placeholder.range, offset));
}

const inOrder = (found: Iterable<FoundPlaceholder>): readonly FoundPlaceholder[] =>
  [...found].sort((a, b) => a.placeholder.range.start - b.placeholder.range.start);

/** Placeholders of the most recent block, because quick fixes and hovers look up several of them. */
const lastAsked = new WeakMap<DocumentTree, { readonly block: Block; readonly all: readonly FoundPlaceholder[] }>();

/** Evaluates a placeholder in its context, without sending. */
export function lookAt(found: FoundPlaceholder, looking: Pick<PreviewContext, 'evaluation' | 'scope'>): Evaluated {
  return looking.evaluation.placeholder(found.placeholder, found.inString, found.before, ownerOf(found, looking));
}

/** The variable that a placeholder refers to; undefined if it refers to none. */
export function variableAt(found: FoundPlaceholder, looking: PreviewContext): Variable | undefined {
  const { expression } = found.placeholder;
  return expression.kind === 'path' ? looking.evaluation.meant(expression, found.before, ownerOf(found, looking)) : undefined;
}

function ownerOf({ place }: FoundPlaceholder, { scope }: Pick<PreviewContext, 'scope'>): Variable | undefined {
  if (place.kind !== 'definition') return undefined;
  const { name, range } = place.node;
  return scope.findAll(name.text, range.end).find((v) => v.position === range.start);
}
