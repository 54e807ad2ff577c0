import type { QueryLimit } from '../../check/queryLimit.ts';
import type { Host } from '../../ports/host.ts';

/** Size in characters or bytes from which the work takes noticeable time. */
const large = 1024 * 1024;

export const isLarge = (size: number): boolean => size >= large;

/** Runs synchronous work on a text of `size`. For a large text it uses `Host.busy`, so that Ctrl+C can end the command meanwhile. */
export async function atLength<T>({ busy }: Host, size: number, work: () => T | Promise<T>): Promise<T> {
  return !isLarge(size) || busy === undefined ? work() : busy(work);
}

/** Longest that work may take before Ctrl+C must be able to end it: shorter than a person notices. */
const quickMs = 20;

/**
 * Runs synchronous work that is nearly always quick, though its data does not show it. Slow work begins again with `Host.busy`, which
 * must be rare: a signal that arrives in the moment when it removes the handlers is lost.
 * @param work does nothing that cannot be done twice, and ends soon after its limit is over, with any result or error
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
