import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before pending requests of VS Code, such as lenses or completions, are handled. */
const turn = 8;

/**
 * Runs work in steps, and yields to other work of the extension host between them. Resolves with its result; undefined if it became
 * outdated.
 */
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
