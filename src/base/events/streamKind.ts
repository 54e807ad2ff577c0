/** Stream format of a response, detected from its head. */
export type StreamKind = 'sse' | 'ndjson' | 'json-seq';

const ndjson = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/jsonlines',
  'application/x-jsonlines',
  'application/stream+json',
]);

/** The stream format of a Content-Type, parameters ignored; undefined for a body that is not a stream. */
export function streamKind(contentType: string | undefined): StreamKind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return 'sse';
  if (type === 'application/json-seq') return 'json-seq';
  return ndjson.has(type) ? 'ndjson' : undefined;
}
