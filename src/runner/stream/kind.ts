import type { StreamKind } from '../ports/events.ts';

const ndjson = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/jsonlines',
  'application/x-jsonlines',
  'application/stream+json',
]);

/** What kind of stream a Content-Type announces, whatever its parameters; undefined for a body that is read as a whole. */
export function streamKind(contentType: string | undefined): StreamKind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'sse';
  return ndjson.has(type) ? 'ndjson' : undefined;
}
