import { headerValue } from '../../../base/text/headerValue.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReqError } from '../../../base/reqError.ts';
import type { ResponseHead, Timings } from '../../ports/events.ts';
import type { ExchangeResult } from '../../http/exchange/exchangeTypes.ts';
import { exchangeAndReconnect, type StreamExchange } from './reconnect.ts';
import { durationText } from '../../../base/text/durationText.ts';
import { longestTimerMs } from '../../../base/async/timer.ts';

/** Status codes of temporary failures (RFC 9110 §15, RFC 6585 §4, RFC 8470 §5.2). */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Upper limit for the delay of a `Retry-After` header. */
const maxRetryAfterMs = 60_000;

/**
 * Runs one exchange. With `@retry` it is repeated while there is no response or a temporary failure. A request is never sent again once
 * events of its response were emitted. The response to the last attempt is always emitted.
 */
export async function exchangeAndRetry(e: StreamExchange): Promise<ExchangeResult> {
  const { retry } = e.request.options;
  if (retry === undefined) return exchangeAndReconnect(e);
  const startTime = e.at();
  /** The total includes earlier attempts and delays; the phases are those of the last attempt. */
  const totalled = (timings: Timings): Timings => ({ ...timings, total: e.at() - startTime });
  for (let left = retry.tries; ; left--) {
    let isEmitted = false;
    const head: StreamExchange['listener']['head'] = (...args) => {
      isEmitted = true;
      e.listener.head(...args);
    };
    const settings = left === 0 ? e.settings : { ...e.settings, passes: (h: ResponseHead) => passing.has(h.status) };
    const result = await exchangeAndReconnect({ ...e, settings, listener: { ...e.listener, head } });
    const { error, passed, refused, timings } = result;
    const isPassing = passed !== undefined || error?.kind === 'network' || error?.kind === 'timeout';
    if (left === 0 || isEmitted || refused || !isPassing || e.signal.aborted) return { ...result, timings: totalled(timings) };
    const retryAfterMs = passed === undefined ? 0 : retryAfterOf(passed);
    const delayMs = Math.max(retry.delayMs, Math.min(retryAfterMs, maxRetryAfterMs));
    const reason =
      passed === undefined
        ? (error?.message ?? 'The server did not respond.')
        : `The server answered ${statusText(passed)}.${limitNote(retryAfterMs)}`;
    const attempt = retry.tries - left + 1;
    e.emit({ kind: 'retrying', at: e.at(), reason, status: passed?.status ?? null, attempt, left, delayMs, timings });
    await sleep(Math.min(delayMs, longestTimerMs), undefined, { signal: e.signal }).catch(() => undefined);
    if (e.signal.aborted) return { ...result, error: new ReqError('cancelled', 'Cancelled.'), timings: totalled(timings) };
  }
}

const statusText = ({ status, statusText: reason }: ResponseHead): string => (reason === '' ? String(status) : `${status} ${reason}`);

const limitNote = (retryAfterMs: number): string =>
  retryAfterMs > maxRetryAfterMs ? ` It asks for a longer wait than the limit of ${durationText(maxRetryAfterMs)}.` : '';

/** Delay in milliseconds from a `Retry-After` in seconds (RFC 9110 §10.2.3). Dates are ignored, because clocks differ. */
function retryAfterOf({ headers }: ResponseHead): number {
  const value = headerValue(headers, 'retry-after')?.trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) * 1000 : 0;
}
