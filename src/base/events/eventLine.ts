import type { StreamEvent } from './streamEvent.ts';

/**
 * A stream event as one JSON line without its line break, as `req send --jsonl` prints and the panel saves it.
 * @param event `at` in milliseconds since the start
 */
export function eventLine(event: Omit<StreamEvent, 'index'>): string {
  const { at, event: type, data, id, retry, complete } = event;
  return JSON.stringify({ at: Math.round(at * 1000) / 1000, event: type, data, id, retry, complete });
}
