import { lineBreakOf } from '../../../base/text/text.ts';
import type { TextEdit } from '../../edit.ts';
import { sharedBlocks, type BlockContext } from '../../semantics/variables/blockContext.ts';
import { directiveOf, type DocumentTree, type RequestBlock } from '../../syntax/nodes.ts';
import { parseTemplate } from '../../syntax/template.ts';

/** The effective `# @text` path of a request: its own, or that of the blocks around it. */
export function textPathOf(context: BlockContext): string | undefined {
  const blocks = [context.block, ...sharedBlocks(context).map((s) => s.block)];
  return blocks.map((block) => directiveOf(block, 'text')).find((text) => text !== undefined);
}

/** The edit that writes `# @text PATH` into a request or replaces the existing one. Undefined if `path` is not a path. */
export function textPathEdit({ text }: DocumentTree, block: RequestBlock, path: string): TextEdit | undefined {
  if (!isPath(path)) return undefined;
  const written = block.directives.findLast((d) => d.name.text === 'text');
  if (written !== undefined) {
    const { name, argument } = written;
    if (argument === undefined) return { range: { start: name.end, end: name.end }, newText: ` ${path}` };
    return { range: { start: argument.start, end: argument.end }, newText: path };
  }
  const above = block.directives.findLast((d) => d.range.start < block.requestLine.range.start);
  const start = above?.range.end ?? block.requestLine.range.start;
  return { range: { start, end: start }, newText: `# @text ${path}${lineBreakOf(text)}` };
}

function isPath(path: string): boolean {
  if (path.trim() !== path || /[\r\n]/.test(path)) return false;
  const { parts } = parseTemplate(`{{${path}}}`);
  return parts.length === 1 && parts[0]?.kind === 'placeholder' && parts[0].expression.kind === 'path' && parts[0].filters.length === 0;
}
