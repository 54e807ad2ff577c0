import { indexOf, refDirectives } from '../../semantics/request/requestIndex.ts';
import type { Block, DirectiveNode, DocumentTree } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { ProjectFile } from '../../workspace/fileView.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** A `# @ref NAME`: a request that is sent first. */
export interface Ref {
  readonly name: string;
  readonly directive: DirectiveNode;
  /** Whether it is in a block that applies to every request, so it never makes a circular reference. */
  readonly shared: boolean;
  /** Derived from a placeholder, by `# @ref *`. */
  readonly derived?: true;
}

/** The `@ref`s in the block itself. */
export const ownRefs = (block: Block, shared = false): readonly Ref[] =>
  refDirectives(block).map((directive) => ({ name: directive.argument?.text ?? '', directive, shared }));

const hasRefs = cachePerBlock((_, block) => refDirectives(block).length > 0);

export const blocksWithRefs = (tree: DocumentTree): readonly Block[] => {
  const found: Block[] = [];
  const has = hasRefs(tree);
  for (const [i, block] of tree.blocks.entries()) if (has.at(i) === true) found.push(block);
  return found;
};

/** The request of a file with a name: the first with that `@name`, else the first with that title. */
export function requestNamed({ file, tree }: ProjectFile, name: string): RequestSummary | undefined {
  const found = indexOf(tree, file).byName.get(name);
  return found && listRequests(tree)[found.index];
}
