export interface MediaTypeEntry {
  readonly name: string;
  readonly summary: string;
  readonly reference: string;
}

const type = (name: string, reference: string, summary: string): MediaTypeEntry => ({ name, summary, reference });

/** Common media types, the most common first. */
export const mediaTypes: readonly MediaTypeEntry[] = [
  type('application/json', 'RFC 8259', 'JSON.'),
  type('application/x-www-form-urlencoded', 'WHATWG URL', 'A form: name=value&name=value.'),
  type('multipart/form-data', 'RFC 7578', 'A form with files, in parts.'),
  type('text/plain', 'RFC 2046 §4.1.3', 'Text.'),
  type('text/html', 'WHATWG HTML', 'A web page.'),
  type('application/xml', 'RFC 7303', 'XML.'),
  type('text/event-stream', 'WHATWG HTML', 'Server-sent events.'),
  type('application/x-ndjson', 'customary', 'JSON values, one per line.'),
  type('application/jsonl', 'customary', 'JSON values, one per line.'),
  type('application/octet-stream', 'RFC 2046 §4.5.1', 'Bytes of any kind.'),
  type('application/problem+json', 'RFC 9457', 'Details of an error as JSON.'),
  type('application/ld+json', 'W3C JSON-LD', 'Linked data as JSON.'),
  type('application/hal+json', 'IETF draft', 'JSON with links.'),
  type('application/vnd.api+json', 'JSON:API', 'JSON in the format of JSON:API.'),
  type('application/graphql', 'customary', 'A GraphQL query.'),
  type('application/graphql-response+json', 'GraphQL over HTTP', 'The response to a GraphQL query.'),
  type('application/json-patch+json', 'RFC 6902', 'A list of changes to JSON.'),
  type('application/merge-patch+json', 'RFC 7396', 'JSON that is merged into other JSON.'),
  type('application/json-seq', 'RFC 7464', 'JSON values, each after a record separator.'),
  type('application/geo+json', 'RFC 7946', 'Locations and shapes as JSON.'),
  type('application/schema+json', 'JSON Schema', 'A JSON Schema.'),
  type('application/openapi+json', 'IETF draft', 'An OpenAPI description.'),
  type('application/stream+json', 'customary', 'JSON values, one per line.'),
  type('application/problem+xml', 'RFC 9457', 'Details of an error as XML.'),
  type('application/soap+xml', 'RFC 3902', 'SOAP 1.2.'),
  type('application/atom+xml', 'RFC 4287', 'An Atom feed.'),
  type('application/rss+xml', 'customary', 'An RSS feed.'),
  type('application/xhtml+xml', 'WHATWG HTML', 'A web page as XML.'),
  type('application/yaml', 'RFC 9512', 'YAML.'),
  type('application/toml', 'TOML', 'TOML.'),
  type('application/cbor', 'RFC 8949', 'CBOR.'),
  type('application/msgpack', 'MessagePack', 'MessagePack.'),
  type('application/protobuf', 'IETF draft', 'Protocol Buffers.'),
  type('application/grpc', 'gRPC', 'gRPC.'),
  type('application/jwt', 'RFC 7519', 'A JSON Web Token.'),
  type('application/jose+json', 'RFC 7515', 'Signed or encrypted JSON.'),
  type('application/javascript', 'RFC 9239', 'JavaScript; use text/javascript instead.'),
  type('text/javascript', 'RFC 9239', 'JavaScript.'),
  type('text/css', 'RFC 2318', 'A style sheet.'),
  type('text/csv', 'RFC 4180', 'A table with values separated by commas.'),
  type('text/markdown', 'RFC 7763', 'Markdown.'),
  type('text/xml', 'RFC 7303', 'XML.'),
  type('text/calendar', 'RFC 5545', 'iCalendar.'),
  type('text/vcard', 'RFC 6350', 'A vCard.'),
  type('multipart/mixed', 'RFC 2046 §5.1.3', 'Parts of any kind.'),
  type('multipart/related', 'RFC 2387', 'Parts that belong together.'),
  type('multipart/byteranges', 'RFC 9110 §14.6', 'Several ranges of one content.'),
  type('application/pdf', 'RFC 8118', 'PDF.'),
  type('application/zip', 'PKWARE', 'A ZIP archive.'),
  type('application/gzip', 'RFC 6713', 'A gzip file.'),
  type('application/wasm', 'W3C WebAssembly', 'WebAssembly.'),
  type('image/png', 'W3C PNG', 'A picture.'),
  type('image/jpeg', 'RFC 2046 §4.2', 'A photograph.'),
  type('image/gif', 'RFC 2046 §4.2', 'A picture or animation.'),
  type('image/webp', 'RFC 9649', 'A picture.'),
  type('image/avif', 'AOM AVIF', 'A picture.'),
  type('image/svg+xml', 'W3C SVG', 'A drawing.'),
  type('audio/mpeg', 'RFC 3003', 'MP3.'),
  type('video/mp4', 'RFC 4337', 'MP4.'),
  type('*/*', 'RFC 9110 §12.5.1', 'Anything.'),
];

/** Looks up a media type, without its parameters; the name is case-insensitive. */
export function mediaTypeEntry(name: string): MediaTypeEntry | undefined {
  const [plain = ''] = name.split(';', 1);
  return mediaTypes.find((t) => t.name === plain.trim().toLowerCase());
}
