import { cachePerBlock } from '../../incremental/blockCache.ts';
import { chosenRow } from '../../semantics/data/dataOf.ts';
import { templatesOf } from '../../semantics/request/requestSource.ts';
import { derivesRefs } from '../../semantics/request/requestIndex.ts';
import { promptsOf, sharedBlocks, type BlockContext } from '../../semantics/variables/blockContext.ts';
import { namesSetBefore } from '../../semantics/variables/mentions/scriptSetters.ts';
import type { Expression } from '../../syntax/template.ts';
import { contentOf, isRequest, nameOf, startOf, titleOf, type Block, type DirectiveNode, type DocumentTree } from '../../syntax/nodes.ts';
import { blockNumberAt } from './placeholders.ts';
import { refGraph } from './refGraph.ts';
import { ownRefs, type Ref } from './refs.ts';

type PathExpression = Extract<Expression, { readonly kind: 'path' }>;

/** Names that the templates of a block refer to. */
interface Used {
  readonly paths: readonly PathExpression[];
  /** By defined name. */
  readonly definitions: ReadonlyMap<string, readonly PathExpression[]>;
}

const used = cachePerBlock((tree, block): Used => {
  const paths: PathExpression[] = [];
  const definitions = new Map<string, PathExpression[]>();
  for (const { place, text } of templatesOf(tree, block)) {
    let found = paths;
    if (place.kind === 'definition') {
      const { name } = place.node;
      found = definitions.get(name.text) ?? [];
      definitions.set(name.text, found);
    }
    for (const part of text.template.parts) if (part.kind === 'placeholder' && part.expression.kind === 'path') found.push(part.expression);
  }
  return { paths, definitions };
});

/** The definitions of a whole file, by name. */
const definitionsIn = new WeakMap<DocumentTree, ReadonlyMap<string, readonly PathExpression[]>>();

function definitionsOf(tree: DocumentTree): ReadonlyMap<string, readonly PathExpression[]> {
  let found = definitionsIn.get(tree);
  if (found === undefined) {
    const all = new Map<string, readonly PathExpression[]>();
    const uses = used(tree);
    for (const i of tree.blocks.keys())
      for (const [name, paths] of uses.at(i)?.definitions ?? []) all.set(name, [...(all.get(name) ?? []), ...paths]);
    definitionsIn.set(tree, (found = all));
  }
  return found;
}

/** The nearest `# @ref *` that applies to a request; undefined if there is none. */
export function starOf(context: BlockContext): DirectiveNode | undefined {
  for (const block of [context.block, ...sharedBlocks(context).map((s) => s.block)]) {
    const star = contentOf(block).directives.find(derivesRefs);
    if (star !== undefined) return star;
  }
  return undefined;
}

/**
 * The names of the requests that a request needs by `# @ref *`, in order of use: requests whose exchange its placeholders read, and
 * requests of the file whose captures or scripts set a variable that nothing else defines.
 */
export function derivedNames(context: BlockContext): readonly string[] {
  const { tree, block, collection, file } = context;
  const own = blockNumberAt(tree, startOf(block));
  const [preamble] = tree.blocks;
  const waiting: PathExpression[] = [...(used(tree).at(own)?.paths ?? [])];
  if (preamble !== undefined && !isRequest(preamble) && preamble !== block) waiting.push(...(used(tree).at(0)?.paths ?? []));
  const around = collection.shared.filter((s) => s.file !== file).map((s) => s.tree);
  for (const shared of around) for (const i of shared.blocks.keys()) waiting.push(...(used(shared).at(i)?.paths ?? []));
  const trees = [tree, ...around];
  const isKnown = knownElsewhere(context);
  const followed = new Set<string>();
  const names = new Set<string>();
  waiting.reverse();
  // The next path is the last.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { segments, dotted } = next;
    const name = String(segments[0]?.key ?? '');
    const variable = dotted !== undefined && trees.some((t) => definitionsOf(t).has(dotted)) ? dotted : name;
    if (followed.has(variable) && variable !== name) continue;
    const definitions = trees.flatMap((t) => definitionsOf(t).get(variable) ?? []);
    if (trees.some((t) => definitionsOf(t).has(variable))) {
      if (!followed.has(variable)) waiting.push(...definitions.toReversed());
      followed.add(variable);
      continue;
    }
    if (isKnown(name)) continue;
    const part = segments[1]?.key;
    const needed = part === 'response' || part === 'request' ? name : setterOf(tree, own, name);
    if (needed !== undefined && needed !== '' && needed !== nameOf(block) && needed !== titleOf(block)) names.add(needed);
  }
  return [...names];
}

/** The request that sets a variable: the nearest above, else the first below. Undefined if the request sets it itself, as a login does. */
function setterOf(tree: DocumentTree, own: number, variable: string): string | undefined {
  const setters = (refGraph(tree).providers.get(variable) ?? []).filter((i) => sets(tree, i, variable));
  if (setters.includes(own)) return undefined;
  const nearest = setters.findLast((i) => i < own) ?? setters[0];
  return nearest === undefined ? undefined : nameOf(tree.blocks[nearest] as Block);
}

/** Not only its name is the variable's. */
const sets = (tree: DocumentTree, i: number, variable: string): boolean => {
  const block = tree.blocks[i] as Block;
  return (nameOf(block) !== variable && titleOf(block) !== variable) || contentOf(block).captures.some((c) => c.name.text === variable);
};

/** Whether a prompt, a column, an environment or a pre-request script defines a name. */
function knownElsewhere(context: BlockContext): (name: string) => boolean {
  const { collection, environment } = context;
  const before = namesSetBefore(context);
  const prompted = new Set(promptsOf(context).map((p) => p.name));
  const row = chosenRow(context);
  const environments = environment === undefined ? ['$shared'] : [environment, '$shared'];
  return (name) =>
    before.has(name) ||
    prompted.has(name) ||
    row?.values.has(name) === true ||
    collection.environmentFiles.some((f) => environments.some((e) => f.environments.get(e)?.has(name) === true));
}

/** The `@ref`s of a request: first those of shared blocks, then its own, then those derived from `# @ref *`. */
export function refsOf(context: BlockContext): readonly Ref[] {
  const written = [...sharedBlocks(context).flatMap((s) => ownRefs(s.block, true)), ...ownRefs(context.block)];
  const star = starOf(context);
  if (star === undefined) return written;
  const names = new Set(written.map((ref) => ref.name));
  const derived = derivedNames(context).filter((name) => !names.has(name));
  return [...written, ...derived.map((name): Ref => ({ name, directive: star, shared: false, derived: true }))];
}
