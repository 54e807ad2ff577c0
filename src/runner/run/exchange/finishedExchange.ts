import type { ResolvedRequest, Taint } from '../../../language/index.ts';
import type { ResponseHead } from '../../ports/events.ts';
import type { MaskBox } from '../permissions/maskEvents.ts';
import type { Received } from './receivedBody.ts';
import type { FinishedExchange } from './exchangesOfSession.ts';

/**
 * Creates the stored form of an exchange for `{{name.response…}}`. It references no other object of its run, because a session may store
 * thousands of exchanges.
 */
export function finishedExchange({
  time,
  resolved: { method, url, headers, body },
  head: { status, statusText },
  received,
  mask,
  taint,
  isPartial,
}: {
  readonly time: number;
  readonly resolved: ResolvedRequest;
  readonly head: ResponseHead;
  readonly received: Received;
  readonly mask: Pick<MaskBox, 'secrets'>;
  readonly taint: Taint;
  readonly isPartial: boolean;
}): FinishedExchange {
  return {
    time,
    // Evaluated later, to include secrets that scripts find in the response.
    hides: () => mask.secrets(),
    taint,
    isPartial,
    request: { method, url, headers, body: body.map((p) => (p.kind === 'text' ? p.text : '')).join('') },
    response: { status, statusText, headers: received.headers },
    // Decoded on first use: most bodies are never read.
    body: received.forLater(),
  };
}
