import type { Host } from '../ports/host.ts';

/** Characters or bytes of which work takes a moment that a person would notice. */
const large = 1024 * 1024;

/** Runs synchronous work on a text of that size, so that Ctrl+C ends the command while a large one keeps the thread busy. */
export async function atLength<T>({ busy }: Host, size: number, work: () => T | Promise<T>): Promise<T> {
  return size < large || busy === undefined ? work() : busy(work);
}
