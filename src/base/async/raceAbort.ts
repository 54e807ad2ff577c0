import { ReqError } from '../reqError.ts';
import { onAbort } from './onAbort.ts';

/** Resolves with the result; rejects with ReqError `cancelled` if the signal aborts first. */
export async function raceAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopWaiting: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new ReqError('cancelled', 'Cancelled.'));
    if (signal.aborted) stop();
    stopWaiting = onAbort(signal, stop);
  });
  try {
    return await Promise.race([cancelled, answer]);
  } finally {
    stopWaiting?.();
  }
}
