import type { ResolvedRequest, Taint } from '../../language/index.ts';
import type { ResponseHead } from '../ports/events.ts';
import type { MaskBox } from './maskEvents.ts';
import type { Received } from './receivedBody.ts';
import type { FinishedExchange } from './exchangesOfSession.ts';

/**
 * What is kept of an exchange for `{{name.response…}}`. A session may keep thousands of them: nothing else of the run that they are of
 * is held by one.
 */
export function finishedExchange({
  time,
  resolved: { method, url, headers, body },
  head: { status, statusText },
  received,
  mask,
  taint,
}: {
  readonly time: number;
  readonly resolved: ResolvedRequest;
  readonly head: ResponseHead;
  readonly received: Received;
  readonly mask: Pick<MaskBox, 'secrets'>;
  readonly taint: Taint;
}): FinishedExchange {
  return {
    time,
    // What scripts find in the answer counts too.
    hides: () => mask.secrets(),
    taint,
    request: { method, url, headers, body: body.map((p) => (p.kind === 'text' ? p.text : '')).join('') },
    response: { status, statusText, headers: received.headers },
    // Most are never looked at.
    body: received.forLater(),
  };
}
