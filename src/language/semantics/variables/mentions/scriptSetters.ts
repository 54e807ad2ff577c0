import { titleOf, type Block, type DocumentTree, type ScriptNode } from '../../../syntax/nodes.ts';
import { cachePerBlock } from '../../../incremental/blockCache.ts';
import { scriptsAround, type BlockContext, type PlacedScript } from '../blockContext.ts';
import { scriptMentions, type ScriptMention } from './scriptMentions.ts';

export interface ScriptSetter {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly request: string;
  readonly by: 'script' | 'capture';
}

/** The names that the captures of a request set. */
export const namesCaptured = (block: Pick<Block, 'captures'>): readonly string[] => block.captures.map(({ name }) => name.text);

/** The names that scripts set, found without running them. */
export const namesSetBy = (scripts: readonly PlacedScript[]): ReadonlySet<string> =>
  new Set(scripts.flatMap(({ tree, node }) => Array.from(settersIn(tree, node), (call) => call.name)));

/** The names that pre-request scripts set, of the request and of blocks around it. They are defined when the request is resolved. */
export const namesSetBefore = (context: BlockContext): ReadonlySet<string> => namesSetBy(scriptsAround(context, 'pre-request'));

function* settersIn(tree: DocumentTree, script: ScriptNode): Generator<Extract<ScriptMention, { kind: 'call' }>> {
  for (const mention of scriptMentions(tree, script)) if (mention.kind === 'call' && mention.verb === 'set') yield mention;
}

interface Setter {
  readonly name: string;
  readonly start: number;
  readonly by: ScriptSetter['by'];
}

/** The names that the scripts and captures of a block set, with their offsets. */
const settersOf = cachePerBlock(
  (tree, block): readonly Setter[] => {
    const scripts = [...block.preScripts, ...block.responseScripts];
    const captures = block.captures.map(({ name }): Setter => ({ name: name.text, start: name.start, by: 'capture' }));
    if (scripts.length === 0) return captures.length === 0 ? noSetters : captures;
    const set = scripts.flatMap((script) =>
      [...settersIn(tree, script)].map(({ name, range }): Setter => ({ name, start: range.start, by: 'script' })),
    );
    return [...set, ...captures];
  },
  (setters, by) => (setters.length === 0 ? setters : setters.map((setter) => ({ ...setter, start: setter.start + by }))),
);
const noSetters: readonly never[] = [];

const setBy = new WeakMap<DocumentTree, ReadonlyMap<string, ScriptSetter>>();

/** The names that the scripts and captures of a file set, each with its first setter. Found without running scripts. */
export function namesSetByScripts(tree: DocumentTree, file: string): ReadonlyMap<string, ScriptSetter> {
  const known = setBy.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, ScriptSetter>();
  let block = 0;
  for (const setters of settersOf(tree)) {
    const request = tree.blocks[block++] as Block;
    for (const { name, start, by } of setters)
      if (!found.has(name)) found.set(name, { name, file, line: tree.lines.positionAt(start).line + 1, request: titleOf(request), by });
  }
  setBy.set(tree, found);
  return found;
}
