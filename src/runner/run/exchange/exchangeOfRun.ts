import { onAbort } from '../../../base/async/onAbort.ts';
import { endsAsCancelled, ReqError } from '../../../base/reqError.ts';
import type { ResolvedRequest } from '../../../language/index.ts';
import type { Outcome, RunEvent } from '../../ports/events.ts';
import { exchangeEvents } from './exchangeEvents.ts';
import type { ExchangeResult, ExchangeSettings } from '../../http/exchange/exchangeTypes.ts';
import type { RunInput } from '../../ports/input.ts';
import type { Received } from './receivedBody.ts';
import { exchangeAndRetry } from './retry.ts';
import { streamInto } from './streamInto.ts';
import type { StreamChecks } from '../../check/streamChecks.ts';
import { consoleEvent } from '../scripts/consoleEvent.ts';
import type { StreamListeners } from './streamListeners.ts';

export interface RunExchange {
  readonly input: Pick<RunInput, 'endsWhenIdle'>;
  readonly settings: ExchangeSettings;
  readonly listeners: StreamListeners;
  readonly checks: StreamChecks;
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a resolved request and receives its response to the end. A limit or a script may end a stream.
 * @param isRefusable whether a 401 may be due to a cached token
 */
export async function exchangeOfRun(
  run: RunExchange,
  resolved: ResolvedRequest,
  received: Received,
  isRefusable: () => boolean,
): Promise<ExchangeResult & { readonly outcome: Outcome }> {
  const { listeners, checks, at, emit, signal } = run;
  const until = new AbortController();
  const end = (): void => until.abort();
  const stopWaiting = onAbort(signal, end);
  if (signal.aborted || listeners.hasEnded) end();
  listeners.onEnded = end;
  let limited = false;
  const keep = (e: RunEvent): void => {
    emit(e);
    if (e.kind !== 'event' || !e.event.complete) return;
    checks.push(e.event);
    listeners.event(e.event);
  };
  const endSuccessfully = (): void => {
    limited = true;
    end();
  };
  const stream = streamInto(received, resolved.options, at, keep, endSuccessfully);
  let limitError: ReqError | undefined;
  checks.attach({
    at,
    fail(message) {
      limitError = new ReqError('limit', `${message}.`);
      stream.stop();
    },
    end(reason) {
      emit(consoleEvent(at(), reason));
      stream.stop();
    },
  });
  const listener = exchangeEvents({ emit, at, body: resolved.body, received, stream, checks });
  const settings = { isRefusable, ...run.settings };
  const exchanged = exchangeAndRetry({ request: resolved, settings, listener, stream, at, emit, signal: until.signal });
  const result = await exchanged.finally(() => {
    stream.end(signal.aborted);
    checks.close();
    stopWaiting();
    listeners.onEnded = undefined;
  });
  if (result.refused) return { outcome: 'complete', ...result };
  await listeners.close();
  if (limitError !== undefined && !signal.aborted) return { outcome: 'failed', ...result, error: limitError };
  if (stream.error !== undefined) return { outcome: 'failed', ...result, error: stream.error };
  const fellSilent = run.input.endsWhenIdle === true && received.stream !== undefined && result.error?.kind === 'timeout';
  const asked = limited || listeners.hasEnded || fellSilent;
  if (asked && !signal.aborted) return { outcome: 'ended', ...result, error: undefined };
  if (result.error === undefined) return { outcome: 'complete', ...result };
  return { outcome: endsAsCancelled(result.error.kind) ? 'cancelled' : 'failed', ...result };
}
