import { setTimeout as sleep } from 'node:timers/promises';
import { ReqError } from '../../base/reqError.ts';
import type { ResponseHead, Timings } from '../ports/events.ts';
import type { ExchangeResult } from '../http/exchange/exchangeTypes.ts';
import { exchangeAndReconnect, type StreamExchange } from './reconnect.ts';
import { durationText } from '../../base/durationText.ts';
import { longestTimerMs } from '../../base/timer.ts';

/** Answers that may be others soon (RFC 9110 §15, RFC 6585 §4, RFC 8470 §5.2). */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** A `Retry-After` is followed up to here. */
const longestAskedMs = 60_000;

/**
 * One exchange, and with `@retry` those that follow while nothing is answered or what may pass. What has begun to be told is never
 * sent again; the last answer is told, whatever it is.
 */
export async function exchangeAndRetry(e: StreamExchange): Promise<ExchangeResult> {
  const { retry } = e.request.options;
  if (retry === undefined) return exchangeAndReconnect(e);
  const startTime = performance.now();
  for (let left = retry.tries; ; left--) {
    let isTold = false;
    const head: StreamExchange['listener']['head'] = (...told) => {
      isTold = true;
      e.listener.head(...told);
    };
    const settings = left === 0 ? e.settings : { ...e.settings, passes: (h: ResponseHead) => passing.has(h.status) };
    const result = await exchangeAndReconnect({ ...e, settings, listener: { ...e.listener, head } });
    const { error, passed, refused, timings } = result;
    const isPassing = passed !== undefined || error?.kind === 'network' || error?.kind === 'timeout';
    if (left === 0 || isTold || refused || !isPassing || e.signal.aborted) return { ...result, timings: withTotal(timings, startTime) };
    const askedMs = passed === undefined ? 0 : askedDelay(passed);
    const delayMs = Math.max(retry.delayMs, Math.min(askedMs, longestAskedMs));
    const reason =
      passed === undefined ? (error?.message ?? 'Nothing was answered.') : `The server answered ${statusText(passed)}.${bounded(askedMs)}`;
    const attempt = retry.tries - left + 1;
    e.emit({ kind: 'retrying', at: e.at(), reason, status: passed?.status ?? null, attempt, left, delayMs, timings });
    await sleep(Math.min(delayMs, longestTimerMs), undefined, { signal: e.signal }).catch(() => undefined);
    if (e.signal.aborted) return { ...result, error: new ReqError('cancelled', 'Cancelled.'), timings: withTotal(timings, startTime) };
  }
}

/** The whole time counts the tries before and the waiting; the phases are those of the last. */
const withTotal = (timings: Timings, startTime: number): Timings => ({ ...timings, total: performance.now() - startTime });

const statusText = ({ status, statusText: reason }: ResponseHead): string => (reason === '' ? String(status) : `${status} ${reason}`);

const bounded = (askedMs: number): string =>
  askedMs > longestAskedMs ? ` It asks for a longer wait than the ${durationText(longestAskedMs)} that Req waits at most.` : '';

/** Milliseconds of a `Retry-After` in seconds (RFC 9110 §10.2.3); a date is not looked at: clocks differ. */
function askedDelay({ headers }: ResponseHead): number {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim() ?? '';
  return /^\d+$/.test(value) ? Number(value) * 1000 : 0;
}
