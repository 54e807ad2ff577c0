import type { Place } from '../base/reqError.ts';
import type { BlockContext, ResolvedRequest } from '../language/index.ts';
import type { Outcome, RunEvent } from './events.ts';
import { exchangeEvents } from './exchangeEvents.ts';
import type { Host } from './host.ts';
import type { ExchangeResult, ExchangeSettings } from './http/types.ts';
import type { RunInput } from './index.ts';
import type { MaskBox } from './maskEvents.ts';
import { askForRedirect } from './permissions.ts';
import type { Received } from './received.ts';
import { exchangeAndRetry } from './retry.ts';
import { streamInto } from './streamInto.ts';
import type { StreamListeners } from './streamListeners.ts';

/** What an exchange has of the run that it belongs to. */
export interface RunExchange {
  readonly input: Pick<RunInput, 'endsWhenIdle'>;
  readonly context: BlockContext;
  readonly host: Host;
  readonly own: Place;
  readonly settings: ExchangeSettings;
  readonly listeners: StreamListeners;
  /** Files that went into the body. */
  readonly files: ReadonlySet<string>;
  readonly mask: MaskBox;
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends what has been resolved and hears the answer to its end, be it a stream that a limit or a script ends.
 * @param names the secrets of the environment that it holds
 * @param isRefusable whether a 401 may be for a token that was kept
 */
export async function exchangeOfRun(
  run: RunExchange,
  resolved: ResolvedRequest,
  received: Received,
  names: ReadonlySet<string>,
  isRefusable: () => boolean,
): Promise<ExchangeResult & { readonly outcome: Outcome }> {
  const { context, host, own, listeners, files, mask, at, emit, signal } = run;
  const follows = (next: ResolvedRequest): Promise<void> =>
    askForRedirect({ context, host, own, signal }, next, { names, files, mask: mask.apply });
  const until = new AbortController();
  const end = (): void => until.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted || listeners.hasEnded) end();
  listeners.onEnded = end;
  let limited = false;
  const keep = (e: RunEvent): void => {
    emit(e);
    if (e.kind === 'event' && e.event.complete) listeners.event(e.event);
  };
  const stream = streamInto(received, resolved.options, at, keep, () => {
    limited = true;
    end();
  });
  const listener = exchangeEvents({ emit, at, body: resolved.body, received, stream });
  const settings = { follows, isRefusable, ...run.settings };
  const exchanged = exchangeAndRetry({ request: resolved, settings, listener, stream, at, emit, signal: until.signal });
  const result = await exchanged.finally(() => {
    stream.end();
    signal.removeEventListener('abort', end);
    listeners.onEnded = undefined;
  });
  if (result.refused) return { outcome: 'complete', ...result };
  await listeners.close();
  if (stream.error !== undefined) return { outcome: 'failed', ...result, error: stream.error };
  const fellSilent = run.input.endsWhenIdle === true && received.stream !== undefined && result.error?.kind === 'timeout';
  const asked = limited || listeners.hasEnded || fellSilent;
  if (asked && !signal.aborted) return { outcome: 'ended', ...result, error: undefined };
  if (result.error === undefined) return { outcome: 'complete', ...result };
  return { outcome: result.error.kind === 'cancelled' ? 'cancelled' : 'failed', ...result };
}
