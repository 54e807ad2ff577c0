import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds after which other work, Ctrl+C for example, gets a turn. */
const longest = 15;

let last = performance.now();

/** Lets the event loop turn if it may not have done so for a while: a long chain of promises alone never does. */
export async function turnIfDue(signal?: AbortSignal): Promise<void> {
  if (performance.now() - last >= longest) {
    // An operating system signal is read in one turn, and its handler runs in the next.
    await turn();
    await turn();
    last = performance.now();
  }
  signal?.throwIfAborted();
}
