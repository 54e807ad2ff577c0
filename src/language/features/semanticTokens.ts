import type { Range } from '../../base/text.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import type { Looking } from '../semantics/lookOnly.ts';
import type { Block } from '../syntax/nodes.ts';
import { placeholdersOf } from './placeholders.ts';

/** What a placeholder is, for its colour. */
export type TokenKind = 'reqVariable' | 'reqDynamic' | 'reqSecret' | 'reqUndefined';
export const tokenKinds: readonly TokenKind[] = ['reqVariable', 'reqDynamic', 'reqSecret', 'reqUndefined'];

export interface SemanticToken {
  readonly range: Range;
  readonly kind: TokenKind;
}

/** Colours for what stands between the braces of each placeholder, in the file's order. */
export function semanticTokens(tree: DocumentTree, look: (block: Block) => Looking): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  for (const block of tree.blocks) {
    let looking: Looking | undefined;
    for (const { placeholder, before } of placeholdersOf(tree, block)) {
      looking ??= look(block);
      tokens.push({ range: placeholder.expressionRange, kind: kindOf(placeholder, looking, before) });
    }
  }
  return tokens.toSorted((a, b) => a.range.start - b.range.start);
}

function kindOf(p: Parameters<Looking['evaluation']['placeholder']>[0], looking: Looking, before: number | undefined): TokenKind {
  const result = looking.evaluation.placeholder(p, false, before);
  if (!result.ok) return 'reqUndefined';
  if (p.expression.kind !== 'path') return 'reqDynamic';
  const root = String(p.expression.segments[0]?.key);
  if (root === '$secret') return 'reqSecret';
  if (root.startsWith('$')) return 'reqDynamic';
  return looking.scope.find(root, before)?.secret === true ? 'reqSecret' : 'reqVariable';
}
