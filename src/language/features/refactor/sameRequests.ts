import { applyEdits, type TextEdit } from '../../edit.ts';
import { sharedBlocks, scopeOf } from '../../semantics/variables/blockContext.ts';
import type { Sources } from '../../semantics/variables/dynamics.ts';
import { createEvaluation, type ExchangeValues } from '../../semantics/variables/evaluate.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import { resolveRequest } from '../../semantics/request/resolve.ts';
import { isRequest, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { reparse } from '../../incremental/reparse.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt } from '../navigation/placeholders.ts';

/** Texts that stand for what only a send has: the same each time, and each its own. */
const standIns: Sources = {
  now: () => 0,
  random: () => 0,
  uuid: () => '‹uuid›',
  env: (name) => `‹env ${name}›`,
  dotenv: (name) => `‹dotenv ${name}›`,
  secret: (name) => `‹secret ${name}›`,
  prompt: (label) => `‹prompt ${label}›`,
  token: (wanted) => `‹token ${wanted.kind === 'oauth2' ? `${wanted.id} ${wanted.which}` : wanted.argv.join(' ')}›`,
};

const noExchanges: ExchangeValues = { known: () => false, find: () => undefined, names: () => [] };

/**
 * Whether the requests that edits touch send the same after them: resolved before and after, with stand-ins for what only a
 * send has. False also where one of them cannot be resolved, and where the text would have new errors. The edits add and
 * remove no blocks.
 */
export function sendsTheSame(view: FileView, edits: readonly TextEdit[]): boolean {
  const { tree } = view;
  const after = reparse(tree, applyEdits(tree.text, edits));
  if (after.blocks.length !== tree.blocks.length || after.diagnostics.length > tree.diagnostics.length) return false;
  const touched = new Set(edits.map((e) => tree.blocks.indexOf(blockAt(tree, e.range.start))));
  return [...touched].every((index) => {
    const [block, edited] = [tree.blocks[index], after.blocks[index]];
    if (block === undefined || edited === undefined || isRequest(block) !== isRequest(edited)) return false;
    if (!isRequest(block)) return true;
    const sent = sentBy(view, tree, block);
    return sent !== undefined && sent === sentBy(view, after, edited);
  });
}

function sentBy(view: FileView, tree: DocumentTree, block: Block): string | undefined {
  if (!isRequest(block)) return undefined;
  const context = { ...view.contextOf(block), tree, block };
  const resolution = resolveRequest({
    block,
    source: sourceOf(tree, block),
    shared: sharedBlocks(context),
    evaluation: createEvaluation(scopeOf(context), standIns, noExchanges),
    defaults: { ...sendDefaults, undefinedVariables: 'keep' },
  });
  if (!resolution.ok) return undefined;
  const { request } = resolution;
  // Where the path of a file stands in the text may change.
  const body = request.body.map((p) => (p.kind === 'text' ? p : { ...p, start: 0 }));
  return JSON.stringify({ ...request, body, name: '' });
}
