import { contentOf, startOf, type Block, type DocumentTree } from '../syntax/nodes.ts';
import { readingOf } from '../syntax/parser.ts';

/** The number of blocks at the beginning and at the end with the same content in two versions. */
export interface CommonBlocks {
  readonly above: number;
  readonly below: number;
}

/** The last comparison of each version, shared by all caches. */
const compared = new WeakMap<readonly Block[], { readonly before: WeakRef<readonly Block[]>; readonly common: CommonBlocks }>();

export function commonBlocks(before: readonly Block[], after: readonly Block[]): CommonBlocks {
  const known = compared.get(after);
  if (known?.before.deref() === before) return known.common;
  const common = compare(before, after);
  compared.set(after, { before: new WeakRef(before), common });
  return common;
}

function compare(before: readonly Block[], after: readonly Block[]): CommonBlocks {
  const most = Math.min(before.length, after.length);
  const same = (a: Block | undefined, b: Block | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && contentOf(a) === contentOf(b));
  let above = 0;
  while (above < most && same(before[above], after[above])) above++;
  let below = 0;
  while (below < most - above && same(before[before.length - 1 - below], after[after.length - 1 - below])) below++;
  return { above, below };
}

/** Aligns a list with one entry per block to the next version. New blocks get undefined. */
export function alignEntries<T>(entries: readonly T[], { above, below }: CommonBlocks, count: number): (T | undefined)[] {
  const next: (T | undefined)[] = entries.slice(0, above);
  for (let i = above; i < count - below; i++) next.push(undefined);
  for (let i = entries.length - below; i < entries.length; i++) next.push(entries[i]);
  return next;
}

interface Version<T> {
  readonly blocks: readonly Block[];
  readonly result: T;
}

interface CachePerVersion<T> {
  readonly of: (tree: DocumentTree) => T;
  /** The last version of the tree's file with a result. */
  readonly latest: (tree: DocumentTree) => Version<T> | undefined;
}

/** Caches one result per version of a file. A new version is computed from the last result. */
function cachePerVersion<T extends object>(compute: (tree: DocumentTree, before: Version<T> | undefined) => T): CachePerVersion<T> {
  const known = new WeakMap<readonly Block[], T>();
  const versions = new WeakMap<object, Version<T>>();
  const lineageOf = ({ blocks }: DocumentTree): object => readingOf(blocks)?.lineage ?? blocks;
  const latest = (tree: DocumentTree): Version<T> | undefined => versions.get(lineageOf(tree));
  const of = (tree: DocumentTree): T => {
    const { blocks } = tree;
    let result = known.get(blocks);
    if (result === undefined) {
      result = compute(tree, latest(tree));
      known.set(blocks, result);
      versions.set(lineageOf(tree), { blocks, result });
    }
    return result;
  };
  return { of, latest };
}

type Move<T> = (result: T, by: number) => T;

/** One result per block of a version. Their offsets belong to that version. */
export class BlockResults<T> {
  readonly #blocks: readonly Block[];
  readonly #move: Move<T> | undefined;
  /** The results with the offsets at the time they were computed. */
  readonly computed: readonly T[];
  /** Where each block began when its result was computed; empty if results have no offsets. */
  readonly starts: readonly number[];

  constructor(blocks: readonly Block[], computed: readonly T[], starts: readonly number[], move: Move<T> | undefined) {
    this.#blocks = blocks;
    this.#move = move;
    this.computed = computed;
    this.starts = starts;
  }

  /** The result for the block with this index; undefined past the end. */
  at(index: number): T | undefined {
    const result = this.computed[index];
    if (result === undefined || this.#move === undefined) return result;
    const by = startOf(this.#blocks[index] as Block) - (this.starts[index] as number);
    return by === 0 ? result : this.#move(result, by);
  }

  *[Symbol.iterator](): Generator<T> {
    for (let i = 0; i < this.computed.length; i++) yield this.at(i) as T;
  }
}

const noCommonBlocks: CommonBlocks = { above: 0, below: 0 };

/** A cache that can also be filled block by block. */
export interface CachePerBlock<T> {
  (tree: DocumentTree): BlockResults<T>;
  /** Yields after each block, so that the caller can do other work between blocks. */
  readonly steps: (tree: DocumentTree) => Generator<void, BlockResults<T>>;
}

/** The results of a version whose blocks are not all computed. `next` is the first missing one. */
interface PartialResults<T> {
  readonly results: (T | undefined)[];
  readonly starts: (number | undefined)[];
  next: number;
  readonly end: number;
}

/**
 * Caches a result per block of a file. `compute` runs again only for blocks that an edit changed, so it must depend only on the
 * block's text. `move` adds to the offsets in the results of moved blocks; without it, results must not contain absolute offsets.
 */
export function cachePerBlock<T>(compute: (tree: DocumentTree, block: Block) => T, move?: Move<T>): CachePerBlock<T> {
  const unfinished = new WeakMap<readonly Block[], PartialResults<T>>();
  const begin = ({ blocks }: DocumentTree, before: Version<BlockResults<T>> | undefined): PartialResults<T> => {
    const common = before === undefined ? noCommonBlocks : commonBlocks(before.blocks, blocks);
    const results = alignEntries(before?.result.computed ?? [], common, blocks.length);
    const starts = move === undefined ? [] : alignEntries(before?.result.starts ?? [], common, blocks.length);
    return { results, starts, next: common.above, end: blocks.length - common.below };
  };
  const computeNext = (tree: DocumentTree, partial: PartialResults<T>): void => {
    const i = partial.next++;
    const block = tree.blocks[i] as Block;
    partial.results[i] = compute(tree, block);
    if (move !== undefined) partial.starts[i] = startOf(block);
  };
  const { of, latest } = cachePerVersion<BlockResults<T>>((tree, before) => {
    const partial = unfinished.get(tree.blocks) ?? begin(tree, before);
    while (partial.next < partial.end) computeNext(tree, partial);
    return new BlockResults(tree.blocks, partial.results as T[], partial.starts as number[], move);
  });
  return Object.assign(of, {
    *steps(tree: DocumentTree): Generator<void, BlockResults<T>> {
      let partial = unfinished.get(tree.blocks);
      if (partial === undefined) unfinished.set(tree.blocks, (partial = begin(tree, latest(tree))));
      for (; partial.next < partial.end; yield) computeNext(tree, partial);
      return of(tree);
    },
  });
}

/**
 * Caches one result merged from the results of all blocks. It stays the same object while these are equal. `merge` gets results
 * with outdated offsets, so the merged result must not contain absolute offsets.
 */
export function cacheMerged<P, T extends object>(
  resultsOf: (tree: DocumentTree) => BlockResults<P>,
  equal: (a: P, b: P) => boolean,
  merge: (results: readonly P[]) => T,
): (tree: DocumentTree) => T {
  const versions = cachePerVersion<{ readonly parts: readonly P[]; readonly merged: T }>((tree, before) => {
    const parts = resultsOf(tree).computed;
    const isSame = before !== undefined && hasEqualParts(before.result.parts, parts, commonBlocks(before.blocks, tree.blocks), equal);
    return { parts, merged: isSame ? before.result.merged : merge(parts) };
  });
  return (tree) => versions.of(tree).merged;
}

function hasEqualParts<P>(old: readonly P[], parts: readonly P[], { above, below }: CommonBlocks, equal: (a: P, b: P) => boolean): boolean {
  if (old.length !== parts.length) return false;
  for (let i = above; i < parts.length - below; i++) if (!equal(old[i] as P, parts[i] as P)) return false;
  return true;
}
