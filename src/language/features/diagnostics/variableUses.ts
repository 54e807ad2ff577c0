import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { isRequest } from '../../syntax/nodes.ts';
import { fromBlocks, perBlock } from '../../syntax/versions.ts';
import type { Collection } from '../../workspace/collection.ts';
import { environmentOccurrences } from '../environmentOccurrences.ts';
import { occurrencesIn } from '../occurrences.ts';

/** What one block defines and uses. Offsets count from its beginning. */
interface BlockUses {
  readonly definitions: readonly { readonly name: string; readonly start: number; readonly nth: number }[];
  /** `before`: only what is defined above it is seen there; undefined where the request sees it. */
  readonly uses: readonly { readonly name: string; readonly before: number | undefined }[];
  /** What the request sees is defined above this place, or else below. */
  readonly position: number;
  /** Something in it is read from another file, and may use any name. */
  readonly isOpaque: boolean;
  readonly sends: boolean;
}

/** A definition and whether something uses it. Places hold while blocks move. */
interface DefinitionUse {
  readonly block: number;
  /** Which of the block's definitions it is. */
  readonly nth: number;
  readonly start: number;
  used: boolean;
}

/** Where a definition stands: the number of its block, and which of the block's it is. */
export interface DefinitionPlace {
  readonly block: number;
  readonly nth: number;
}

/** A definition that nothing in its file uses, and where the name is defined again. */
export interface UnusedDefinition {
  readonly name: string;
  readonly place: DefinitionPlace;
  readonly next: DefinitionPlace | undefined;
}

const words = /[\p{L}\p{N}_$-]+/gu;

const usesIn = perBlock((tree, block): BlockUses => {
  const { start } = block.range;
  const definitions = block.definitions.map((d, nth) => ({ name: d.name.text, start: d.range.start - start, nth }));
  const uses: { name: string; before: number | undefined }[] = [];
  const requestSees = new Set<string>();
  for (const { kind, role, form, name, before } of occurrencesIn(tree, block)) {
    if (kind !== 'variable' || role !== 'reference' || form === 'secret') continue;
    if (before === undefined) requestSees.add(name);
    else uses.push({ name, before: before - start });
  }
  // A script may make up a name out of any word in it.
  for (const name of scriptWords(block)) requestSees.add(name);
  for (const name of requestSees) uses.push({ name, before: undefined });
  return {
    definitions,
    uses,
    position: (block.requestLine?.range.start ?? block.range.end) - start,
    isOpaque: isOpaque(block),
    sends: isRequest(block),
  };
});

function* scriptWords(block: Block): Generator<string> {
  for (const script of [...block.preScripts, ...block.responseScripts])
    if (script.inline) for (const m of script.source.text.matchAll(words)) yield m[0];
}

const isOpaque = (block: Block): boolean =>
  [...block.preScripts, ...block.responseScripts].some((s) => !s.inline || s.source.text.includes('.vars(')) ||
  (block.body !== undefined && /^<@[ \t]/m.test(block.body.text.text));

/** Names that files around use, and whether they may use any. */
interface AroundUses {
  readonly names: ReadonlySet<string>;
  readonly isOpaque: boolean;
}

const around = new WeakMap<Collection, AroundUses>();

function usesAround(collection: Collection): AroundUses {
  let found = around.get(collection);
  if (found === undefined) {
    const names = new Set<string>();
    const blocks = collection.shared.flatMap(({ tree }) => tree.blocks.map((block) => ({ tree, block })));
    for (const { tree, block } of blocks) {
      for (const o of occurrencesIn(tree, block)) if (o.role === 'reference') names.add(o.name);
      for (const word of scriptWords(block)) names.add(word);
    }
    for (const file of collection.environmentFiles)
      for (const [name, all] of environmentOccurrences(file)) if (all.some((o) => o.role === 'reference')) names.add(name);
    around.set(collection, (found = { names, isOpaque: blocks.some(({ block }) => isOpaque(block)) }));
  }
  return found;
}

const isSameUses = (a: BlockUses, b: BlockUses): boolean =>
  a.position === b.position &&
  a.isOpaque === b.isOpaque &&
  a.sends === b.sends &&
  a.definitions.length === b.definitions.length &&
  a.definitions.every((d, i) => d.name === b.definitions[i]?.name && d.start === b.definitions[i].start) &&
  a.uses.length === b.uses.length &&
  a.uses.every((u, i) => u.name === b.uses[i]?.name && u.before === b.uses[i].before);

/** The definitions that nothing in their file uses; undefined where that cannot be known, or the file sends nothing yet. */
const unusedIn = fromBlocks(usesIn, isSameUses, (blocks): { readonly unused: readonly UnusedDefinition[] | undefined } => {
  const [first] = blocks;
  if (!blocks.some((b) => b.sends) || (first?.sends === false && first.isOpaque)) return { unused: undefined };
  const byName = new Map<string, DefinitionUse[]>();
  for (const [block, { definitions }] of blocks.entries()) {
    for (const { name, start, nth } of definitions) {
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [{ block, nth, start, used: false }]);
      else list.push({ block, nth, start, used: false });
    }
  }
  if (byName.size > 0) markUsed(byName, blocks);
  const unused: UnusedDefinition[] = [];
  for (const [name, all] of byName) for (const [i, place] of all.entries()) if (!place.used) unused.push({ name, place, next: all[i + 1] });
  return { unused };
});

/** The `@` definitions of a file that nothing uses, neither it nor a file around it; none where that cannot be known. */
export function unusedDefinitions(tree: DocumentTree, collection: Collection): readonly UnusedDefinition[] {
  const outside = usesAround(collection);
  if (outside.isOpaque) return [];
  return unusedIn(tree).unused?.filter(({ name }) => !outside.names.has(name)) ?? [];
}

function markUsed(byName: ReadonlyMap<string, readonly DefinitionUse[]>, blocks: readonly BlockUses[]): void {
  for (const [block, { uses, position, isOpaque: any, sends }] of blocks.entries()) {
    for (const { name, before } of uses) {
      const list = byName.get(name);
      if (list === undefined) continue;
      // What stands around every request is seen from the place of each.
      if (before === undefined && !sends) for (const d of list) d.used = true;
      else mark(list, block, before ?? position, before === undefined);
    }
    if (any) for (const list of byName.values()) mark(list, block, position, true);
  }
}

/** Marks the nearest definition above a place of a block, or else the first below it where that counts. */
function mark(list: readonly DefinitionUse[], block: number, limit: number, belowCounts: boolean): void {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const d = list[middle] as DefinitionUse;
    if (d.block < block || (d.block === block && d.start < limit)) low = middle + 1;
    else high = middle;
  }
  const seen = list[low - 1] ?? (belowCounts ? list[0] : undefined);
  if (seen !== undefined) seen.used = true;
}
