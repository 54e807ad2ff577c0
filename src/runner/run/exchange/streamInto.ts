import type { StreamKind } from '../../../base/events/streamKind.ts';
import type { SendOptions } from '../../../language/index.ts';
import { isReqError, type ReqError } from '../../../base/reqError.ts';
import type { RunEvent } from '../../ports/events.ts';
import { consoleEvent } from '../scripts/consoleEvent.ts';
import { limitName } from '../../http/exchange/limitNames.ts';
import { durationText } from '../../../base/text/durationText.ts';
import type { Received } from './receivedBody.ts';
import { after } from '../../../base/async/timer.ts';
import { createStreamParser } from '../../stream/parseEvents.ts';
import { streamStart, type StreamListener, type StreamPosition } from '../../stream/streamTypes.ts';

/** Parses a response's bytes into stream events, and applies the limits of the request. */
export interface StreamSink {
  /** `isLiveText`: text that is shown while it arrives has no events, but ends at max-time too. */
  begin(kind: StreamKind | undefined, isLiveText?: boolean): void;
  push(bytes: Uint8Array): void;
  /** Called when a connection ends and another may follow. Emits the unfinished event; returns where the next connection continues. */
  seam(): StreamPosition;
  /** Ends the stream as a limit does: later events are dropped. */
  stop(): void;
  /** Emits the unfinished event, unless it is large and the user has cancelled the run. */
  end(cancelled: boolean): void;
  /** Set if an event could not be parsed. */
  readonly error: ReqError | undefined;
}

/** Maximum characters of an unfinished event that is emitted after Ctrl+C: joining 64 MiB takes 300 ms. */
const mostOfCancelled = 1024 * 1024;

/** Emits each event as it arrives. `stop` is called when max-events or max-time is reached, which counts as success. */
export function streamInto(
  received: Received,
  options: SendOptions,
  at: () => number,
  emit: (e: RunEvent) => void,
  stop: () => void,
): StreamSink {
  let parser: ReturnType<typeof createStreamParser> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Arrival time of the bytes being parsed. */
  let arrived = 0;
  const end = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    stopped = true;
    stop();
  };
  const reached = (what: string): void => {
    if (!stopped) emit(consoleEvent(at(), `The ${parser === undefined ? 'response' : 'stream'} was ended after ${what}.`));
    end();
  };
  const guarded = (work: () => void): void => {
    arrived = at();
    try {
      work();
    } catch (e) {
      if (!isReqError(e)) throw e;
      sink.error = e;
      end();
    }
  };
  const sink: StreamSink & { error: ReqError | undefined } = {
    error: undefined,
    begin(kind, isLiveText = false) {
      if (kind === undefined && !isLiveText) return;
      const maxTimeMs = options.maxTimeMs ?? (kind === undefined ? undefined : options.streamTimeMs);
      if (maxTimeMs !== undefined)
        timer ??= after(maxTimeMs, () => reached(`${durationText(maxTimeMs)} (${limitName(options, 'max-time')})`));
      if (kind === undefined) return;
      const listener: StreamListener = {
        event({ index, event: name, data, pieces, id, retry, complete }) {
          if (stopped && complete) return;
          // Member by member: at a million events a second, a spread takes as long as everything else.
          const event = { index, at: arrived, event: name, data, id, retry, complete };
          received.keepEvent(event);
          emit({ kind: 'event', at: arrived, event, pieces });
          if (options.maxEvents !== undefined && index + 1 >= options.maxEvents)
            reached(`${options.maxEvents} event${options.maxEvents === 1 ? '' : 's'} (${limitName(options, 'max-events')})`);
        },
        comment: (text) => emit({ kind: 'comment', at: arrived, text }),
      };
      parser = createStreamParser(kind, listener, undefined, parser?.position);
    },
    push(bytes) {
      if (!stopped) guarded(() => parser?.push(bytes));
    },
    stop: end,
    seam() {
      if (!stopped) guarded(() => parser?.end());
      return parser?.position ?? streamStart;
    },
    end(cancelled) {
      clearTimeout(timer);
      const { unfinished = 0 } = parser ?? {};
      if (cancelled && !stopped && unfinished > mostOfCancelled)
        emit({ ...consoleEvent(at(), 'An unfinished event of more than 1 MiB was left out.', 'warn'), isOwn: true });
      else if (!stopped) guarded(() => parser?.end());
      stopped = true;
    },
  };
  return sink;
}
