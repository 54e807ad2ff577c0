import { sharedKind, type Collection, type SharedFile } from '../../workspace/collection.ts';
import { contentOf, startOf, type Block, type DocumentTree, type ScriptNode } from '../../syntax/nodes.ts';
import { isRequest } from '../../syntax/nodes.ts';
import type { DataFiles } from '../data/dataOf.ts';
import { authConfiguration, authIds, environmentsWithAuth } from '../auth/configurations.ts';
import { authOf, filledOf, nameTextAt, templateAt } from '../request/requestSource.ts';
import type { SharedBlock } from '../request/sharedBlock.ts';
import { createScope, type Scope } from './scope.ts';
import { dataLayer, type DataVariables, type Layer } from './variables.ts';
import { fileLayer, sharedFileLayer, type FileVariables } from './fileDefinitions.ts';
import { environmentLayers } from './environmentFile.ts';

export const noVariables: DataVariables = { find: () => undefined, names: () => [] };

/** A block with everything that determines the values of its variables. */
export interface BlockContext {
  readonly tree: DocumentTree;
  readonly file: string;
  readonly block: Block;
  readonly collection: Collection;
  /** The selected environment; undefined for none. */
  readonly environment: string | undefined;
  readonly variables: DataVariables;
  /** The values that the user entered for `@prompt NAME`. */
  readonly answers: DataVariables;
  /** The data files that the file names. */
  readonly data?: DataFiles;
}

/** Where a block is. */
export type BlockPlace = Pick<BlockContext, 'tree' | 'file' | 'collection' | 'block'>;

const layersOf = new WeakMap<Collection, Map<string, readonly Layer[]>>();

/** The layers of lower precedence than the file's own. Cached, because they depend only on folder and environment. */
function outerLayers(collection: Collection, environment: string | undefined): readonly Layer[] {
  let byEnvironment = layersOf.get(collection);
  if (byEnvironment === undefined) layersOf.set(collection, (byEnvironment = new Map()));
  const key = environment ?? '';
  let layers = byEnvironment.get(key);
  if (layers === undefined) {
    const shared = (kind: 'folder' | 'collection'): readonly Layer[] =>
      collection.shared.filter((s) => s.kind === kind).map((s) => sharedFileLayer(s.tree, s.file, kind));
    layers = [
      ...shared('folder'),
      ...(environment === undefined ? [] : environmentLayers(collection.environmentFiles, environment, 'environment')),
      ...shared('collection'),
      ...environmentLayers(collection.environmentFiles, '$shared', 'shared'),
    ];
    byEnvironment.set(key, layers);
  }
  return layers;
}

/** The file's first block if it is not a request. It applies to all requests of the file. */
function filePreamble(tree: DocumentTree): Block | undefined {
  const first = tree.blocks[0];
  return first !== undefined && !isRequest(first) ? first : undefined;
}

const blocksOfFile = new WeakMap<DocumentTree, readonly SharedBlock[]>();
const blocksOfCollection = new WeakMap<Collection, readonly SharedBlock[]>();

function sharedBlock(tree: DocumentTree, file: string, block: Block): SharedBlock {
  const headers = block.headers.map((node) => ({
    node,
    nameText: nameTextAt(tree, node.name),
    values: node.values.map((v) => templateAt(tree, v)),
  }));
  const auth = authOf(tree, block);
  const line = auth === undefined ? 0 : tree.lines.positionAt(auth.node.range.start).line + 1;
  return { block, file, headers, auth: auth && { text: auth.text, file, line }, filled: filledOf(tree, block) };
}

/** The blocks of a `folder.req` or `collection.req`, the same objects for all requests to which it applies. */
function blocksOf({ tree, file }: SharedFile): readonly SharedBlock[] {
  let blocks = blocksOfFile.get(tree);
  if (blocks === undefined) blocksOfFile.set(tree, (blocks = tree.blocks.map((b) => sharedBlock(tree, file, b))));
  return blocks;
}

function blocksAround(collection: Collection): readonly SharedBlock[] {
  let blocks = blocksOfCollection.get(collection);
  if (blocks === undefined) blocksOfCollection.set(collection, (blocks = collection.shared.flatMap(blocksOf)));
  return blocks;
}

/** The blocks around a request, the innermost first: the file's preamble, folders, the collection. */
export function sharedBlocks({ tree, file, collection, block }: BlockPlace): readonly SharedBlock[] {
  const preamble = filePreamble(tree);
  const own = preamble === undefined || preamble === block ? [] : [sharedBlock(tree, file, preamble)];
  const around = blocksAround(collection);
  // A shared file is not around itself.
  const others = sharedKind(file) === undefined ? around : around.filter((s) => s.file !== file);
  return own.length === 0 ? others : [...own, ...others];
}

/** A script of a request or of a block around it, with the file that contains it. */
export interface PlacedScript {
  readonly node: ScriptNode;
  readonly file: string;
  readonly tree: DocumentTree;
}

/** The scripts in the order they run. Pre-request: collection, folders (outermost first), file, request. Response: the reverse. */
export function scriptsAround(context: BlockContext, phase: 'pre-request' | 'response'): readonly PlacedScript[] {
  const { tree, file, block, collection } = context;
  const of = (b: Block): readonly ScriptNode[] => (phase === 'pre-request' ? b.preScripts : b.responseScripts);
  const levels: PlacedScript[][] = [];
  for (const s of collection.shared.toReversed())
    for (const b of s.tree.blocks) if (of(b).length > 0) levels.push(of(b).map((node) => ({ node, file: s.file, tree: s.tree })));
  const preamble = filePreamble(tree);
  if (preamble !== undefined && preamble !== block) levels.push(of(preamble).map((node) => ({ node, file, tree })));
  levels.push(of(block).map((node) => ({ node, file, tree })));
  return (phase === 'pre-request' ? levels : levels.toReversed()).flat();
}

function argumentsOf(blocks: readonly Block[], name: string): readonly string[] {
  const found: string[] = [];
  for (const block of blocks)
    for (const d of contentOf(block).directives) if (d.argument !== undefined && d.name.text === name) found.push(d.argument.text);
  return found;
}

/** The environments that define a name, without duplicates. */
function environmentsWith({ environmentFiles }: Collection, name: string): readonly string[] {
  const found = new Set<string>();
  for (const f of environmentFiles)
    for (const [environment, members] of f.environments) if (!environment.startsWith('$') && members.has(name)) found.add(environment);
  return [...found];
}

/**
 * Creates the scope of a block.
 * @param made cache of the file's variables, shared by the blocks of one version of the file
 */
export function scopeOf(context: BlockContext, around = sharedBlocks(context), made?: FileVariables): Scope {
  const { tree, file, block, collection, environment, variables, answers } = context;
  const secretNames = new Set(argumentsOf([block, ...around.map((s) => s.block)], 'secret'));
  const { requestLine, range } = contentOf(block);
  const position = (requestLine?.range.start ?? range.end) - range.start + startOf(block);
  return createScope(
    [
      dataLayer('prompt', answers),
      dataLayer('script', variables),
      fileLayer(tree, file, position, made),
      ...outerLayers(collection, environment),
    ],
    secretNames,
    (name) => environmentsWith(collection, name),
    {
      find: (id) => authConfiguration(collection.environmentFiles, environment, id),
      ids: () => authIds(collection.environmentFiles, environment),
      elsewhere: (id) => environmentsWithAuth(collection.environmentFiles, id),
    },
  );
}

/** One `# @prompt NAME label`: a variable whose value the user enters for each send. */
export interface Prompt {
  readonly name: string;
  readonly label: string;
  /** Also named by `@secret`: the input is hidden and the value is masked. */
  readonly secret: boolean;
}

/** The prompts of a request and of the blocks around it, which a send shows first. */
export function promptsOf(context: BlockContext, around = sharedBlocks(context)): readonly Prompt[] {
  const blocks = [context.block, ...around.map((s) => s.block)];
  const asked = argumentsOf(blocks, 'prompt');
  if (asked.length === 0) return [];
  const secrets = new Set(argumentsOf(blocks, 'secret'));
  const prompts = new Map<string, Prompt>();
  for (const argument of asked) {
    const [name, ...label] = argument.split(/[ \t]+/);
    if (name !== undefined && name !== '' && !prompts.has(name))
      prompts.set(name, { name, label: label.join(' ') || name, secret: secrets.has(name) });
  }
  return [...prompts.values()];
}
