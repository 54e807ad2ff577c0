import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { bodyForm } from '../../semantics/request/requestBody.ts';
import { contentTypeOf } from '../../semantics/request/contentTypeOf.ts';
import { sharedBlocks } from '../../semantics/variables/blockContext.ts';
import { Filler } from '../../semantics/values/fill.ts';
import { templateAt, type TemplateText } from '../../semantics/request/requestSource.ts';
import { isRequest, type Block, type BodyNode, type Node } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { formatForm } from './formatForm.ts';
import { formatGraphql } from './formatGraphql.ts';
import { formatJson } from './formatJsonBody.ts';
import { formatLine, isClosed } from './formatLines.ts';
import { whiteSpaceOf, type Layout, type WhiteSpace } from './whiteSpace.ts';

/**
 * Edits that format a file. The sent request does not change, except for insignificant white space in JSON, GraphQL and
 * GraphQL variables. Formatting is idempotent and linear in the text.
 * @param indent one indentation level of JSON and GraphQL: spaces, or a tab
 * @param range only nodes that touch it are formatted
 */
export function format(view: FileView, indent: string, range?: Range): readonly TextEdit[] {
  const { text, blocks } = view.tree;
  const layout: Layout = { lineBreak: lineBreakOf(text), indent };
  const space = whiteSpaceOf(text);
  const touched = (r: Range): boolean =>
    range === undefined || ((r.start < range.end || r.start === range.start) && (range.start < r.end || r.end === text.length));
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  /** Start of the empty lines before the current node. */
  let blank: number | undefined;
  let last: Node | undefined;
  for (const block of blocks) {
    for (const node of block.nodes) {
      if (node.kind === 'blank') {
        blank ??= node.range.start;
        continue;
      }
      if (blank !== undefined) {
        const gap = { start: blank, end: node.range.start };
        if (touched(gap)) emptyLines(gap, node.kind === 'separator' && !isRequest(block));
      } else if (node.kind === 'separator' && last !== undefined && !isOpen(last) && touched(node.range)) {
        space.gap(node.range.start, node.range.start, layout.lineBreak);
      }
      blank = undefined;
      last = node;
      if (!touched(node.range)) continue;
      if (node.kind === 'body') formatBody(view, block, node, layout, space);
      else formatLine(text, node, layout, space);
    }
  }
  if (blank !== undefined) {
    if (touched({ start: blank, end: text.length })) space.gap(blank, text.length, '');
  } else if (last !== undefined && !/[\r\n]/.test(text.charAt(text.length - 1)) && touched(last.range))
    space.gap(text.length, text.length, layout.lineBreak);
  return space.edits();

  /**
   * Keeps one empty line, and none at the start of the file. At the start it stays in two cases: before a block without a
   * request, which as the first block would apply to every request, and before a character that would become a byte order mark.
   */
  function emptyLines(gap: Range, sendsNothing: boolean): void {
    const lineBreak = /(?:\r\n|\n|\r)$/.exec(text.slice(gap.start, gap.end))?.[0] ?? layout.lineBreak;
    space.gap(gap.start, gap.end, gap.start === start && !sendsNothing && text.charCodeAt(gap.end) !== 0xfeff ? '' : lineBreak);
  }

  /** An unclosed script continues into the next node: an added empty line would become part of it. */
  function isOpen(node: Node): boolean {
    return node.kind === 'script' && !isClosed(text, node);
  }
}

/** Formats white space that the body's type ignores. Other bodies, and bodies that do not match their type, stay as they are. */
function formatBody(view: FileView, block: Block, { text: body }: BodyNode, layout: Layout, space: WhiteSpace): void {
  const { tree } = view;
  const written = templateAt(tree, body);
  const { parts } = written.template;
  const placeholders = (): readonly Range[] => parts.flatMap((p) => (p.kind === 'placeholder' ? p.range : []));
  if (block.requestLine?.method?.text.toUpperCase() === 'GRAPHQL')
    return formatGraphql(tree.text, body, placeholders(), layout, space, true);
  // Only templates with placeholders need an evaluation.
  const textOf = (value: TemplateText): string =>
    value.written.includes('{{') ? new Filler(view.look(block).evaluation, true).text(value) : value.written;
  const contentType = contentTypeOf(tree, block, sharedBlocks(view.contextOf(block)), textOf);
  switch (bodyForm(written.written, contentType)) {
    case 'json':
      return formatJson(tree.text, body, placeholders(), layout, space);
    case 'graphql':
      return formatGraphql(tree.text, body, placeholders(), layout, space, false);
    case 'form':
      return formatForm(tree.text, body, parts, layout, space);
    case 'parts':
    case 'text':
  }
}
