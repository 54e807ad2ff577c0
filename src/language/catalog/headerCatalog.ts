/** Values of a header, each with a description. */
export type Vocabulary = Readonly<Record<string, string>>;

export type HeaderSide = 'request' | 'response' | 'both';

/** Sources of values other than a `Vocabulary`. */
export type ValueTable = 'media types' | 'auth schemes' | 'methods' | 'header names' | 'origin';

export interface HeaderEntry {
  readonly name: string;
  readonly in: HeaderSide;
  readonly summary: string;
  /** `RFC 9110 §12.5.1`, or the name of another specification. */
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

/** Common headers, for completion and hover. Requests can have any other header too. */
export const headers: readonly HeaderEntry[] = [
  request('A-IM', 'RFC 3229 §10.5.3', 'Instance manipulations that the client accepts.'),
  request('Accept', 'RFC 9110 §12.5.1', 'Media types that the client accepts.', 'media types'),
  response('Accept-CH', 'RFC 8942 §3.1', 'Client hints that the server wants.'),
  request('Accept-Charset', 'RFC 9110 §12.5.2', 'Charsets that the client accepts; deprecated.', { 'utf-8': 'UTF-8.' }),
  request('Accept-Encoding', 'RFC 9110 §12.5.3', 'Content codings that the client accepts.', {
    'gzip, deflate, br': 'Accepted by most clients.',
    ...codings,
    '*': 'Any other coding.',
  }),
  request('Accept-Language', 'RFC 9110 §12.5.4', 'Languages that the client prefers, such as en-GB,en;q=0.8.', {
    en: 'English.',
    'en-US,en;q=0.9': 'American English, then any English.',
    '*': 'Any language.',
  }),
  response('Accept-Patch', 'RFC 5789 §3.1', 'Media types that PATCH accepts here.', 'media types'),
  response('Accept-Post', 'W3C LDP §7.1', 'Media types that POST accepts here.', 'media types'),
  response('Accept-Ranges', 'RFC 9110 §14.3', 'Whether ranges can be requested.', { bytes: 'Byte ranges.', none: 'No ranges.' }),
  response('Access-Control-Allow-Credentials', fetchStandard, 'Whether requests may include cookies and credentials.', yes),
  response('Access-Control-Allow-Headers', fetchStandard, 'Headers that another origin may send.', 'header names'),
  response('Access-Control-Allow-Methods', fetchStandard, 'Methods that another origin may use.', 'methods'),
  response('Access-Control-Allow-Origin', fetchStandard, 'The origin that may read the response.', { '*': 'Any origin.' }),
  response('Access-Control-Expose-Headers', fetchStandard, 'Response headers that scripts may read.', 'header names'),
  response('Access-Control-Max-Age', fetchStandard, 'Seconds for which the result of a preflight is valid.'),
  request('Access-Control-Request-Headers', fetchStandard, 'Preflight: headers that will be sent.', 'header names'),
  request('Access-Control-Request-Method', fetchStandard, 'Preflight: the method that will be used.', 'methods'),
  response('Age', 'RFC 9111 §5.1', 'Seconds since the origin server generated or validated the response.'),
  response('Allow', 'RFC 9110 §10.2.1', 'Methods that the resource supports.', 'methods'),
  response('Alt-Svc', 'RFC 7838 §3', 'Other hosts and protocols for the same resource.'),
  request('Anthropic-Beta', 'Anthropic API', 'Beta features to use.'),
  request('Anthropic-Version', 'Anthropic API', 'Version of the API.', { '2023-06-01': 'The current version.' }),
  response('Authentication-Info', 'RFC 9110 §11.6.3', 'Information after successful authentication.'),
  request('Authorization', 'RFC 9110 §11.6.2', 'Credentials for the server.', 'auth schemes'),
  request('Baggage', 'W3C Baggage', 'Key-value pairs that accompany a trace.'),
  both('Cache-Control', 'RFC 9111 §5.2', 'How caches may store and use messages.', {
    'no-cache': 'Validate a stored response with the origin before use.',
    'no-store': 'Do not store anything.',
    'max-age=0': 'Seconds for which a response is fresh.',
    'max-stale': 'Request: accepts stale responses.',
    'min-fresh=60': 'Request: must stay fresh for at least this many seconds.',
    'no-transform': 'Proxies must not change the content.',
    'only-if-cached': 'Request: only a stored response, else 504.',
    'must-revalidate': 'Response: must not be used when stale.',
    private: 'Response: only for this user.',
    public: 'Response: shared caches may store it.',
    's-maxage=60': 'Response: seconds for shared caches.',
    immutable: 'Response: does not change while fresh, RFC 8246.',
    'stale-while-revalidate=60': 'Response: may be used when stale during revalidation, RFC 5861.',
    'stale-if-error=60': 'May be used when stale after an error, RFC 5861.',
  }),
  response('Cache-Status', 'RFC 9211 §2', 'How caches along the path handled the request.'),
  response('CDN-Cache-Control', 'RFC 9213 §3.1', 'Cache-Control for content delivery networks only.'),
  response('Clear-Site-Data', 'W3C Clear Site Data', 'Data of the site that the browser deletes.', {
    '"cache"': 'Its cache.',
    '"cookies"': 'Its cookies.',
    '"storage"': 'Its storage.',
    '"*"': 'Everything.',
  }),
  both('Connection', 'RFC 9110 §7.6.1', 'Options for this connection.', {
    'keep-alive': 'It stays open.',
    close: 'It is closed after this exchange.',
    Upgrade: 'Requests another protocol.',
  }),
  both('Content-Digest', 'RFC 9530 §2', 'Hash of the content as it is sent.', digests),
  both('Content-Disposition', 'RFC 6266 §4', 'How the content is shown, and its file name.', {
    inline: 'In the page.',
    'attachment; filename=""': 'Saved as a file.',
    'form-data; name=""': 'A part of a form, RFC 7578.',
    'form-data; name=""; filename=""': 'A file of a form, RFC 7578.',
  }),
  both('Content-Encoding', 'RFC 9110 §8.4', 'Codings that were applied to the content.', codings),
  both('Content-Language', 'RFC 9110 §8.5', "Language of the content's audience.", { en: 'English.' }),
  both('Content-Length', 'RFC 9110 §8.6', 'Length of the content in bytes; Req adds it automatically.'),
  both('Content-Location', 'RFC 9110 §8.7', 'The URL of this representation.'),
  both('Content-Range', 'RFC 9110 §14.4', 'Which part of the whole this is: bytes 0-99/1234.'),
  response('Content-Security-Policy', 'W3C CSP', 'What a page may load and run.'),
  response('Content-Security-Policy-Report-Only', 'W3C CSP', 'Violations are only reported, not blocked.'),
  both('Content-Type', 'RFC 9110 §8.3', 'Media type of the content.', 'media types'),
  request('Cookie', 'RFC 6265 §4.2', 'Cookies for the server: name=value; name=value.'),
  response('Cross-Origin-Embedder-Policy', html, 'What a page may embed.', policies('require-corp credentialless unsafe-none')),
  response(
    'Cross-Origin-Opener-Policy',
    html,
    'Which pages share a browsing context group.',
    policies('same-origin same-origin-allow-popups unsafe-none'),
  ),
  response('Cross-Origin-Resource-Policy', fetchStandard, 'Which origins may load this.', policies('same-origin same-site cross-origin')),
  both('Date', 'RFC 9110 §6.6.1', 'When the message was generated.'),
  response('DAV', 'RFC 4918 §10.1', 'WebDAV classes that the server supports.'),
  response('Deprecation', 'RFC 9745 §2', 'Since when the resource is deprecated.'),
  request('Depth', 'RFC 4918 §10.2', 'WebDAV: how many levels below the resource.', {
    0: 'Only the resource.',
    1: 'The resource and its members.',
    infinity: 'The resource and everything below.',
  }),
  request('Destination', 'RFC 4918 §10.3', 'WebDAV: the target URL of COPY and MOVE.'),
  request('DNT', 'W3C DNT', 'Do not track; deprecated.', { 1: 'Do not track.' }),
  request('DPoP', 'RFC 9449 §4', 'Proof that the sender holds the key of its token.'),
  response('DPoP-Nonce', 'RFC 9449 §8', 'Nonce for the next proof.'),
  request('Early-Data', 'RFC 8470 §5.1', 'Sent in TLS early data.', { 1: 'Yes.' }),
  response('ETag', 'RFC 9110 §8.8.3', 'Version of this content, for If-Match and If-None-Match.'),
  request('Expect', 'RFC 9110 §10.1.1', 'What the client expects of the server.', {
    '100-continue': 'An interim response before the body is sent.',
  }),
  response('Expires', 'RFC 9111 §5.3', 'When the response becomes stale.'),
  request('Forwarded', 'RFC 7239 §4', 'What proxies changed: for=, by=, host=, proto=.'),
  request('From', 'RFC 9110 §10.1.2', 'Email address of the user.'),
  request('Host', 'RFC 9110 §7.2', 'Host and port of the target; Req adds it automatically.', 'origin'),
  request('Idempotency-Key', 'IETF draft', 'Requests with the same key are one operation.', { '{{$uuid}}': 'A new one at each send.' }),
  request('If', 'RFC 4918 §10.4', 'WebDAV: state tokens that must match.'),
  request('If-Match', 'RFC 9110 §13.1.1', 'Only if the resource has one of these ETags.', { '*': 'If it exists.' }),
  request('If-Modified-Since', 'RFC 9110 §13.1.3', 'Only if it has changed since; else 304.'),
  request('If-None-Match', 'RFC 9110 §13.1.2', 'Only if it has none of these ETags; else 304 or 412.', { '*': 'If it does not exist.' }),
  request('If-Range', 'RFC 9110 §13.1.5', 'The range if unchanged, else the whole content.'),
  request('If-Unmodified-Since', 'RFC 9110 §13.1.4', 'Only if it has not changed since; else 412.'),
  both('Keep-Alive', 'RFC 2068 §19.7.1', 'How long the connection stays open: timeout=5, max=100.'),
  request('Last-Event-ID', html, 'Id of the last event, to resume after it.'),
  response('Last-Modified', 'RFC 9110 §8.8.2', 'When the content last changed.'),
  both('Link', 'RFC 8288 §3', 'Links to other resources: <url>; rel="next".'),
  response('Location', 'RFC 9110 §10.2.2', 'The target of a redirect, or the URL of a created resource.'),
  request('Lock-Token', 'RFC 4918 §10.5', 'WebDAV: the lock to remove.'),
  request('Max-Forwards', 'RFC 9110 §7.6.2', 'How many proxies may forward TRACE or OPTIONS.'),
  response('NEL', 'W3C Network Error Logging', 'Where network errors are reported.'),
  request('OpenAI-Organization', 'OpenAI API', 'Organization that is billed.'),
  request('OpenAI-Project', 'OpenAI API', 'Project that is billed.'),
  request('Origin', 'RFC 6454 §7', 'The origin a request comes from.', 'origin'),
  request('Overwrite', 'RFC 4918 §10.6', 'WebDAV: whether COPY and MOVE overwrite.', { T: 'Yes.', F: 'No.' }),
  response('Permissions-Policy', 'W3C Permissions Policy', 'Features that a page may use.'),
  both('Pragma', 'RFC 9111 §5.4', 'Cache-Control of HTTP/1.0; deprecated.', { 'no-cache': 'Validate with the origin before use.' }),
  request('Prefer', 'RFC 7240 §2', 'Preferences of the client.', {
    'return=minimal': 'Little or no content in the response.',
    'return=representation': 'The whole resource in the response.',
    'respond-async': '202 at once, processing later.',
    'wait=10': 'Seconds to wait for a response.',
    'handling=strict': 'Report all errors.',
    'handling=lenient': 'Ignore recoverable errors.',
  }),
  response('Preference-Applied', 'RFC 7240 §3', 'Preferences that the server followed.'),
  both('Priority', 'RFC 9218 §4', 'Urgency 0 to 7, and whether a partial response is useful.', {
    'u=1': 'Urgent.',
    'u=5, i': 'Less urgent, incremental.',
  }),
  request('Private-Token', 'GitLab API', 'Access token.', { '{{$secret.GITLAB_TOKEN}}': 'From the secret storage.' }),
  response('Proxy-Authenticate', 'RFC 9110 §11.7.1', 'How to authenticate at the proxy.', 'auth schemes'),
  request('Proxy-Authorization', 'RFC 9110 §11.7.2', 'Credentials for the proxy.', 'auth schemes'),
  response('Proxy-Status', 'RFC 9209 §2', 'How proxies along the path handled the request.'),
  request('Range', 'RFC 9110 §14.2', 'Only a part of the content.', {
    'bytes=0-499': 'First 500 bytes.',
    'bytes=-500': 'Last 500 bytes.',
  }),
  response('RateLimit', 'IETF draft', 'The remaining quota, and when it resets.'),
  response('RateLimit-Policy', 'IETF draft', 'The quotas of the server.'),
  request('Referer', 'RFC 9110 §10.1.3', 'The page that linked here.', 'origin'),
  response(
    'Referrer-Policy',
    'W3C Referrer Policy',
    'What Referer may contain.',
    policies('no-referrer origin same-origin strict-origin strict-origin-when-cross-origin unsafe-url'),
  ),
  response('Refresh', html, 'Reloads the page, or loads another one, after this many seconds.'),
  both('Repr-Digest', 'RFC 9530 §3', 'Hash of the whole representation.', digests),
  response('Retry-After', 'RFC 9110 §10.2.3', 'When to try again: seconds or a date.'),
  request('Save-Data', clientHints, 'The user prefers less data.', { on: 'Yes.' }),
  request('Sec-CH-UA', clientHints, 'Brand and version of the browser.'),
  request('Sec-CH-UA-Mobile', clientHints, 'Whether it is a mobile device.', { '?0': 'No.', '?1': 'Yes.' }),
  request('Sec-CH-UA-Platform', clientHints, 'Operating system.', { '"Linux"': '', '"macOS"': '', '"Windows"': '', '"Android"': '' }),
  request(
    'Sec-Fetch-Dest',
    fetchMetadata,
    'What the response is used for.',
    policies('empty document image script style font audio video worker iframe'),
  ),
  request('Sec-Fetch-Mode', fetchMetadata, 'Mode of the request.', policies('cors navigate no-cors same-origin websocket')),
  request('Sec-Fetch-Site', fetchMetadata, 'How origin and target are related.', policies('same-origin same-site cross-site none')),
  request('Sec-Fetch-User', fetchMetadata, 'The user started the navigation.', { '?1': 'Yes.' }),
  request('Sec-GPC', 'W3C GPC', 'Do not sell or share personal data.', { 1: 'Yes.' }),
  request('Sec-WebSocket-Key', 'RFC 6455 §11.3.1', 'Verifies that the server supports WebSocket.'),
  both('Sec-WebSocket-Protocol', 'RFC 6455 §11.3.4', 'Protocol inside the WebSocket.'),
  request('Sec-WebSocket-Version', 'RFC 6455 §11.3.5', 'Version of the protocol.', { 13: 'The only one.' }),
  response('Server', 'RFC 9110 §10.2.4', 'Software of the server.'),
  response('Server-Timing', 'W3C Server Timing', 'Durations of steps on the server.'),
  response('Set-Cookie', 'RFC 6265 §4.1', 'A cookie to keep and send back.'),
  both('Signature', 'RFC 9421 §4.2', 'Signatures over parts of the message.'),
  both('Signature-Input', 'RFC 9421 §4.1', 'What the signatures cover.'),
  request('SOAPAction', 'W3C SOAP 1.1 §6.1.1', 'The intent of a SOAP request.', { '""': 'Given by the URL.' }),
  response('SourceMap', 'ECMA-426', 'The URL of the source map.'),
  response('Strict-Transport-Security', 'RFC 6797 §6.1', 'Use only https from now on: max-age=31536000.'),
  response('Sunset', 'RFC 8594 §3', 'When the resource will be removed.'),
  request('TE', 'RFC 9110 §10.1.4', 'Transfer codings that the client accepts, and trailers.', { trailers: 'Trailers are accepted.' }),
  request('Timeout', 'RFC 4918 §10.7', 'WebDAV: how long a lock lasts.'),
  response('Timing-Allow-Origin', 'W3C Resource Timing', 'Origins that may see timings.', { '*': 'Any.' }),
  request('Traceparent', traceContext, 'The trace this request belongs to: version-trace-parent-flags.'),
  request('Tracestate', traceContext, 'Data of each tracing system.'),
  both('Trailer', 'RFC 9110 §6.6.2', 'Fields that follow the content.', 'header names'),
  both('Transfer-Encoding', 'RFC 9112 §6.1', 'Codings of the message on this connection.', {
    chunked: 'In chunks; the length is unknown.',
  }),
  both('Upgrade', 'RFC 9110 §7.8', 'Protocols to switch to.', { websocket: 'RFC 6455.', h2c: 'HTTP/2 without TLS; obsolete.' }),
  request('Upgrade-Insecure-Requests', 'W3C Upgrade Insecure Requests', 'The client prefers https.', { 1: 'Yes.' }),
  request('User-Agent', 'RFC 9110 §10.1.5', 'Software of the client.'),
  response('Vary', 'RFC 9110 §12.5.5', 'Request headers that the response depends on.', 'header names'),
  both('Via', 'RFC 9110 §7.6.3', 'Proxies along the path.'),
  both('Want-Content-Digest', 'RFC 9530 §4', 'Requested hashes of the content.', preferences),
  both('Want-Repr-Digest', 'RFC 9530 §4', 'Requested hashes of the representation.', preferences),
  response('Warning', 'RFC 7234 §5.5', 'Additional information about the message; obsolete.'),
  response('WWW-Authenticate', 'RFC 9110 §11.6.1', 'How to authenticate.', 'auth schemes'),
  request('X-Amz-Content-Sha256', 'AWS Signature Version 4', 'SHA-256 of the body.', { 'UNSIGNED-PAYLOAD': 'The body is not signed.' }),
  request('X-Amz-Date', 'AWS Signature Version 4', 'Time of the signature: 20260102T030405Z.'),
  request('X-Amz-Security-Token', 'AWS Signature Version 4', 'Session token of temporary credentials.'),
  request('X-Amz-Target', 'AWS JSON protocol', 'The operation: Service_Version.Operation.'),
  request('X-API-Key', customary, 'An API key.', { '{{$secret.API_KEY}}': 'From the secret storage.' }),
  response('X-Content-Type-Options', fetchStandard, 'Whether browsers may guess types.', { nosniff: 'They may not.' }),
  both('X-Correlation-ID', customary, 'Identifies a request in logs.', { '{{$uuid}}': 'A new one at each send.' }),
  request('X-CSRF-Token', customary, 'Proves that a form is from the site.'),
  request('X-Forwarded-For', customary, 'The client, then each proxy; see Forwarded.'),
  request('X-Forwarded-Host', customary, 'Host that the client requested; see Forwarded.'),
  request('X-Forwarded-Proto', customary, 'Scheme that the client used; see Forwarded.', { https: '', http: '' }),
  response('X-Frame-Options', html, 'Which origins may show the page in a frame.', { DENY: 'None.', SAMEORIGIN: 'The same origin.' }),
  request('X-GitHub-Api-Version', 'GitHub REST API', 'Version of the API.', { '2022-11-28': 'The current version.' }),
  request('X-Goog-Api-Key', 'Google APIs', 'An API key.', { '{{$secret.GOOGLE_API_KEY}}': 'From the secret storage.' }),
  request('X-HTTP-Method-Override', customary, 'The actual method of a POST request.', 'methods'),
  response('X-Powered-By', customary, 'Software of the server.'),
  response('X-RateLimit-Limit', customary, 'Requests allowed in a window.'),
  response('X-RateLimit-Remaining', customary, 'Requests left in this window.'),
  response('X-RateLimit-Reset', customary, 'When the window ends.'),
  both('X-Request-ID', customary, 'Identifies a request in logs.', { '{{$uuid}}': 'A new one at each send.' }),
  request('X-Requested-With', customary, 'Sent by a script.', { XMLHttpRequest: 'Sent by jQuery and others.' }),
  response('X-Robots-Tag', customary, 'What search engines may do.', { noindex: '', nofollow: '', none: '' }),
];

let byName: ReadonlyMap<string, HeaderEntry> | undefined;

/** Looks up a header; the name is case-insensitive (RFC 9110 §5.1). */
export function headerEntry(name: string): HeaderEntry | undefined {
  byName ??= new Map(headers.map((h) => [h.name.toLowerCase(), h]));
  return byName.get(name.toLowerCase());
}
