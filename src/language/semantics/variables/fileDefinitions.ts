import { cacheMerged, cachePerBlock } from '../../incremental/blockCache.ts';
import { contentOf, startOf, type Block, type DocumentTree } from '../../syntax/nodes.ts';
import { parseTemplate } from '../../syntax/template.ts';
import type { Layer, LayerKind, Variable } from './variables.ts';

/** An `@` definition of a block. */
export interface Definition {
  readonly name: string;
  /** A template. */
  readonly value: string;
  /** Offset relative to the start of its block. */
  readonly start: number;
  /** The names in its value, without duplicates. */
  readonly uses: readonly string[];
}

const nothing: readonly never[] = [];

function usesOf(value: string): readonly string[] {
  if (!value.includes('{{')) return nothing;
  const uses = new Set<string>();
  for (const p of parseTemplate(value).parts) {
    if (p.kind !== 'placeholder' || p.expression.kind !== 'path') continue;
    const { segments, dotted } = p.expression;
    uses.add(String(segments[0]?.key));
    if (dotted !== undefined) uses.add(dotted);
  }
  return [...uses];
}

/** The `@` definitions per block of a file. */
export const definitionsIn = cachePerBlock((_, block): readonly Definition[] => {
  const { definitions } = contentOf(block);
  if (definitions.length === 0) return nothing;
  const { start } = contentOf(block).range;
  return definitions.map((d) => ({ name: d.name.text, value: d.value.text, start: d.range.start - start, uses: usesOf(d.value.text) }));
});

export const sameNames = (a: readonly Definition[], b: readonly Definition[]): boolean =>
  a.length === b.length && a.every((d, i) => d.name === b[i]?.name);

/** The index of a definition's block, and its index in that block. */
interface DefinitionPlace {
  readonly block: number;
  readonly nth: number;
}

/** The definitions of each name in a file, in file order. */
const definitionsOf = cacheMerged(definitionsIn, sameNames, (blocks): ReadonlyMap<string, readonly DefinitionPlace[]> => {
  const byName = new Map<string, DefinitionPlace[]>();
  for (const [block, definitions] of blocks.entries()) {
    for (const [nth, { name }] of definitions.entries()) {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [{ block, nth }]);
      else list.push({ block, nth });
    }
  }
  return byName;
});

const definitionAt = (tree: DocumentTree, { block, nth }: DefinitionPlace): Definition =>
  definitionsIn(tree).at(block)?.[nth] as Definition;

const positionOf = (tree: DocumentTree, place: DefinitionPlace): number =>
  startOf(tree.blocks[place.block] as Block) + definitionAt(tree, place).start;

function definedIn(tree: DocumentTree, file: string, layer: LayerKind, place: DefinitionPlace): Variable {
  const { name, value } = definitionAt(tree, place);
  const position = positionOf(tree, place);
  const line = tree.lines.positionAt(position).line + 1;
  return { name, origin: { layer, file, line }, secret: false, content: { kind: 'text', text: value }, position };
}

/** The number of places above an offset. Binary search, because a file can define a name ten thousand times. */
function countAbove(tree: DocumentTree, places: readonly DefinitionPlace[], limit: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positionOf(tree, places[middle] as DefinitionPlace) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Caches the variables of a file, so that requests that use the same definition get the same object. */
export class FileVariables {
  readonly above = new Map<DefinitionPlace, Variable>();
  readonly below = new Map<DefinitionPlace, Variable>();
}

/** The `@` definitions of a file for a request at `position`: the nearest one above, else the first one below. */
export function fileLayer(tree: DocumentTree, file: string, position: number, made = new FileVariables()): Layer {
  const byName = definitionsOf(tree);
  return {
    kind: 'file',
    names: () => byName.keys(),
    find(name, before) {
      const places = byName.get(name);
      if (places === undefined) return undefined;
      const above = countAbove(tree, places, before ?? position);
      if (above === 0 && before !== undefined) return undefined;
      const place = places[Math.max(0, above - 1)] as DefinitionPlace;
      const known = above > 0 ? made.above : made.below;
      let variable = known.get(place);
      if (variable === undefined) {
        const found = definedIn(tree, file, 'file', place);
        known.set(place, (variable = above > 0 ? found : { ...found, below: true }));
      }
      return variable;
    },
  };
}

const sharedLayers = new WeakMap<DocumentTree, Layer>();

/** The `@` definitions of a `collection.req` or `folder.req`. The last definition of a name is used. */
export function sharedFileLayer(tree: DocumentTree, file: string, kind: 'folder' | 'collection'): Layer {
  let layer = sharedLayers.get(tree);
  if (layer === undefined) sharedLayers.set(tree, (layer = newSharedLayer(tree, file, kind)));
  return layer;
}

function newSharedLayer(tree: DocumentTree, file: string, kind: 'folder' | 'collection'): Layer {
  const variables = new Map<string, Variable>();
  for (const [name, places] of definitionsOf(tree)) {
    const { position: _, ...variable } = definedIn(tree, file, kind, places[places.length - 1] as DefinitionPlace);
    variables.set(name, variable);
  }
  return { kind, find: (name) => variables.get(name), names: () => variables.keys() };
}
