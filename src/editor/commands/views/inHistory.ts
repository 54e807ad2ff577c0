import type { History } from '../../history/index.ts';
import type { Services } from '../../services.ts';

/** Runs a command of the History view, which is loaded on first use. */
export async function inHistory({ history }: Services, work: (commands: History['commands']) => unknown): Promise<unknown> {
  return work(history.open().commands);
}

/** Compares the responses again, with the keys of JSON objects sorted or as they were received. */
export async function sortComparedKeys({ history }: Services, sorted: boolean): Promise<unknown> {
  return history.open().comparisons.sort(sorted);
}
