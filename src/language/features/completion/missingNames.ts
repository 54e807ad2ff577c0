import { lookAt, placeholdersOf } from '../navigation/placeholders.ts';
import type { Ask } from './askCompletion.ts';

/** Undefined names in the placeholders of the block. */
export function missingNames({ view, block, looking }: Ask): readonly string[] {
  const names = new Set<string>();
  for (const found of placeholdersOf(view.tree, block)) {
    const { expression } = found.placeholder;
    const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '$';
    if (root.startsWith('$') || looking.scope.find(root) !== undefined) continue;
    const result = lookAt(found, looking);
    if (!result.ok && result.problem.id === 'undefined-variable') names.add(root);
  }
  return [...names];
}
