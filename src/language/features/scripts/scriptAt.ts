import { contains } from '../../../base/text.ts';
import type { Block, DocumentTree, ScriptNode } from '../../syntax/nodes.ts';
import { blockAt } from '../navigation/placeholders.ts';

/** A script that stands in a file, between `{%` and `%}`. */
export interface FoundScript {
  readonly block: Block;
  readonly script: ScriptNode;
}

/** The scripts that stand in a block, in the file's order. */
export function scriptsIn(block: Block): readonly ScriptNode[] {
  return [...block.preScripts, ...block.responseScripts].filter((s) => s.inline);
}

/** The script whose text holds an offset, its ends included; undefined elsewhere. */
export function scriptAt(tree: DocumentTree, offset: number): FoundScript | undefined {
  const block = blockAt(tree, offset);
  const script = scriptsIn(block).find((s) => contains(s.source, offset));
  return script === undefined ? undefined : { block, script };
}
