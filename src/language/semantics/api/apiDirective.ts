import type { Block } from '../../syntax/nodes.ts';
import { sharedBlocks, type BlockContext, type BlockPlace } from '../variables/blockContext.ts';
import { apiNamedBy, lastDirective, type NamedApi } from './apiNaming.ts';

/** The `# @openapi` that applies to a request: its own, else the innermost around it. */
export function namedApi(place: BlockPlace): NamedApi | undefined {
  const found = apiNamedBy(place.block, place.file) ?? apiAround(place);
  return found === 'none' ? undefined : found;
}

/** Returns a function that determines whether a `# @openapi` applies to a request of a file. */
export function apiTest(file: Omit<BlockPlace, 'block'>): (request: Block) => boolean {
  // All requests of a file have the same blocks around them.
  let around: { readonly api: NamedApi | 'none' | undefined } | undefined;
  return (request) => {
    around ??= { api: apiAround({ ...file, block: request }) };
    const found = apiNamedBy(request, file.file) ?? around.api;
    return found !== undefined && found !== 'none';
  };
}

function apiAround(place: BlockPlace): NamedApi | 'none' | undefined {
  for (const { block, file } of sharedBlocks(place)) {
    const found = apiNamedBy(block, file);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether `# @contract on` applies to a request. */
export function isContractOn(context: BlockContext): boolean {
  const blocks = [context.block, ...sharedBlocks(context).map((s) => s.block)];
  return blocks.map((block) => lastDirective(block, 'contract')?.argument?.text).find((text) => text !== undefined) === 'on';
}
