import { pushAll } from '../../../base/lists.ts';
import { scriptsAround, type PlacedScript } from '../../semantics/variables/blockContext.ts';
import { scriptMentions } from '../../semantics/variables/scriptMentions.ts';
import { namesSetBy } from '../../semantics/variables/scriptSetters.ts';
import { nameOf, titleOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { namedElsewhere } from '../../semantics/request/requestIndex.ts';
import { ownRefs, refsOf, requestNamed } from './refs.ts';

/** What is known of the requests of a view that are sent first. A file may have thousands of requests with the same `@ref`. */
interface Known {
  /** Names of requests that shared blocks send first. */
  readonly shared: readonly string[];
  /** The names that a request brings: its own, those of requests that it needs, and variables that their scripts set. */
  readonly brought: Map<string, ReadonlySet<string>>;
}

const known = new WeakMap<FileView, Known>();

/**
 * Whether a request that is sent before this one (`@ref`, or `tool.send` before sending), directly or through others, has one of the
 * names, or sets a variable of that name in a script. Only reads the texts.
 */
export function isSentFirst(view: FileView, block: Block, names: readonly string[]): boolean {
  let facts = known.get(view);
  if (facts === undefined) known.set(view, (facts = { shared: sharedNames(view, block), brought: new Map() }));
  const { tree, file } = view;
  const own = block.preScripts.map((node) => ({ node, tree, file }));
  const sent = [...facts.shared, ...ownRefs(block).map((r) => r.name), ...sentBy(own)];
  return sent.some((name) => {
    let brought = facts.brought.get(name);
    if (brought === undefined) facts.brought.set(name, (brought = broughtBy(view, name)));
    return names.some((n) => brought.has(n));
  });
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
    for (const set of namesSetBy(scripts)) brought.add(set);
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
  const elsewhere = more.length > 0 ? undefined : files.find((f) => f.file === other?.file);
  const request = elsewhere && requestNamed(elsewhere, name);
  return elsewhere && request && { tree: elsewhere.tree, file: elsewhere.file, block: request.block };
}
