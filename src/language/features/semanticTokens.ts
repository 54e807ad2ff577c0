import type { Range } from '../../base/text.ts';
import type { DocumentTree } from '../syntax/nodes.ts';
import type { Looking } from '../semantics/lookOnly.ts';
import type { Block } from '../syntax/nodes.ts';
import { lookAt, placeholdersOf, type FoundPlaceholder } from './placeholders.ts';
import type { ScriptSetter } from './requests.ts';

/** What a placeholder is, for its colour. */
export type TokenKind = 'reqVariable' | 'reqDynamic' | 'reqSecret' | 'reqUndefined';
export const tokenKinds: readonly TokenKind[] = ['reqVariable', 'reqDynamic', 'reqSecret', 'reqUndefined'];

export interface SemanticToken {
  readonly range: Range;
  readonly kind: TokenKind;
}

/** Colours for what stands between the braces of each placeholder, in the file's order. */
export function semanticTokens(
  tree: DocumentTree,
  look: (block: Block) => Looking,
  setters: readonly ScriptSetter[],
): readonly SemanticToken[] {
  const setByScript = new Set(setters.map((s) => s.name));
  const tokens: SemanticToken[] = [];
  for (const block of tree.blocks) {
    let looking: Looking | undefined;
    for (const found of placeholdersOf(tree, block)) {
      looking ??= look(block);
      tokens.push({ range: found.placeholder.expressionRange, kind: kindOf(found, looking, setByScript) });
    }
  }
  return tokens.toSorted((a, b) => a.range.start - b.range.start);
}

function kindOf(found: FoundPlaceholder, looking: Looking, setByScript: ReadonlySet<string>): TokenKind {
  const { expression } = found.placeholder;
  const result = lookAt(found, looking);
  const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
  // What a script or a response will bring is not wrong: only sending makes it known.
  if (!result.ok) return setByScript.has(root) || result.problem.untilSent === true ? 'reqDynamic' : 'reqUndefined';
  if (expression.kind !== 'path') return 'reqDynamic';
  if (root === '$secret') return 'reqSecret';
  if (root.startsWith('$')) return 'reqDynamic';
  const { scope } = looking;
  const whole = expression.dotted === undefined ? undefined : scope.find(expression.dotted, found.before);
  return (whole ?? scope.find(root, found.before))?.secret === true ? 'reqSecret' : 'reqVariable';
}
