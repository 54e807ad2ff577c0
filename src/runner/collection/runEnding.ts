import { after } from '../../base/async/timer.ts';
import type { RunSummary } from './summary.ts';

export class Ending {
  #why: RunSummary['ended'];

  /** Later calls are ignored: the first reason is kept. */
  end(why: NonNullable<RunSummary['ended']>): void {
    this.#why ??= why;
  }

  get why(): RunSummary['ended'] {
    return this.#why;
  }
}

/** Resolves after `ms` milliseconds, or immediately when the signal is aborted. */
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
