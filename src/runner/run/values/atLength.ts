import type { DocumentTree } from '../../../language/index.ts';
import type { QueryLimit } from '../../check/queryLimit.ts';
import type { Host } from '../../ports/host.ts';

/** Minimum size in characters or bytes for which the work takes noticeable time. */
const large = 1024 * 1024;

export const isLarge = (size: number): boolean => size >= large;

/** Runs synchronous work on a text of `size`. For a large text it uses `Host.busy`, so that Ctrl+C can end the command meanwhile. */
export async function atLength<T>({ busy }: Host, size: number, work: () => T | Promise<T>): Promise<T> {
  return !isLarge(size) || busy === undefined ? work() : busy(work);
}

const longestBlocks = new WeakMap<DocumentTree, number>();

/**
 * Size of the work of resolving a request of the file, for `atLength`: the longest block, in characters. The whole text would be too much:
 * each of 10,000 short requests would take two turns more.
 */
export function resolvingSize(tree: DocumentTree): number {
  let longest = longestBlocks.get(tree);
  if (longest === undefined) {
    longest = tree.blocks.reduce((most, { range }) => Math.max(most, range.end - range.start), 0);
    longestBlocks.set(tree, longest);
  }
  return longest;
}

/** Maximum milliseconds of work that Ctrl+C cannot end, which a user does not notice. */
const quickMs = 20;

/**
 * Runs synchronous work that is nearly always quick, although its data does not prove it. Slow work is repeated with `Host.busy`, which
 * must be rare: a signal that arrives while it removes the handlers is lost.
 * @param work must be repeatable, and end soon after its limit, with any result or error
 */
export async function quickOrBusy<T>({ busy }: Host, limit: QueryLimit, work: (limit: QueryLimit) => T | Promise<T>): Promise<T> {
  if (busy === undefined) return work(limit);
  let wasOver = false;
  const end = performance.now() + quickMs;
  const quick: QueryLimit = { text: limit.text, isOver: () => (wasOver ||= performance.now() > end) };
  let done: () => T;
  try {
    const result = await work(quick);
    done = () => result;
  } catch (e) {
    done = () => {
      throw e;
    };
  }
  return wasOver ? busy(() => work(limit)) : done();
}
