import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which waiting requests of VS Code, such as lenses or completions, get their turn. */
const turn = 8;

/** Does work in steps, with turns for other work of the extension host. Returns false if it stopped because the work became stale. */
export async function inTurns(steps: Iterable<void>, isStale: () => boolean): Promise<boolean> {
  let began = performance.now();
  for (const _ of steps) {
    if (performance.now() - began < turn) continue;
    await setImmediate();
    if (isStale()) return false;
    began = performance.now();
  }
  return true;
}
