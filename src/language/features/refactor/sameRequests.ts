import { applyEdits, type TextEdit } from '../../edit.ts';
import { sharedBlocks, scopeOf } from '../../semantics/variables/blockContext.ts';
import type { Sources } from '../../semantics/variables/dynamics/dynamics.ts';
import { createEvaluation, type ExchangeValues } from '../../semantics/variables/evaluate.ts';
import { sendDefaults } from '../../semantics/request/sendOptions.ts';
import { sourceOf } from '../../semantics/request/requestSource.ts';
import type { NamedFile } from '../../semantics/request/namedFile.ts';
import { resolveRequest } from '../../semantics/request/resolve.ts';
import { isRequest, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { reparse } from '../../incremental/reparse.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { folderOf, resolvePath } from '../../workspace/workspacePaths.ts';
import { blockAt } from '../navigation/placeholders.ts';

/** Deterministic and distinct substitutes for values that only a send provides. */
const standIns: Sources = {
  now: () => 0,
  random: () => 0,
  uuid: () => '‹uuid›',
  sample: (kind) => `‹sample ${kind}›`,
  env: (name) => `‹env ${name}›`,
  dotenv: (name) => `‹dotenv ${name}›`,
  secret: (name) => `‹secret ${name}›`,
  prompt: (label) => `‹prompt ${label}›`,
  token: (wanted) => `‹token ${wanted.kind === 'oauth2' ? `${wanted.id} ${wanted.which}` : wanted.argv.join(' ')}›`,
};

const noExchanges: ExchangeValues = { known: () => false, find: () => undefined, names: () => [] };

/**
 * Whether the requests that edits touch are sent unchanged. Resolves them before and after with substitutes for values that
 * only a send provides. Also false if a request cannot be resolved or if the edits cause new errors. The edits must not
 * change the number of blocks.
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

/**
 * The resolved request of a block as comparable text, with substitutes for values that only a send provides. Undefined if the block has no
 * request or it cannot be resolved.
 * @param tree a version of the view's file
 */
export function sentBy(view: FileView, tree: DocumentTree, block: Block): string | undefined {
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
  // The offset of a file part may change, and the path as written in another folder.
  const body = request.body.map((p) => (p.kind === 'text' ? p : { ...p, start: 0, path: resolvePath(folderOf(view.file), p.path) }));
  return JSON.stringify({ ...request, body, name: '' }, (_, value: unknown) => (isNamedFile(value) ? placeOf(value, view.file) : value));
}

const isNamedFile = (value: unknown): value is NamedFile =>
  typeof value === 'object' && value !== null && 'path' in value && 'from' in value;

/** The absolute path of a file that a directive names. */
const placeOf = ({ path, from }: NamedFile, file: string): string => resolvePath(folderOf(from ?? file), path);
