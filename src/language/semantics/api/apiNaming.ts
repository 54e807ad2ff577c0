import { contentOf, type Block, type DirectiveNode } from '../../syntax/nodes.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';

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
