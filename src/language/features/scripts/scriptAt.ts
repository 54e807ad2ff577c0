import { contains } from '../../../base/text/text.ts';
import type { Block, DocumentTree, ScriptNode } from '../../syntax/nodes.ts';
import { blockAt } from '../navigation/placeholders.ts';

/** An inline script, between `{%` and `%}`, and its block. */
export interface FoundScript {
  readonly block: Block;
  readonly script: ScriptNode;
}

/** The inline scripts of a block: first those before the request, then those after the response. */
export function scriptsIn(block: Block): readonly ScriptNode[] {
  return [...block.preScripts, ...block.responseScripts].filter((s) => s.inline);
}

export function scriptAt(tree: DocumentTree, offset: number): FoundScript | undefined {
  const block = blockAt(tree, offset);
  const script = scriptsIn(block).find((s) => contains(s.source, offset));
  return script === undefined ? undefined : { block, script };
}
