import { createStreamParser } from '../../../src/runner/stream/parseEvents.ts';
import { isRecord } from './differences.ts';
import { passedOr, type Case, type Verdict } from './table.ts';

interface StreamCase extends Case {
  /** The bytes, as text or in base64. */
  readonly input?: string;
  readonly b?: string;
  readonly events: unknown;
}

/** Reads the stream as a whole, byte by byte, and cut in two at every place. */
export function playEvents(given: Case): Verdict {
  const { input, b, events } = given as StreamCase;
  if ((input === undefined) === (b === undefined)) return { kind: 'unknown', why: 'it has no input' };
  if (!Array.isArray(events) || !events.every(isRecord)) return { kind: 'unknown', why: 'it has no list of events' };
  const bytes = input === undefined ? Buffer.from(b ?? '', 'base64') : Buffer.from(input);
  const expected = JSON.stringify(events.map((e) => [e['event'] ?? e['type'] ?? 'message', e['data'], e['id'] ?? e['lastEventId'] ?? '']));
  const ways = [[bytes], Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))];
  for (let i = 1; i < bytes.length; i++) ways.push([bytes.subarray(0, i), bytes.subarray(i)]);
  const wrong = ways.map(read).find((found) => found !== expected);
  return passedOr(wrong === undefined ? [] : [`expected ${expected}, got ${wrong}`]);
}

/** The complete events. WHATWG discards an event that the end of the stream cuts off. */
function read(chunks: readonly Uint8Array[]): string {
  const found: unknown[] = [];
  const parser = createStreamParser('sse', {
    event: (e) => void (e.complete && found.push([e.event, e.data, e.id])),
    comment: () => undefined,
  });
  for (const chunk of chunks) parser.push(chunk);
  parser.end();
  return JSON.stringify(found);
}
