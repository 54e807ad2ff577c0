import { movedRange } from '../../../base/text/text.ts';
import type { PreviewContext } from '../../semantics/variables/previewEvaluation.ts';
import type { Block } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { cacheFindings } from '../../incremental/findings.ts';
import { asksOtherFile } from '../navigation/asksOtherFile.ts';
import { lookAt, placeholdersOf, type FoundPlaceholder, variableAt } from '../navigation/placeholders.ts';
import type { SemanticToken, TokenKind } from './tokenKinds.ts';

const tokens = cacheFindings(tokensOf, {
  move: ({ range, kind }, by) => ({ range: movedRange(range, by), kind }),
  hasLines: false,
});

/** @param only excludes the tokens of other blocks */
export const semanticTokens = (view: FileView, only?: (block: Block) => boolean): readonly SemanticToken[] => tokens.of(view, only);

function tokensOf(view: FileView, block: Block): readonly SemanticToken[] {
  let looking: PreviewContext | undefined;
  const found: SemanticToken[] = [];
  for (const place of placeholdersOf(view.tree, block)) {
    looking ??= view.look(block);
    const { expression, expressionRange } = place.placeholder;
    const kind = kindOf(place, looking, view);
    // The grammar colors the arguments of a dynamic value.
    found.push({ range: kind === 'reqDynamic' && expression.kind === 'dynamic' ? expression.nameRange : expressionRange, kind });
  }
  return found.toSorted((a, b) => a.range.start - b.range.start);
}

function kindOf(found: FoundPlaceholder, looking: PreviewContext, view: FileView): TokenKind {
  const { expression } = found.placeholder;
  if (found.before === undefined && looking.plainKind(found.placeholder) !== undefined) return 'reqVariable';
  const result = lookAt(found, looking);
  const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
  // A value that a script or a response provides is not an error: it is known only after sending.
  if (!result.ok) {
    const comes = view.setters.find(root) !== undefined || result.problem.untilSent === true || asksOtherFile(view, found.placeholder);
    return comes ? 'reqDynamic' : 'reqUndefined';
  }
  if (expression.kind !== 'path') return 'reqDynamic';
  if (root === '$secret') return 'reqSecret';
  if (root.startsWith('$')) return 'reqDynamic';
  return variableAt(found, looking)?.secret === true ? 'reqSecret' : 'reqVariable';
}
