import type { TextEdit } from '../../edit.ts';
import { isRequest, type Block, type DocumentTree } from '../../syntax/nodes.ts';

/** Inserts a request as a new block below another one; into that block itself if it is the last and has no request. */
export function blockBelow(tree: DocumentTree, block: Block, request: string, eol: string): TextEdit {
  const at = block.range.end;
  const above = tree.text.slice(block.range.start, at);
  const gap = above.trim() === '' || endsBlank(above) ? '' : startsLine(above) ? eol : eol + eol;
  const separator = (isRequest(block) || at < tree.text.length) && !isTitled(request) ? `###${eol}${eol}` : '';
  const after = at < tree.text.length ? eol + eol : eol;
  return { range: { start: at, end: at }, newText: gap + separator + request + after };
}

/**
 * The edit that replaces the text from `start` to `end` with a request, with separators if other requests are next to it.
 */
export function requestInPlace(tree: DocumentTree, start: number, end: number, request: string, eol: string): TextEdit {
  const { text } = tree;
  const block = tree.blocks.findLast((b) => b.range.start <= start) as Block;
  const line = block.requestLine;
  const above = text.slice(block.range.start, start);
  const below = text.slice(end, block.range.end);
  const needsAbove = line !== undefined && line.range.end <= start;
  const needsBelow = line !== undefined && line.range.start >= end;
  const before = needsAbove
    ? `${startsLine(above) ? '' : eol}${endsBlank(above) ? '' : eol}${isTitled(request) ? '' : `###${eol}${eol}`}`
    : startsLine(above) || above === ''
      ? ''
      : eol;
  const after = needsBelow
    ? `${eol}${eol}###${eol}${/^[ \t]*[\r\n]/.test(below) ? '' : eol}`
    : below === '' || /^[ \t]*[\r\n]/.test(below)
      ? ''
      : eol;
  return { range: { start, end }, newText: before + request + after };
}

/** Whether a request begins with its own separator. */
const isTitled = (request: string): boolean => request.startsWith('###');

export const startsLine = (above: string): boolean => above === '' || /[\r\n][ \t]*$/.test(above.slice(-200));
export const endsBlank = (above: string): boolean =>
  above.trim() === '' || /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)[ \t]*$/.test(above.slice(-200));
