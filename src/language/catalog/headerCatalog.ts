/** Values that a header takes, each with a line on what it does. */
export type Vocabulary = Readonly<Record<string, string>>;

/** Where a header stands. */
export type HeaderSide = 'request' | 'response' | 'both';

/** Values that have a table of their own. */
export type ValueTable = 'media types' | 'auth schemes' | 'methods' | 'header names' | 'origin';

export interface HeaderEntry {
  /** As people write it. */
  readonly name: string;
  readonly in: HeaderSide;
  readonly summary: string;
  /** `RFC 9110 §12.5.1`, or who defines it. */
  readonly reference: string;
  readonly values?: Vocabulary | ValueTable;
}

const side =
  (where: HeaderSide) =>
  (name: string, reference: string, summary: string, values?: Vocabulary | ValueTable): HeaderEntry =>
    values === undefined ? { name, in: where, summary, reference } : { name, in: where, summary, reference, values };
const request = side('request');
const response = side('response');
const both = side('both');

const fetchStandard = 'WHATWG Fetch';
const html = 'WHATWG HTML';
const fetchMetadata = 'W3C Fetch Metadata';
const clientHints = 'WICG Client Hints';
const traceContext = 'W3C Trace Context';
const customary = 'customary';

const codings: Vocabulary = {
  gzip: 'LZ77 with a CRC, RFC 1952.',
  br: 'Brotli, RFC 7932.',
  zstd: 'Zstandard, RFC 8878.',
  deflate: 'zlib, RFC 1950.',
  identity: 'Not encoded.',
};
const yes: Vocabulary = { true: 'Yes; other values are ignored.' };
const digests: Vocabulary = { 'sha-256=::': 'SHA-256 as base64 between colons.', 'sha-512=::': 'SHA-512 as base64 between colons.' };
const preferences: Vocabulary = { 'sha-256=10': 'SHA-256 preferred.', 'sha-512=10': 'SHA-512 preferred.' };
const policies = (words: string): Vocabulary => Object.fromEntries(words.split(' ').map((word) => [word, '']));

/** Headers people meet. Any other name is sent as well. */
export const headers: readonly HeaderEntry[] = [
  request('A-IM', 'RFC 3229 §10.5.3', 'Instance manipulations that the client takes.'),
  request('Accept', 'RFC 9110 §12.5.1', 'Media types that the client takes.', 'media types'),
  response('Accept-CH', 'RFC 8942 §3.1', 'Client hints that the server wants.'),
  request('Accept-Charset', 'RFC 9110 §12.5.2', 'Charsets that the client takes; deprecated.', { 'utf-8': 'UTF-8.' }),
  request('Accept-Encoding', 'RFC 9110 §12.5.3', 'Content codings that the client takes.', {
    'gzip, deflate, br': 'What most clients take.',
    ...codings,
    '*': 'Any other coding.',
  }),
  request('Accept-Language', 'RFC 9110 §12.5.4', 'Languages that the client prefers, such as en-GB,en;q=0.8.', {
    en: 'English.',
    'en-US,en;q=0.9': 'American English, then any English.',
    '*': 'Any language.',
  }),
  response('Accept-Patch', 'RFC 5789 §3.1', 'Media types that PATCH takes here.', 'media types'),
  response('Accept-Post', 'W3C LDP §7.1', 'Media types that POST takes here.', 'media types'),
  response('Accept-Ranges', 'RFC 9110 §14.3', 'Whether ranges can be asked for.', { bytes: 'Byte ranges.', none: 'No ranges.' }),
  response('Access-Control-Allow-Credentials', fetchStandard, 'Cookies and credentials may go along.', yes),
  response('Access-Control-Allow-Headers', fetchStandard, 'Headers that another origin may send.', 'header names'),
  response('Access-Control-Allow-Methods', fetchStandard, 'Methods that another origin may use.', 'methods'),
  response('Access-Control-Allow-Origin', fetchStandard, 'The origin that may read the answer.', { '*': 'Any origin.' }),
  response('Access-Control-Expose-Headers', fetchStandard, 'Response headers that scripts may read.', 'header names'),
  response('Access-Control-Max-Age', fetchStandard, 'Seconds that the answer to a preflight counts.'),
  request('Access-Control-Request-Headers', fetchStandard, 'Preflight: headers that will be sent.', 'header names'),
  request('Access-Control-Request-Method', fetchStandard, 'Preflight: the method that will be used.', 'methods'),
  response('Age', 'RFC 9111 §5.1', 'Seconds since the answer was made or checked at its origin.'),
  response('Allow', 'RFC 9110 §10.2.1', 'Methods that the resource takes.', 'methods'),
  response('Alt-Svc', 'RFC 7838 §3', 'Other places and protocols for the same resource.'),
  request('Anthropic-Beta', 'Anthropic API', 'Beta features to use.'),
  request('Anthropic-Version', 'Anthropic API', 'Version of the API.', { '2023-06-01': 'The current version.' }),
  response('Authentication-Info', 'RFC 9110 §11.6.3', 'News after successful authentication.'),
  request('Authorization', 'RFC 9110 §11.6.2', 'Credentials for the server.', 'auth schemes'),
  request('Baggage', 'W3C Baggage', 'Key-value pairs that go along with a trace.'),
  both('Cache-Control', 'RFC 9111 §5.2', 'How caches may store and use messages.', {
    'no-cache': 'Asks the origin before a stored answer is used.',
    'no-store': 'Nothing may be stored.',
    'max-age=0': 'Seconds that an answer is fresh.',
    'max-stale': 'Request: takes answers that are no longer fresh.',
    'min-fresh=60': 'Request: fresh for so many more seconds.',
    'no-transform': 'Nobody between may change the content.',
    'only-if-cached': 'Request: from a cache, or 504.',
    'must-revalidate': 'Response: never used stale.',
    private: 'Response: only for this user.',
    public: 'Response: for everybody.',
    's-maxage=60': 'Response: seconds for shared caches.',
    immutable: 'Response: does not change while fresh, RFC 8246.',
    'stale-while-revalidate=60': 'Response: may be used stale meanwhile, RFC 5861.',
    'stale-if-error=60': 'May be used stale after an error, RFC 5861.',
  }),
  response('Cache-Status', 'RFC 9211 §2', 'How caches on the way treated the request.'),
  response('CDN-Cache-Control', 'RFC 9213 §3.1', 'Cache-Control for content delivery networks only.'),
  response('Clear-Site-Data', 'W3C Clear Site Data', 'Data of the site that the browser shall delete.', {
    '"cache"': 'Its cache.',
    '"cookies"': 'Its cookies.',
    '"storage"': 'Its storage.',
    '"*"': 'Everything.',
  }),
  both('Connection', 'RFC 9110 §7.6.1', 'What happens to this connection.', {
    'keep-alive': 'It stays open.',
    close: 'It is closed after this exchange.',
    Upgrade: 'Another protocol is asked for.',
  }),
  both('Content-Digest', 'RFC 9530 §2', 'Hash of the content as it is sent.', digests),
  both('Content-Disposition', 'RFC 6266 §4', 'How the content is shown, and its file name.', {
    inline: 'In the page.',
    'attachment; filename=""': 'Saved as a file.',
    'form-data; name=""': 'A part of a form, RFC 7578.',
    'form-data; name=""; filename=""': 'A file of a form, RFC 7578.',
  }),
  both('Content-Encoding', 'RFC 9110 §8.4', 'Codings that were applied to the content.', codings),
  both('Content-Language', 'RFC 9110 §8.5', 'Language of the people the content is for.', { en: 'English.' }),
  both('Content-Length', 'RFC 9110 §8.6', 'Bytes of the content; Req sends it by itself.'),
  both('Content-Location', 'RFC 9110 §8.7', 'A URL of just this content.'),
  both('Content-Range', 'RFC 9110 §14.4', 'Which part of the whole this is: bytes 0-99/1234.'),
  response('Content-Security-Policy', 'W3C CSP', 'What a page may load and run.'),
  response('Content-Security-Policy-Report-Only', 'W3C CSP', 'The same, reported only.'),
  both('Content-Type', 'RFC 9110 §8.3', 'Media type of the content.', 'media types'),
  request('Cookie', 'RFC 6265 §4.2', 'Cookies for the server: name=value; name=value.'),
  response('Cross-Origin-Embedder-Policy', html, 'What a page may embed.', policies('require-corp credentialless unsafe-none')),
  response('Cross-Origin-Opener-Policy', html, 'Who shares a window group.', policies('same-origin same-origin-allow-popups unsafe-none')),
  response('Cross-Origin-Resource-Policy', fetchStandard, 'Who may load this.', policies('same-origin same-site cross-origin')),
  both('Date', 'RFC 9110 §6.6.1', 'When the message was made.'),
  response('DAV', 'RFC 4918 §10.1', 'WebDAV classes that the server knows.'),
  response('Deprecation', 'RFC 9745 §2', 'Since when the resource is deprecated.'),
  request('Depth', 'RFC 4918 §10.2', 'WebDAV: how deep below the resource.', {
    0: 'Only this.',
    1: 'And its members.',
    infinity: 'All below.',
  }),
  request('Destination', 'RFC 4918 §10.3', 'WebDAV: where COPY and MOVE lead.'),
  request('DNT', 'W3C DNT', 'Do not track; given up.', { 1: 'Do not track.' }),
  request('DPoP', 'RFC 9449 §4', 'Proof that the sender holds the key of its token.'),
  response('DPoP-Nonce', 'RFC 9449 §8', 'Nonce for the next proof.'),
  request('Early-Data', 'RFC 8470 §5.1', 'Sent in TLS early data.', { 1: 'It was.' }),
  response('ETag', 'RFC 9110 §8.8.3', 'Version of this content, for If-Match and If-None-Match.'),
  request('Expect', 'RFC 9110 §10.1.1', 'What the server must do first.', { '100-continue': 'Says whether it wants the body.' }),
  response('Expires', 'RFC 9111 §5.3', 'When the answer stops being fresh.'),
  request('Forwarded', 'RFC 7239 §4', 'What proxies changed: for=, by=, host=, proto=.'),
  request('From', 'RFC 9110 §10.1.2', 'E-mail address of the person behind the client.'),
  request('Host', 'RFC 9110 §7.2', 'Host and port of the target; Req sends it by itself.', 'origin'),
  request('Idempotency-Key', 'IETF draft', 'The same key twice is one operation.', { '{{$uuid}}': 'A new one at each send.' }),
  request('If', 'RFC 4918 §10.4', 'WebDAV: state tokens that must hold.'),
  request('If-Match', 'RFC 9110 §13.1.1', 'Only if the resource has one of these ETags.', { '*': 'If it exists.' }),
  request('If-Modified-Since', 'RFC 9110 §13.1.3', 'Only if it has changed since; else 304.'),
  request('If-None-Match', 'RFC 9110 §13.1.2', 'Only if it has none of these ETags; else 304 or 412.', { '*': 'If it does not exist.' }),
  request('If-Range', 'RFC 9110 §13.1.5', 'The range if unchanged, else the whole.'),
  request('If-Unmodified-Since', 'RFC 9110 §13.1.4', 'Only if it has not changed since; else 412.'),
  both('Keep-Alive', 'RFC 2068 §19.7.1', 'How long the connection stays open: timeout=5, max=100.'),
  request('Last-Event-ID', html, 'Id of the last event, to go on after it.'),
  response('Last-Modified', 'RFC 9110 §8.8.2', 'When the content last changed.'),
  both('Link', 'RFC 8288 §3', 'Links to other resources: <url>; rel="next".'),
  response('Location', 'RFC 9110 §10.2.2', 'Where a redirect leads, or what was created.'),
  request('Lock-Token', 'RFC 4918 §10.5', 'WebDAV: the lock to remove.'),
  request('Max-Forwards', 'RFC 9110 §7.6.2', 'How many proxies may pass TRACE or OPTIONS on.'),
  response('NEL', 'W3C Network Error Logging', 'Where network errors are reported.'),
  request('OpenAI-Organization', 'OpenAI API', 'Organization that is billed.'),
  request('OpenAI-Project', 'OpenAI API', 'Project that is billed.'),
  request('Origin', 'RFC 6454 §7', 'The origin a request comes from.', 'origin'),
  request('Overwrite', 'RFC 4918 §10.6', 'WebDAV: whether COPY and MOVE replace.', { T: 'They do.', F: 'They do not.' }),
  response('Permissions-Policy', 'W3C Permissions Policy', 'Features that a page may use.'),
  both('Pragma', 'RFC 9111 §5.4', 'Cache-Control of HTTP/1.0; deprecated.', { 'no-cache': 'Asks the origin.' }),
  request('Prefer', 'RFC 7240 §2', 'What the client would like.', {
    'return=minimal': 'Little or no content in the answer.',
    'return=representation': 'The whole resource in the answer.',
    'respond-async': '202 at once, work later.',
    'wait=10': 'Seconds to wait for an answer.',
    'handling=strict': 'Errors instead of leniency.',
    'handling=lenient': 'Leniency instead of errors.',
  }),
  response('Preference-Applied', 'RFC 7240 §3', 'Preferences that the server followed.'),
  both('Priority', 'RFC 9218 §4', 'Urgency 0 to 7 and whether it helps bit by bit.', { 'u=1': 'Urgent.', 'u=5, i': 'Later, bit by bit.' }),
  request('Private-Token', 'GitLab API', 'Access token.', { '{{$secret.GITLAB_TOKEN}}': 'From the secret storage.' }),
  response('Proxy-Authenticate', 'RFC 9110 §11.7.1', 'How to authenticate at the proxy.', 'auth schemes'),
  request('Proxy-Authorization', 'RFC 9110 §11.7.2', 'Credentials for the proxy.', 'auth schemes'),
  response('Proxy-Status', 'RFC 9209 §2', 'What proxies on the way met.'),
  request('Range', 'RFC 9110 §14.2', 'Only a part of the content.', {
    'bytes=0-499': 'First 500 bytes.',
    'bytes=-500': 'Last 500 bytes.',
  }),
  response('RateLimit', 'IETF draft', 'What is left of the quota, and until when.'),
  response('RateLimit-Policy', 'IETF draft', 'The quotas that hold.'),
  request('Referer', 'RFC 9110 §10.1.3', 'The page that led here.', 'origin'),
  response(
    'Referrer-Policy',
    'W3C Referrer Policy',
    'What Referer may tell.',
    policies('no-referrer origin same-origin strict-origin strict-origin-when-cross-origin unsafe-url'),
  ),
  response('Refresh', html, 'Loads again, or another page, after so many seconds.'),
  both('Repr-Digest', 'RFC 9530 §3', 'Hash of the whole representation.', digests),
  response('Retry-After', 'RFC 9110 §10.2.3', 'When to try again: seconds or a date.'),
  request('Save-Data', clientHints, 'The user wants less data.', { on: 'They do.' }),
  request('Sec-CH-UA', clientHints, 'Brand and version of the browser.'),
  request('Sec-CH-UA-Mobile', clientHints, 'Whether it is a mobile device.', { '?0': 'No.', '?1': 'Yes.' }),
  request('Sec-CH-UA-Platform', clientHints, 'Operating system.', { '"Linux"': '', '"macOS"': '', '"Windows"': '', '"Android"': '' }),
  request(
    'Sec-Fetch-Dest',
    fetchMetadata,
    'What the answer is for.',
    policies('empty document image script style font audio video worker iframe'),
  ),
  request('Sec-Fetch-Mode', fetchMetadata, 'Mode of the request.', policies('cors navigate no-cors same-origin websocket')),
  request('Sec-Fetch-Site', fetchMetadata, 'How origin and target are related.', policies('same-origin same-site cross-site none')),
  request('Sec-Fetch-User', fetchMetadata, 'A person caused the navigation.', { '?1': 'Yes.' }),
  request('Sec-GPC', 'W3C GPC', 'Do not sell or share my data.', { 1: 'Please do not.' }),
  request('Sec-WebSocket-Key', 'RFC 6455 §11.3.1', 'Proves that the server speaks WebSocket.'),
  both('Sec-WebSocket-Protocol', 'RFC 6455 §11.3.4', 'Protocol inside the WebSocket.'),
  request('Sec-WebSocket-Version', 'RFC 6455 §11.3.5', 'Version of the protocol.', { 13: 'The only one.' }),
  response('Server', 'RFC 9110 §10.2.4', 'Software of the server.'),
  response('Server-Timing', 'W3C Server Timing', 'How long parts of the work took.'),
  response('Set-Cookie', 'RFC 6265 §4.1', 'A cookie to keep and send back.'),
  both('Signature', 'RFC 9421 §4.2', 'Signatures over parts of the message.'),
  both('Signature-Input', 'RFC 9421 §4.1', 'What the signatures cover.'),
  request('SOAPAction', 'W3C SOAP 1.1 §6.1.1', 'What a SOAP request is meant to do.', { '""': 'As the URL says.' }),
  response('SourceMap', 'ECMA-426', 'Where the source map is.'),
  response('Strict-Transport-Security', 'RFC 6797 §6.1', 'Only https from now on: max-age=31536000.'),
  response('Sunset', 'RFC 8594 §3', 'When the resource will be gone.'),
  request('TE', 'RFC 9110 §10.1.4', 'Transfer codings and trailers the client takes.', { trailers: 'Trailers are not thrown away.' }),
  request('Timeout', 'RFC 4918 §10.7', 'WebDAV: how long a lock shall last.'),
  response('Timing-Allow-Origin', 'W3C Resource Timing', 'Origins that may see timings.', { '*': 'Any.' }),
  request('Traceparent', traceContext, 'The trace this request belongs to: version-trace-parent-flags.'),
  request('Tracestate', traceContext, 'What each tracing system adds.'),
  both('Trailer', 'RFC 9110 §6.6.2', 'Fields that follow the content.', 'header names'),
  both('Transfer-Encoding', 'RFC 9112 §6.1', 'Codings of the message on this connection.', { chunked: 'In pieces, length unknown.' }),
  both('Upgrade', 'RFC 9110 §7.8', 'Protocols to switch to.', { websocket: 'RFC 6455.', h2c: 'HTTP/2 without TLS; obsolete.' }),
  request('Upgrade-Insecure-Requests', 'W3C Upgrade Insecure Requests', 'Prefers https.', { 1: 'It does.' }),
  request('User-Agent', 'RFC 9110 §10.1.5', 'Software of the client.'),
  response('Vary', 'RFC 9110 §12.5.5', 'Request headers that the answer depends on.', 'header names'),
  both('Via', 'RFC 9110 §7.6.3', 'Proxies on the way.'),
  both('Want-Content-Digest', 'RFC 9530 §4', 'Hashes of the content that are wanted.', preferences),
  both('Want-Repr-Digest', 'RFC 9530 §4', 'Hashes of the representation that are wanted.', preferences),
  response('Warning', 'RFC 7234 §5.5', 'Something about the message; obsolete.'),
  response('WWW-Authenticate', 'RFC 9110 §11.6.1', 'How to authenticate.', 'auth schemes'),
  request('X-Amz-Content-Sha256', 'AWS Signature Version 4', 'SHA-256 of the body.', { 'UNSIGNED-PAYLOAD': 'The body is not signed.' }),
  request('X-Amz-Date', 'AWS Signature Version 4', 'Time of the signature: 20260102T030405Z.'),
  request('X-Amz-Security-Token', 'AWS Signature Version 4', 'Session token of temporary credentials.'),
  request('X-Amz-Target', 'AWS JSON protocol', 'The operation: Service_Version.Operation.'),
  request('X-API-Key', customary, 'A key of the API.', { '{{$secret.API_KEY}}': 'From the secret storage.' }),
  response('X-Content-Type-Options', fetchStandard, 'Whether types are guessed.', { nosniff: 'They are not.' }),
  both('X-Correlation-ID', customary, 'Finds a request again in logs.', { '{{$uuid}}': 'A new one at each send.' }),
  request('X-CSRF-Token', customary, 'Proves that a form came from the site.'),
  request('X-Forwarded-For', customary, 'The client, then each proxy; see Forwarded.'),
  request('X-Forwarded-Host', customary, 'Host that the client asked for; see Forwarded.'),
  request('X-Forwarded-Proto', customary, 'Scheme that the client used; see Forwarded.', { https: '', http: '' }),
  response('X-Frame-Options', html, 'Who may show the page in a frame.', { DENY: 'Nobody.', SAMEORIGIN: 'The same origin.' }),
  request('X-GitHub-Api-Version', 'GitHub REST API', 'Version of the API.', { '2022-11-28': 'The current version.' }),
  request('X-Goog-Api-Key', 'Google APIs', 'A key of the API.', { '{{$secret.GOOGLE_API_KEY}}': 'From the secret storage.' }),
  request('X-HTTP-Method-Override', customary, 'The method that is meant, where POST is sent.', 'methods'),
  response('X-Powered-By', customary, 'Software of the server.'),
  response('X-RateLimit-Limit', customary, 'Requests allowed in a window.'),
  response('X-RateLimit-Remaining', customary, 'Requests left in this window.'),
  response('X-RateLimit-Reset', customary, 'When the window ends.'),
  both('X-Request-ID', customary, 'Finds a request again in logs.', { '{{$uuid}}': 'A new one at each send.' }),
  request('X-Requested-With', customary, 'Sent by a script.', { XMLHttpRequest: 'What jQuery and others send.' }),
  response('X-Robots-Tag', customary, 'What search engines may do.', { noindex: '', nofollow: '', none: '' }),
];

let byName: ReadonlyMap<string, HeaderEntry> | undefined;

/** What is known of a header; its name has no case (RFC 9110 §5.1). */
export function headerEntry(name: string): HeaderEntry | undefined {
  byName ??= new Map(headers.map((h) => [h.name.toLowerCase(), h]));
  return byName.get(name.toLowerCase());
}
