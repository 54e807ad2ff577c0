import { movedRange, type Range } from '../../../base/text.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { cacheFindings } from '../../incremental/findings.ts';
import { asksOtherFile } from '../navigation/asksOtherFile.ts';
import { lookAt, placeholdersOf, type FoundPlaceholder, variableAt } from '../navigation/placeholders.ts';

/** What a placeholder is, for its color. */
export type TokenKind = 'reqVariable' | 'reqDynamic' | 'reqSecret' | 'reqUndefined';
export const tokenKinds: readonly TokenKind[] = ['reqVariable', 'reqDynamic', 'reqSecret', 'reqUndefined'];

export interface SemanticToken {
  readonly range: Range;
  readonly kind: TokenKind;
}

/** Colors for what stands between the braces of each placeholder, in the file's order. */
export const semanticTokens = cacheFindings(tokensOf, {
  move: ({ range, kind }, by) => ({ range: movedRange(range, by), kind }),
  hasLines: false,
});

function tokensOf(view: FileView, block: Block): readonly SemanticToken[] {
  let looking: PreviewContext | undefined;
  const tokens: SemanticToken[] = [];
  for (const found of placeholdersOf(view.tree, block)) {
    looking ??= view.look(block);
    const { expression, expressionRange } = found.placeholder;
    const kind = kindOf(found, looking, view);
    // The arguments of a dynamic have colors of their own.
    tokens.push({ range: kind === 'reqDynamic' && expression.kind === 'dynamic' ? expression.nameRange : expressionRange, kind });
  }
  return tokens.toSorted((a, b) => a.range.start - b.range.start);
}

function kindOf(found: FoundPlaceholder, looking: PreviewContext, view: FileView): TokenKind {
  const { expression } = found.placeholder;
  const result = lookAt(found, looking);
  const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
  // What a script or a response will bring is not wrong: only sending makes it known.
  if (!result.ok) {
    const comes = view.setters.find(root) !== undefined || result.problem.untilSent === true || asksOtherFile(view, found.placeholder);
    return comes ? 'reqDynamic' : 'reqUndefined';
  }
  if (expression.kind !== 'path') return 'reqDynamic';
  if (root === '$secret') return 'reqSecret';
  if (root.startsWith('$')) return 'reqDynamic';
  return variableAt(found, looking)?.secret === true ? 'reqSecret' : 'reqVariable';
}
