import type { DocumentTree } from '../../../language/index.ts';
import type { Substitutions } from '../../../language/sending.ts';
import type { Substituted } from '../../ports/events.ts';

export function substitutedIn(
  { lines }: DocumentTree,
  { kept, more }: Substitutions,
): { readonly substitutions: readonly Substituted[]; readonly more: number } {
  const substitutions = kept.map(({ range, ...s }) => ({ ...s, line: range && lines.positionAt(range.start).line + 1 }));
  return { substitutions, more };
}
