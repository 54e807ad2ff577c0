import type { Range } from '../../../base/text/text.ts';
import type { Ask } from './askCompletion.ts';
import type { CompletionItem } from './item.ts';
import { missingNames } from './missingNames.ts';
import { variableItems } from './variableItems.ts';

/** Names that are used but not defined. */
export function definitionItems(ask: Ask, range: Range): CompletionItem[] {
  const { text } = ask.view.tree;
  const sign = text.slice(range.end, ask.line.end).trimStart().startsWith('=');
  return missingNames(ask).map((name) => ({
    label: name,
    kind: 'variable',
    note: 'not defined',
    insertText: sign ? name : `${name} = `,
    range,
  }));
}

/** Variables in braces, only for an empty value: plain text is not a variable name. */
export function definitionValueItems(ask: Ask, range: Range): CompletionItem[] {
  if (ask.trigger !== undefined || range.end > range.start) return [];
  return variableItems(ask, range).map((item) => Object.assign(item, { insertText: `{{${item.label}}}`, commit: [] }));
}
