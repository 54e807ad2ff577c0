import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which waiting requests of VS Code, such as lenses or completions, get their turn. */
const turn = 8;

/** Does work in steps, with turns for other work of the extension host. Resolves with its result; undefined if it became stale. */
export async function inTurns<T>(steps: Iterator<void, T>, isStale: () => boolean): Promise<T | undefined> {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - began < turn) continue;
    await setImmediate();
    if (isStale()) return undefined;
    began = performance.now();
  }
}
