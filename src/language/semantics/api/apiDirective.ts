import { contentOf, type Block, type DirectiveNode } from '../../syntax/nodes.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';
import { sharedBlocks, type BlockContext } from '../variables/blockContext.ts';

/** A `# @openapi` with the file that contains it. */
export interface NamedApi {
  readonly written: string;
  /** Absolute path of the document; undefined for a URL. */
  readonly path: string | undefined;
  readonly by: string;
}

const isUrl = (written: string): boolean => /^[A-Za-z][A-Za-z\d+.-]+:\/\//.test(written);

export const lastDirective = (block: Block, name: string): DirectiveNode | undefined =>
  contentOf(block).directives.findLast((d) => d.name.text === name && d.argument !== undefined);

/** Every document that a block names; in one block the last counts. */
export function apiNamedBy(block: Block, by: string): NamedApi | 'none' | undefined {
  const written = lastDirective(block, 'openapi')?.argument?.text;
  if (written === undefined) return undefined;
  if (written === 'none') return 'none';
  return { written, path: isUrl(written) ? undefined : resolvePath(folderOf(by), written), by };
}

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
