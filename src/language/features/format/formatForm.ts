import type { Placeholder, TextPart } from '../../syntax/template.ts';
import type { Span } from '../../syntax/nodes.ts';
import type { Layout, WhiteSpace } from './whiteSpace.ts';

const joint = /(?:(?:\r\n|\n|\r)[ \t]*)?&/g;

/**
 * Puts each `&name=value` of a form on its own line. Changes only what the parser joins again: a line break and white space
 * before a `&`.
 */
export function formatForm(text: string, body: Span, parts: readonly (TextPart | Placeholder)[], layout: Layout, space: WhiteSpace): void {
  // A shorter line that starts with `>` could become a response script.
  if (/^>/m.test(body.text)) return;
  for (const { kind, range } of parts) {
    if (kind !== 'text') continue;
    for (const found of text.slice(range.start, range.end).matchAll(joint)) {
      const start = range.start + found.index;
      if (start > body.start) space.gap(start, start + found[0].length - 1, layout.lineBreak);
    }
  }
}
