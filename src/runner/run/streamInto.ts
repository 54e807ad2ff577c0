import type { SendOptions } from '../../language/index.ts';
import { isReqError, type ReqError } from '../../base/reqError.ts';
import type { RunEvent, StreamKind } from '../ports/events.ts';
import { consoleEvent } from './exchangeEvents.ts';
import { limitName } from '../http/exchange/limitNames.ts';
import { durationText } from '../../base/durationText.ts';
import type { Received } from './receivedBody.ts';
import { after } from '../../base/timer.ts';
import { createStreamParser } from '../stream/parseEvents.ts';
import { streamStart, type StreamListener, type StreamPosition } from '../stream/streamTypes.ts';

/** A response's bytes as stream events, with the ends a request may ask for. */
export interface StreamSink {
  /** A connection's head is there. */
  begin(kind: StreamKind | undefined): void;
  push(bytes: Uint8Array): void;
  /** A connection is over, and another may follow: its last, unfinished event is told. Where that one goes on. */
  seam(): StreamPosition;
  /** No more bytes: the last, unfinished event is told, but for a large one of a run that the user has cancelled. */
  end(cancelled: boolean): void;
  /** An event that could not be read. */
  readonly error: ReqError | undefined;
}

/** Characters of an unfinished event that are joined and shown after Ctrl+C: 64 MiB would hold up the end by 300 ms. */
const mostOfCancelled = 1024 * 1024;

/** Tells each event as it arrives. `stop` is called when max-events or max-time is reached: that is a success. */
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
  /** When the bytes came that events are read from. */
  let arrived = 0;
  const end = (): void => {
    clearTimeout(timer);
    if (stopped) return;
    stopped = true;
    stop();
  };
  const reached = (what: string): void => {
    if (!stopped) emit(consoleEvent(at(), `The stream was ended after ${what}.`));
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
    begin(kind) {
      if (kind === undefined) return;
      if (options.maxTimeMs !== undefined) {
        const { maxTimeMs } = options;
        timer ??= after(maxTimeMs, () => reached(`${durationText(maxTimeMs)} (${limitName(options, 'max-time')})`));
      }
      const listener: StreamListener = {
        event({ index, event: name, data, id, retry, complete }) {
          if (stopped && complete) return;
          // Member by member: a million of them come in a second, and a spread takes as long as all the rest.
          const event = { index, at: arrived, event: name, data, id, retry, complete };
          received.keepEvent(event);
          emit({ kind: 'event', at: arrived, event });
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
