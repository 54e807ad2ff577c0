import { contentOf, startOf } from '../../syntax/movedBlock.ts';
import { titleOf, type Block, type DocumentTree, type ScriptNode } from '../../syntax/nodes.ts';
import { perBlock } from '../../syntax/versions.ts';
import { scriptsAround, type BlockContext, type PlacedScript } from './blockContext.ts';
import { scriptMentions, type ScriptMention } from './scriptMentions.ts';

/** A name that a script sets once its request is sent. */
export interface ScriptSetter {
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly request: string;
}

/** Names that scripts set. */
export const namesSetBy = (scripts: readonly PlacedScript[]): ReadonlySet<string> =>
  new Set(scripts.flatMap(({ tree, node }) => Array.from(settersIn(tree, node), (call) => call.name)));

/** Names that the scripts before a request set, its own and those around it: sent, it knows them. */
export const namesSetBefore = (context: BlockContext): ReadonlySet<string> => namesSetBy(scriptsAround(context, 'pre-request'));

function* settersIn(tree: DocumentTree, script: ScriptNode): Generator<Extract<ScriptMention, { kind: 'call' }>> {
  for (const mention of scriptMentions(tree, script)) if (mention.kind === 'call' && mention.verb === 'set') yield mention;
}

/** What the scripts of a block set: names with their places, counted from the block's beginning. */
const settersOf = perBlock((tree, block): readonly { readonly name: string; readonly start: number }[] => {
  const { preScripts, responseScripts } = contentOf(block);
  if (preScripts.length + responseScripts.length === 0) return noSetters;
  return [...block.preScripts, ...block.responseScripts].flatMap((script) =>
    [...settersIn(tree, script)].map(({ name, range }) => ({ name, start: range.start - startOf(block) })),
  );
});
const noSetters: readonly never[] = [];

const setBy = new WeakMap<DocumentTree, ReadonlyMap<string, ScriptSetter>>();

/** Names that the scripts of a file set, each with the first script that does; read from their text, nothing runs. */
export function namesSetByScripts(tree: DocumentTree, file: string): ReadonlyMap<string, ScriptSetter> {
  const known = setBy.get(tree);
  if (known !== undefined) return known;
  const found = new Map<string, ScriptSetter>();
  for (const [i, set] of settersOf(tree).entries()) {
    const block = tree.blocks[i] as Block;
    for (const { name, start } of set) {
      const line = tree.lines.positionAt(startOf(block) + start).line + 1;
      if (!found.has(name)) found.set(name, { name, file, line, request: titleOf(block) });
    }
  }
  setBy.set(tree, found);
  return found;
}
