import { ReqError } from './reqError.ts';

/** Resolves with the answer; rejects with ReqError `cancelled` when the signal aborts first. */
export async function raceAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => reject(new ReqError('cancelled', 'Cancelled.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([cancelled, answer]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
