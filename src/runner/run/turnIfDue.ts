import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds after which other work, such as handling Ctrl+C, may run. */
const longest = 15;

let last = performance.now();

/** Yields to the event loop if it may have been blocked for a while: a long chain of promises alone never yields. */
export async function turnIfDue(signal?: AbortSignal): Promise<void> {
  if (performance.now() - last >= longest) {
    // An operating system signal is read in one turn, and its handler runs in the next.
    await turn();
    await turn();
    last = performance.now();
  }
  signal?.throwIfAborted();
}
