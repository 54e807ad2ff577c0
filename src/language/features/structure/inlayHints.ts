import { createMask, maskText } from '../../../base/masks/mask.ts';
import type { Range } from '../../../base/text/text.ts';
import { valueToText } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { holdsStandIn } from '../../semantics/variables/standIns.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt, lookAt, placeholdersOf, variableAt } from '../navigation/placeholders.ts';

export interface InlayHint {
  /** The end of the placeholder. */
  readonly offset: number;
  /** One line, truncated. */
  readonly text: string;
  /** The value up to a longer limit; equal to `text` if nothing was cut. */
  readonly tooltip: string;
}

/** Characters of a hint. Longer hints would push the line's own text off the screen. */
const longest = 40;
const longestTooltip = 2000;

/**
 * The values of the placeholders that end in a range, evaluated as for hover and send. No hint for undefined
 * variables, which have a squiggle, or for values that only a send produces.
 * @param where `urls`: only placeholders in request lines
 */
export function inlayHints(view: FileView, range: Range, where: 'everywhere' | 'urls'): readonly InlayHint[] {
  const { tree } = view;
  const hints: InlayHint[] = [];
  const first = tree.blocks.indexOf(blockAt(tree, range.start));
  for (const block of tree.blocks.slice(first)) {
    if (block.range.start > range.end) break;
    for (const found of placeholdersOf(tree, block)) {
      const { placeholder, place } = found;
      const { end } = placeholder.range;
      if (end < range.start || end > range.end || (where === 'urls' && place.kind !== 'target')) continue;
      const looking = view.look(block);
      const result = lookAt(found, looking);
      if (!result.ok) continue;
      const { expression } = placeholder;
      const root = expression.kind === 'path' ? String(expression.segments[0]?.key) : '';
      // Dynamic values are generated at each send.
      if (root.startsWith('$') ? root !== '$secret' : expression.kind !== 'path') continue;
      const plain = valueToText(result.value);
      const secret = root === '$secret' || variableAt(found, looking)?.secret === true;
      if (holdsStandIn(plain)) continue;
      const text = secret ? maskText : createMask(looking.evaluation.secrets())(plain);
      hints.push({ offset: end, text: cut(text, longest), tooltip: cut(text, longestTooltip) });
    }
  }
  return hints;
}

function cut(text: string, most: number): string {
  const line = visibleText(text.slice(0, most + 1).replace(/\s+/g, ' '));
  return text.length > most ? `${line.slice(0, most)}…` : line;
}
