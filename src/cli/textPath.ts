import { directiveOf, sharedBlocks, type BlockContext } from '../language/index.ts';

/** The path of `# @text` that counts for a request. */
export function textPathOf(context: BlockContext): string | undefined {
  const blocks = [context.block, ...sharedBlocks(context).map((s) => s.block)];
  return blocks.map((block) => directiveOf(block, 'text')).find((text) => text !== undefined);
}
