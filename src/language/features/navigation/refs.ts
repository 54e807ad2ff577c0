import { sharedBlocks, type BlockContext } from '../../semantics/variables/blockContext.ts';
import { directiveOf, type Block, type DirectiveNode, type DocumentTree } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { ProjectFile } from '../../workspace/fileView.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** A `# @ref NAME`: a request that is sent first. */
export interface Ref {
  readonly name: string;
  readonly directive: DirectiveNode;
  /** It is in a block that applies to every request, so it never makes a circular reference. */
  readonly shared: boolean;
}

/** The `@ref`s in the block itself. */
export const ownRefs = (block: Block, shared = false): readonly Ref[] =>
  block.directives.flatMap((directive) =>
    directive.name.text === 'ref' && directive.argument !== undefined ? [{ name: directive.argument.text, directive, shared }] : [],
  );

const hasRefs = cachePerBlock((_, block) => ownRefs(block).length > 0);

/** Blocks of a file that contain a `@ref`. */
export const blocksWithRefs = (tree: DocumentTree): readonly Block[] => {
  const found: Block[] = [];
  const has = hasRefs(tree);
  for (const [i, block] of tree.blocks.entries()) if (has.at(i) === true) found.push(block);
  return found;
};

/** The `@ref`s of a request: first those of the blocks that apply to it, then its own. */
export const refsOf = (context: BlockContext): readonly Ref[] => [
  ...sharedBlocks(context).flatMap((s) => ownRefs(s.block, true)),
  ...ownRefs(context.block),
];

const byName = new WeakMap<DocumentTree, ReadonlyMap<string, RequestSummary>>();

/** The request of a file with a name: the first with that `@name`, else the first with that title. Cached per tree. */
export function requestNamed(tree: DocumentTree, name: string): RequestSummary | undefined {
  let names = byName.get(tree);
  if (names === undefined) {
    const found = new Map<string, RequestSummary>();
    for (const wanted of ['by @name', 'by title'] as const)
      for (const r of listRequests(tree))
        if (r.name !== '' && !found.has(r.name) && (wanted === 'by title' || directiveOf(r.block, 'name') === r.name)) found.set(r.name, r);
    byName.set(tree, (names = found));
  }
  return names.get(name);
}

export interface NamedRequest {
  readonly file: ProjectFile;
  readonly request: RequestSummary;
}

/**
 * Requests of other files of the collection with a name, at most one per file: those with that `@name`, or those with that
 * title if there are none.
 */
export function namedElsewhere(files: readonly ProjectFile[], own: string, name: string): readonly NamedRequest[] {
  const found: NamedRequest[] = [];
  for (const file of files) {
    const request = file.file === own ? undefined : requestNamed(file.tree, name);
    if (request !== undefined) found.push({ file, request });
  }
  const called = found.filter(({ request }) => directiveOf(request.block, 'name') === name);
  return called.length > 0 ? called : found;
}
