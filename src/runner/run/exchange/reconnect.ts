import { headerValue } from '../../../base/text/headerValue.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReqError } from '../../../base/reqError.ts';
import type { ResolvedRequest } from '../../../language/index.ts';
import type { ResponseHead, RunEvent } from '../../ports/events.ts';
import { exchange } from '../../http/exchange/exchange.ts';
import type { ExchangeListener, ExchangeResult, ExchangeSettings } from '../../http/exchange/exchangeTypes.ts';
import { longestTimerMs } from '../../../base/async/timer.ts';
import type { StreamSink } from './streamInto.ts';

/** Default until the server sends a `retry` field. */
const defaultDelayMs = 3000;
/** The delay doubles with each attempt without events, starting here, up to `maxBackoffMs`. */
const backoffMs = 100;
const maxBackoffMs = 60_000;

/** Kinds of errors that may be temporary. */
const passing = new Set(['network', 'timeout', 'protocol']);

export interface StreamExchange {
  readonly request: ResolvedRequest;
  readonly settings: ExchangeSettings;
  readonly listener: ExchangeListener;
  readonly stream: StreamSink;
  readonly at: () => number;
  readonly emit: (e: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs one exchange. With `@reconnect`, further exchanges continue its event stream (WHATWG HTML §9.2.3) after the `retry` time and
 * with `Last-Event-ID`. A 204 ends the stream successfully. Any other response that is not an event stream is an error, and so are
 * too many consecutive attempts without events.
 */
export async function exchangeAndReconnect(e: StreamExchange): Promise<ExchangeResult> {
  const { request, settings, listener, stream, at, emit, signal } = e;
  const tries = request.options.reconnect;
  if (tries === undefined) return exchange(request, settings, listener, signal);
  const startTime = at();
  let isContinued = false;
  const all = await exchange(
    request,
    settings,
    {
      ...listener,
      head(head, kind, charset) {
        isContinued = kind === 'sse' && head.status === 200;
        listener.head(head, kind, charset);
      },
    },
    signal,
  );
  if (!isContinued) return all;
  let { error, sizes } = all;
  let next = stream.seam();
  let failures = 0;
  while (!signal.aborted && (error === undefined || passing.has(error.kind))) {
    if (failures >= tries) {
      error = tooManyAttempts(tries, error);
      break;
    }
    const delayMs = delayOf(next.retryMs, failures);
    emit({ kind: 'reconnecting', at: at(), reason: error?.message ?? 'The server ended the stream.', delayMs, lastEventId: next.id });
    await sleep(delayMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      error = new ReqError('cancelled', 'Cancelled.');
      break;
    }
    const { result, other } = await connectAgain(e, next.id);
    sizes = {
      headers: sizes.headers + result.sizes.headers,
      body: sizes.body + result.sizes.body,
      bodyDecoded: sizes.bodyDecoded + result.sizes.bodyDecoded,
    };
    error = result.error;
    if (other !== undefined) {
      error = other.status === 204 ? undefined : (error ?? notAnEventStream(other));
      break;
    }
    const before = next.index;
    next = stream.seam();
    failures = next.index > before ? 0 : failures + 1;
  }
  const total = at() - startTime;
  const { timings } = all;
  return {
    error,
    refused: false,
    passed: undefined,
    sizes,
    timings: { ...timings, total, download: timings.download + total - timings.total },
  };
}

/** One further exchange. `other` is the head of a response that is not an event stream; its body is discarded. */
async function connectAgain(
  { request, settings, listener, stream, at, emit, signal }: StreamExchange,
  lastEventId: string,
): Promise<{ readonly result: ExchangeResult; readonly other: ResponseHead | undefined }> {
  let isStream = false;
  let other: ResponseHead | undefined;
  const result = await exchange(
    withLastEventId(request, lastEventId),
    settings,
    {
      ...listener,
      head(head, kind) {
        isStream = kind === 'sse' && head.status === 200;
        other = isStream ? undefined : head;
        if (!isStream) return;
        emit({ kind: 'reconnected', at: at(), head });
        stream.begin(kind);
      },
      chunk(bytes) {
        if (isStream) listener.chunk(bytes);
      },
    },
    signal,
  );
  return { result, other };
}

function delayOf(retryMs: number | undefined, failures: number): number {
  const asked = Math.min(retryMs ?? defaultDelayMs, longestTimerMs);
  if (failures === 0) return asked;
  return Math.max(asked, Math.min(Math.max(asked, backoffMs) * 2 ** (failures - 1), maxBackoffMs));
}

/** Replaces a `Last-Event-ID` header of the author, which was for the first connection. */
function withLastEventId(request: ResolvedRequest, id: string): ResolvedRequest {
  if (id === '') return request;
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'last-event-id');
  return { ...request, headers: [...headers, ['Last-Event-ID', id]] };
}

function tooManyAttempts(tries: number, last: ReqError | undefined): ReqError {
  const why = last === undefined ? 'The connections ended without an event.' : last.message;
  const times = tries === 1 ? 'once' : `${tries} times`;
  return new ReqError(last?.kind ?? 'network', `The stream was lost, and reconnecting ${times} brought no event. ${why}`, {
    hint: 'The received events are shown. Allow more attempts with # @reconnect 50.',
  });
}

function notAnEventStream({ status, statusText, headers }: ResponseHead): ReqError {
  const type = headerValue(headers, 'content-type') ?? 'no Content-Type';
  const what = status === 200 ? `with ${type}` : `with ${status}${statusText === '' ? '' : ` ${statusText}`}`;
  return new ReqError('protocol', `The stream was lost, and reconnecting was answered ${what}, which is not an event stream.`, {
    hint: 'The received events are shown. A server ends a stream for good with 204.',
  });
}
