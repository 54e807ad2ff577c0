import { ReqError } from '../base/reqError.ts';
import type { Host } from './host.ts';

/**
 * Whether a file that a request names may be read: asked of the host, which knows where links lead and may ask a person.
 * Cancelling does not wait for the answer: ReqError 'cancelled'.
 */
export async function mayRead(host: Host, path: string, root: string, signal: AbortSignal): Promise<boolean> {
  const cancelled = new ReqError('cancelled', 'Cancelled.');
  if (signal.aborted) throw cancelled;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', (stop = () => reject(cancelled))));
  try {
    return await Promise.race([aborted, host.mayRead(path, root)]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}
