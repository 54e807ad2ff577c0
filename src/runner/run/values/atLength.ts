import type { Host } from '../../ports/host.ts';

/** Size in characters or bytes from which the work takes noticeable time. */
const large = 1024 * 1024;

/** Runs synchronous work on a text of `size`. For a large text it uses `Host.busy`, so that Ctrl+C can end the command meanwhile. */
export async function atLength<T>({ busy }: Host, size: number, work: () => T | Promise<T>): Promise<T> {
  return size < large || busy === undefined ? work() : busy(work);
}
