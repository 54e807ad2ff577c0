import { sharedBlocks, type BlockContext } from '../../semantics/variables/blockContext.ts';
import { directiveOf, type Block, type DirectiveNode, type DocumentTree } from '../../syntax/nodes.ts';
import { cachePerBlock } from '../../incremental/blockCache.ts';
import type { ProjectFile } from '../../workspace/fileView.ts';
import { listRequests, type RequestSummary } from '../structure/requests.ts';

/** A `# @ref NAME`: a request that is sent first. */
export interface Ref {
  readonly name: string;
  readonly directive: DirectiveNode;
  /** It stands in a block around, and counts for each request: it never closes a circle. */
  readonly shared: boolean;
}

/** The `@ref`s that stand in a block itself. */
export const ownRefs = (block: Block, shared = false): readonly Ref[] =>
  block.directives.flatMap((directive) =>
    directive.name.text === 'ref' && directive.argument !== undefined ? [{ name: directive.argument.text, directive, shared }] : [],
  );

const hasRefs = cachePerBlock((_, block) => ownRefs(block).length > 0);

/** The blocks of a file in which a `@ref` stands. */
export const blocksWithRefs = (tree: DocumentTree): readonly Block[] => {
  const found: Block[] = [];
  const has = hasRefs(tree);
  for (const [i, block] of tree.blocks.entries()) if (has.at(i) === true) found.push(block);
  return found;
};

/** What a request needs first: what the blocks around it say, then its own. */
export const refsOf = (context: BlockContext): readonly Ref[] => [
  ...sharedBlocks(context).flatMap((s) => ownRefs(s.block, true)),
  ...ownRefs(context.block),
];

const byName = new WeakMap<DocumentTree, ReadonlyMap<string, RequestSummary>>();

/** The request of a file that a name means: the first that `@name` calls so, else the first that its title does. */
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

/** A request and the file it stands in. */
export interface NamedRequest {
  readonly file: ProjectFile;
  readonly request: RequestSummary;
}

/**
 * The requests of a collection's other files that a name means, one a file: those that `@name` calls so, and only where there are
 * none those that their title does.
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
