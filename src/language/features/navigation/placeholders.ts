import { contains } from '../../../base/text.ts';
import { startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import type { Placeholder } from '../../syntax/template.ts';
import { looksLikeJson } from '../../semantics/request/requestBody.ts';
import { endsInString } from '../../semantics/values/jsonTemplate.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Evaluated } from '../../semantics/values/valuePath.ts';
import type { Variable } from '../../semantics/variables/variables.ts';
import { templatesOf, type TemplatePlace } from '../../semantics/request/requestSource.ts';

/** A placeholder of a file and where it stands. */
export interface FoundPlaceholder {
  readonly placeholder: Placeholder;
  readonly place: TemplatePlace;
  readonly block: Block;
  /** For one in a definition: its template sees only what is above this offset. */
  readonly before: number | undefined;
  /** Whether it stands inside a string of a JSON body: `| json` escapes for that place. */
  readonly inString: boolean;
}

/** Every placeholder of a block, in the order of its texts. */
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

/** The block that holds an offset. */
export const blockAt = (tree: DocumentTree, offset: number): Block => tree.blocks[blockNumberAt(tree, offset)] as Block;

/** Which of the blocks holds an offset. */
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

/** The placeholder at an offset, or undefined. */
export function placeholderAt(tree: DocumentTree, offset: number): FoundPlaceholder | undefined {
  const block = blockAt(tree, offset);
  let last = lastAsked.get(tree);
  if (last?.block !== block) lastAsked.set(tree, (last = { block, all: inOrder(placeholdersOf(tree, block)) }));
  // They stand one behind the other: the first that does not end before the offset, or where none can, the next.
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

/** The placeholders of the block that was asked for last: quick fixes and hovers ask for one after the other. */
const lastAsked = new WeakMap<DocumentTree, { readonly block: Block; readonly all: readonly FoundPlaceholder[] }>();

/** The value of a placeholder where it stands, without sending. */
export function lookAt(found: FoundPlaceholder, looking: Pick<PreviewContext, 'evaluation' | 'scope'>): Evaluated {
  return looking.evaluation.placeholder(found.placeholder, found.inString, found.before, ownerOf(found, looking));
}

/** The variable that a placeholder means where it stands; undefined where it means none. */
export function variableAt(found: FoundPlaceholder, looking: PreviewContext): Variable | undefined {
  const { expression } = found.placeholder;
  return expression.kind === 'path' ? looking.evaluation.meant(expression, found.before, ownerOf(found, looking)) : undefined;
}

/** The variable in whose definition a placeholder stands. */
function ownerOf({ place }: FoundPlaceholder, { scope }: Pick<PreviewContext, 'scope'>): Variable | undefined {
  if (place.kind !== 'definition') return undefined;
  const { name, range } = place.node;
  return scope.findAll(name.text, range.end).find((v) => v.position === range.start);
}
