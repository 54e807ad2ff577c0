import { pushAll } from '../../../base/lists.ts';
import { scriptsAround, type PlacedScript } from '../../semantics/variables/blockContext.ts';
import { scriptMentions } from '../../semantics/variables/mentions/scriptMentions.ts';
import { namesCaptured, namesSetBy } from '../../semantics/variables/mentions/scriptSetters.ts';
import { contentOf, nameOf, startOf, titleOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { namedElsewhere } from '../../semantics/request/requestIndex.ts';
import { blockNumberAt } from './placeholders.ts';
import { derivedNames, refsOf, starOf } from './derivedRefs.ts';
import { ownRefs, requestNamed } from './refs.ts';
import { refGraph, type RefGraph } from './refGraph.ts';

/** Cached facts about the requests of a view that are sent first. A file may have thousands of requests with `@ref`s. */
interface Known {
  /** Names of requests that shared blocks send first. */
  readonly shared: readonly string[];
  readonly graph: RefGraph;
  /** By block: the number of the last search that visited it. */
  readonly visited: Uint32Array;
  searches: number;
  /** Names that a request of another file provides: its own, those of its dependencies, and variables that their scripts set. */
  readonly elsewhere: Map<string, ReadonlySet<string>>;
}

const known = new WeakMap<FileView, Known>();

/**
 * Whether a request that is sent before this one (`@ref`, or `tool.send` before sending), directly or indirectly, has one of the names, or
 * sets a variable of that name in a script. Only reads the texts.
 */
export function isSentFirst(view: FileView, block: Block, names: readonly string[]): boolean {
  let facts = known.get(view);
  if (facts === undefined) known.set(view, (facts = factsOf(view, block)));
  const { tree, file } = view;
  const needs = facts.graph.needs[blockNumberAt(tree, startOf(block))] ?? [];
  // Nodes of a moved block are made when they are read.
  const hasScripts = contentOf(block).preScripts.length > 0;
  const sent = hasScripts ? sentBy(block.preScripts.map((node) => ({ node, tree, file }))) : [];
  return isReached(view, facts, [...needs, ...facts.shared, ...derivedFor(view, block), ...sent], names);
}

/** The requests that `# @ref *` sends first. */
function derivedFor(view: FileView, block: Block): readonly string[] {
  const context = view.contextOf(block);
  return starOf(context) === undefined ? [] : derivedNames(context);
}

function factsOf(view: FileView, block: Block): Known {
  const graph = refGraph(view.tree);
  const visited = new Uint32Array(graph.needs.length);
  return { shared: sharedNames(view, block), graph, visited, searches: 0, elsewhere: new Map() };
}

/** Whether the requests `first`, or their dependencies, provide one of the names. */
function isReached(view: FileView, facts: Known, first: readonly (number | string)[], names: readonly string[]): boolean {
  const { graph, visited } = facts;
  const wanted = new Set(names.flatMap((name) => graph.providers.get(name) ?? []));
  if (wanted.size === 0 && graph.isClosed && first.every((one) => typeof one === 'number' || graph.byName.get(one) !== undefined))
    return false;
  const search = ++facts.searches;
  const waiting: number[] = [];
  // Checks all requests of a list before the dependencies of any: mostly, one of the list itself is wanted.
  const meets = (next: readonly (number | string)[]): boolean => {
    for (const one of next) {
      const index = typeof one === 'number' ? one : graph.byName.get(one);
      if (index === undefined) {
        if (isElsewhere(view, facts, String(one), names)) return true;
      } else if (visited[index] !== search) {
        if (wanted.has(index)) return true;
        visited[index] = search;
        waiting.push(index);
      }
    }
    return false;
  };
  if (meets(first)) return true;
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) if (meets(graph.needs[index] ?? [])) return true;
  return false;
}

function isElsewhere(view: FileView, { elsewhere }: Known, name: string, names: readonly string[]): boolean {
  let brought = elsewhere.get(name);
  if (brought === undefined) elsewhere.set(name, (brought = broughtBy(view, name)));
  return names.some((n) => brought.has(n));
}

/** The names of the requests that scripts send. */
const sentBy = (scripts: readonly PlacedScript[]): readonly string[] =>
  scripts.flatMap(({ tree, node }) => scriptMentions(tree, node).flatMap((m) => (m.kind === 'call' && m.verb === 'send' ? [m.name] : [])));

/** The names of the requests that are sent before every request of the file. */
function sharedNames(view: FileView, block: Block): readonly string[] {
  const context = view.contextOf(block);
  const shared = scriptsAround(context, 'pre-request').filter(({ node }) => !block.preScripts.includes(node));
  return [...refsOf(context).flatMap((r) => (r.shared ? [r.name] : [])), ...sentBy(shared)];
}

/** The names that a request of another file provides, including those of its dependencies. */
function broughtBy(view: FileView, first: string): ReadonlySet<string> {
  const brought = new Set<string>();
  const seen = new Set<Block>();
  const wanted = [{ name: first, tree: view.tree, file: view.file }];
  // The loop also visits requests that are added during the iteration.
  for (const { name, tree: from, file: at } of wanted) {
    const found = find(view, from, at, name);
    if (found === undefined || seen.has(found.block)) continue;
    const { tree, file, block } = found;
    seen.add(block);
    for (const own of [nameOf(block), titleOf(block)]) brought.add(own);
    const scripts = [...block.preScripts, ...block.responseScripts].map((node) => ({ node, tree, file }));
    for (const set of [...namesSetBy(scripts), ...namesCaptured(block)]) brought.add(set);
    pushAll(
      wanted,
      ownRefs(block).map((ref) => ({ name: ref.name, tree, file })),
    );
  }
  return brought;
}

function find(
  { files, index }: FileView,
  tree: DocumentTree,
  file: string,
  name: string,
): { readonly tree: DocumentTree; readonly file: string; readonly block: Block } | undefined {
  const own = requestNamed({ file, tree }, name);
  if (own !== undefined) return { tree, file, block: own.block };
  const [other, ...more] = namedElsewhere(index, file, name);
  const elsewhere = more.length > 0 ? undefined : files().find((f) => f.file === other?.file);
  const request = elsewhere && requestNamed(elsewhere, name);
  return elsewhere && request && { tree: elsewhere.tree, file: elsewhere.file, block: request.block };
}
