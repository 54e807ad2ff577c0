import { after } from '../../base/timer.ts';
import type { RunSummary } from './summary.ts';

/** Ends a run before its end. */
export class Ending {
  #why: RunSummary['ended'];

  /** The first reason counts. */
  end(why: NonNullable<RunSummary['ended']>): void {
    this.#why ??= why;
  }

  get why(): RunSummary['ended'] {
    return this.#why;
  }
}

/** Resolves after a time, or at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = after(ms, end);
    signal.addEventListener('abort', end);
  });
}
