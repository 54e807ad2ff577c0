import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { Span } from '../../syntax/nodes.ts';
import type { Layout, WhiteSpace } from './whiteSpace.ts';

const joint = /(?:(?:\r\n|\n|\r)[ \t]*)?&/g;

/**
 * Gives each `&name=value` of a form its line. Only what the language joins again is touched: a line break, then white space,
 * before a `&`.
 */
export function formatForm(text: string, body: Span, parts: readonly (TextPart | Placeholder)[], layout: Layout, space: WhiteSpace): void {
  // Cut shorter, such a line could be a response script.
  if (/^>/m.test(body.text)) return;
  for (const { kind, range } of parts) {
    if (kind !== 'text') continue;
    for (const found of text.slice(range.start, range.end).matchAll(joint)) {
      const start = range.start + found.index;
      if (start > body.start) space.gap(start, start + found[0].length - 1, layout.lineBreak);
    }
  }
}
