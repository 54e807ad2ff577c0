import type { Block, DocumentTree } from '../../syntax/nodes.ts';
import { isRequest } from '../../syntax/nodes.ts';
import { startOf } from '../../syntax/movedBlock.ts';
import { perBlock } from '../../syntax/versions.ts';
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

/** A definition and whether something uses it. */
export interface DefinitionUse {
  readonly block: Block;
  /** Which of the block's definitions it is. */
  readonly nth: number;
  readonly start: number;
  used: boolean;
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

/**
 * The `@` definitions of a file by name, each with whether anything uses its value: this file, or a file around it. Undefined
 * where that cannot be known, or the file sends nothing yet.
 */
export function definitionUses(tree: DocumentTree, collection: Collection): ReadonlyMap<string, readonly DefinitionUse[]> | undefined {
  const outside = usesAround(collection);
  const blocks = usesIn(tree);
  const first = blocks[0];
  if (outside.isOpaque || !blocks.some((b) => b.sends) || (first?.sends === false && first.isOpaque)) return undefined;
  const byName = new Map<string, DefinitionUse[]>();
  for (const [i, { definitions }] of blocks.entries()) {
    const block = tree.blocks[i] as Block;
    for (const { name, start, nth } of definitions) {
      const definition = { block, nth, start: startOf(block) + start, used: outside.names.has(name) };
      const list = byName.get(name);
      if (list === undefined) byName.set(name, [definition]);
      else list.push(definition);
    }
  }
  if (byName.size > 0) markUsed(byName, tree, blocks);
  return byName;
}

function markUsed(byName: ReadonlyMap<string, readonly DefinitionUse[]>, tree: DocumentTree, blocks: readonly BlockUses[]): void {
  for (const [i, { uses, position, isOpaque: any, sends }] of blocks.entries()) {
    if (uses.length === 0 && !any) continue;
    const start = startOf(tree.blocks[i] as Block);
    for (const { name, before } of uses) {
      const list = byName.get(name);
      if (list === undefined) continue;
      // What stands around every request is seen from the place of each.
      if (before === undefined && !sends) for (const d of list) d.used = true;
      else mark(list, start + (before ?? position), before === undefined);
    }
    if (any) for (const list of byName.values()) mark(list, start + position, true);
  }
}

/** Marks the nearest definition above a place, or else the first below it where that counts. */
function mark(list: readonly DefinitionUse[], limit: number, belowCounts: boolean): void {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as DefinitionUse).start < limit) low = middle + 1;
    else high = middle;
  }
  const seen = list[low - 1] ?? (belowCounts ? list[0] : undefined);
  if (seen !== undefined) seen.used = true;
}
