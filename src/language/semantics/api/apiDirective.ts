import { sharedBlocks, type BlockContext } from '../variables/blockContext.ts';
import { apiNamedBy, lastDirective, type NamedApi } from './apiNaming.ts';

/** The `# @openapi` that applies to a request: its own, else the innermost around it. */
export function namedApi(context: BlockContext): NamedApi | undefined {
  const own = apiNamedBy(context.block, context.file);
  const found = own ?? sharedBlocks(context).reduce<NamedApi | 'none' | undefined>((f, s) => f ?? apiNamedBy(s.block, s.file), undefined);
  return found === 'none' ? undefined : found;
}

/** Whether `# @contract on` applies to a request. */
export function isContractOn(context: BlockContext): boolean {
  const blocks = [context.block, ...sharedBlocks(context).map((s) => s.block)];
  return blocks.map((block) => lastDirective(block, 'contract')?.argument?.text).find((text) => text !== undefined) === 'on';
}
