import type { StreamKind } from '../../base/events/streamKind.ts';
import { JsonSequenceParser } from './jsonSequence.ts';
import { NdjsonParser } from './ndjson.ts';
import { SseParser } from './sse.ts';
import { streamStart, type StreamListener, type StreamParser } from './streamTypes.ts';

/** Bounds the memory for one event. */
const defaultMaxEventSize = 64 * 1024 * 1024;

/**
 * @param maxEventSize bytes of an NDJSON line or a record of a JSON sequence, UTF-16 units of an SSE block
 * @param from position where an earlier connection of the same event stream ended
 */
export function createStreamParser(
  kind: StreamKind,
  on: StreamListener,
  maxEventSize = defaultMaxEventSize,
  from = streamStart,
): StreamParser {
  switch (kind) {
    case 'sse':
      return new SseParser(on, maxEventSize, from);
    case 'ndjson':
      return new NdjsonParser(on, maxEventSize);
    case 'json-seq':
      return new JsonSequenceParser(on, maxEventSize);
  }
}
