import { contentOf } from './movedBlock.ts';
import type { Block, DocumentTree } from './nodes.ts';
import { readingOf } from './parser.ts';

/** How many blocks at the beginning and at the end of two versions have the same content. */
export interface Common {
  readonly above: number;
  readonly below: number;
}

/** What was compared last with each version: all that is carried on from one to the next asks the same. */
const compared = new WeakMap<readonly Block[], { readonly before: WeakRef<readonly Block[]>; readonly common: Common }>();

/** What two versions of a file have in common. */
export function commonBlocks(before: readonly Block[], after: readonly Block[]): Common {
  const known = compared.get(after);
  if (known?.before.deref() === before) return known.common;
  const common = compare(before, after);
  compared.set(after, { before: new WeakRef(before), common });
  return common;
}

function compare(before: readonly Block[], after: readonly Block[]): Common {
  const most = Math.min(before.length, after.length);
  const same = (a: Block | undefined, b: Block | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && contentOf(a) === contentOf(b));
  let above = 0;
  while (above < most && same(before[above], after[above])) above++;
  let below = 0;
  while (below < most - above && same(before[before.length - 1 - below], after[after.length - 1 - below])) below++;
  return { above, below };
}

/** A list with an entry for each block of a version, as the list for another version: new blocks have none yet. */
export function carried<T>(entries: readonly T[], { above, below }: Common, count: number): (T | undefined)[] {
  const next: (T | undefined)[] = entries.slice(0, above);
  for (let i = above; i < count - below; i++) next.push(undefined);
  for (let i = entries.length - below; i < entries.length; i++) next.push(entries[i]);
  return next;
}

interface Version<T> {
  readonly blocks: readonly Block[];
  readonly found: T;
}

/** Remembers what was found for each version of a file, and finds it for the next one from the last. */
function perVersion<T>(find: (tree: DocumentTree, before: Version<T> | undefined) => T): (tree: DocumentTree) => T {
  const known = new WeakMap<readonly Block[], T & object>();
  const latest = new WeakMap<object, Version<T>>();
  return (tree) => {
    const { blocks } = tree;
    let found: T | undefined = known.get(blocks);
    if (found === undefined) {
      const lineage = readingOf(blocks)?.lineage ?? blocks;
      found = find(tree, latest.get(lineage));
      known.set(blocks, found as T & object);
      latest.set(lineage, { blocks, found });
    }
    return found;
  };
}

/**
 * Finds something in each block of a file, and again only in blocks that have changed. What is found counts from the block's
 * beginning, since blocks move.
 */
export function perBlock<T>(find: (tree: DocumentTree, block: Block) => T): (tree: DocumentTree) => readonly T[] {
  return perVersion<readonly T[]>((tree, before) => {
    const { blocks } = tree;
    if (before === undefined) return blocks.map((block) => find(tree, block));
    const common = commonBlocks(before.blocks, blocks);
    const next = carried(before.found, common, blocks.length);
    for (let i = common.above; i < blocks.length - common.below; i++) next[i] = find(tree, blocks[i] as Block);
    return next as T[];
  });
}

/** Makes something of what each block of a file has. As long as each block has the same, it stays the same object. */
export function fromBlocks<P, T extends object>(
  partsOf: (tree: DocumentTree) => readonly P[],
  same: (a: P, b: P) => boolean,
  make: (parts: readonly P[]) => T,
): (tree: DocumentTree) => T {
  const made = perVersion<{ readonly parts: readonly P[]; readonly whole: T }>((tree, before) => {
    const parts = partsOf(tree);
    const old = before?.found;
    const isSame = before !== undefined && hasSameParts(before.found.parts, parts, commonBlocks(before.blocks, tree.blocks), same);
    return { parts, whole: isSame && old !== undefined ? old.whole : make(parts) };
  });
  return (tree) => made(tree).whole;
}

function hasSameParts<P>(old: readonly P[], parts: readonly P[], { above, below }: Common, same: (a: P, b: P) => boolean): boolean {
  if (old.length !== parts.length) return false;
  for (let i = above; i < parts.length - below; i++) if (!same(old[i] as P, parts[i] as P)) return false;
  return true;
}
