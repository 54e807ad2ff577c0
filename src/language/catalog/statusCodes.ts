export interface StatusEntry {
  readonly code: number;
  readonly phrase: string;
  readonly summary: string;
  readonly reference: string;
}

const rfc9110 = (section: string): string => `RFC 9110 §15.${section}`;

const status = (code: number, phrase: string, reference: string, summary: string): StatusEntry => ({ code, phrase, summary, reference });

/** The status codes in IANA's registry. */
export const statusCodes: readonly StatusEntry[] = [
  status(100, 'Continue', rfc9110('2.1'), 'Send the body now.'),
  status(101, 'Switching Protocols', rfc9110('2.2'), 'The connection switches to the protocol in Upgrade.'),
  status(102, 'Processing', 'RFC 2518 §10.1', 'The request is still in progress; deprecated.'),
  status(103, 'Early Hints', 'RFC 8297', 'Headers that the response is likely to have.'),
  status(104, 'Upload Resumption Supported', 'IETF draft', 'An interrupted upload can be resumed.'),
  status(200, 'OK', rfc9110('3.1'), 'The request succeeded.'),
  status(201, 'Created', rfc9110('3.2'), 'The resource was created; its URL is in Location.'),
  status(202, 'Accepted', rfc9110('3.3'), 'Accepted, but not processed yet.'),
  status(203, 'Non-Authoritative Information', rfc9110('3.4'), 'A proxy changed the response.'),
  status(204, 'No Content', rfc9110('3.5'), 'The request succeeded; the response has no content.'),
  status(205, 'Reset Content', rfc9110('3.6'), 'The request succeeded; clear the form.'),
  status(206, 'Partial Content', rfc9110('3.7'), 'The requested range.'),
  status(207, 'Multi-Status', 'RFC 4918 §11.1', 'The body contains several results.'),
  status(208, 'Already Reported', 'RFC 5842 §7.1', 'Members that were listed before.'),
  status(226, 'IM Used', 'RFC 3229 §10.4.1', 'The result of instance manipulations.'),
  status(300, 'Multiple Choices', rfc9110('4.1'), 'The resource has several representations.'),
  status(301, 'Moved Permanently', rfc9110('4.2'), 'The resource has a new permanent URL.'),
  status(302, 'Found', rfc9110('4.3'), 'The resource is temporarily at another URL.'),
  status(303, 'See Other', rfc9110('4.4'), 'The result is at another URL: GET it.'),
  status(304, 'Not Modified', rfc9110('4.5'), 'Your copy is current.'),
  status(305, 'Use Proxy', rfc9110('4.6'), 'Deprecated.'),
  status(306, '(Unused)', rfc9110('4.7'), 'Reserved.'),
  status(307, 'Temporary Redirect', rfc9110('4.8'), 'Temporarily at another URL; use the same method.'),
  status(308, 'Permanent Redirect', rfc9110('4.9'), 'Permanently at another URL; use the same method.'),
  status(400, 'Bad Request', rfc9110('5.1'), 'The request is malformed.'),
  status(401, 'Unauthorized', rfc9110('5.2'), 'Credentials are missing or wrong; see WWW-Authenticate.'),
  status(402, 'Payment Required', rfc9110('5.3'), 'Reserved; some APIs require payment.'),
  status(403, 'Forbidden', rfc9110('5.4'), 'The server understood the request and refuses it.'),
  status(404, 'Not Found', rfc9110('5.5'), 'The resource does not exist, or is hidden.'),
  status(405, 'Method Not Allowed', rfc9110('5.6'), 'The resource does not support this method; Allow lists those it does.'),
  status(406, 'Not Acceptable', rfc9110('5.7'), 'No representation matches Accept or similar headers.'),
  status(407, 'Proxy Authentication Required', rfc9110('5.8'), 'The proxy requires credentials.'),
  status(408, 'Request Timeout', rfc9110('5.9'), 'The request was not complete in time.'),
  status(409, 'Conflict', rfc9110('5.10'), 'The request conflicts with the state of the resource.'),
  status(410, 'Gone', rfc9110('5.11'), 'The resource was removed permanently.'),
  status(411, 'Length Required', rfc9110('5.12'), 'Content-Length is missing.'),
  status(412, 'Precondition Failed', rfc9110('5.13'), 'If-Match or a similar header did not match.'),
  status(413, 'Content Too Large', rfc9110('5.14'), 'The body is too large.'),
  status(414, 'URI Too Long', rfc9110('5.15'), 'The URL is too long.'),
  status(415, 'Unsupported Media Type', rfc9110('5.16'), 'The Content-Type or Content-Encoding is not supported.'),
  status(416, 'Range Not Satisfiable', rfc9110('5.17'), 'The range is outside the content.'),
  status(417, 'Expectation Failed', rfc9110('5.18'), 'The server cannot satisfy Expect.'),
  status(418, '(Unused)', rfc9110('5.19'), "Reserved: I'm a teapot (RFC 2324)."),
  status(421, 'Misdirected Request', rfc9110('5.20'), 'This server does not serve that host.'),
  status(422, 'Unprocessable Content', rfc9110('5.21'), 'The content is well-formed, but cannot be processed.'),
  status(423, 'Locked', 'RFC 4918 §11.3', 'The resource is locked.'),
  status(424, 'Failed Dependency', 'RFC 4918 §11.4', 'An operation that this one depends on failed.'),
  status(425, 'Too Early', 'RFC 8470 §5.2', 'Do not send this request in TLS early data.'),
  status(426, 'Upgrade Required', rfc9110('5.22'), 'Use the protocol in Upgrade.'),
  status(428, 'Precondition Required', 'RFC 6585 §3', 'If-Match or a similar header is missing.'),
  status(429, 'Too Many Requests', 'RFC 6585 §4', 'Wait before you retry; see Retry-After.'),
  status(431, 'Request Header Fields Too Large', 'RFC 6585 §5', 'The headers are too large.'),
  status(451, 'Unavailable For Legal Reasons', 'RFC 7725 §3', 'Blocked for legal reasons.'),
  status(500, 'Internal Server Error', rfc9110('6.1'), 'The server failed.'),
  status(501, 'Not Implemented', rfc9110('6.2'), 'The server does not support the method.'),
  status(502, 'Bad Gateway', rfc9110('6.3'), 'The upstream server sent an invalid response.'),
  status(503, 'Service Unavailable', rfc9110('6.4'), 'Overloaded or in maintenance; see Retry-After.'),
  status(504, 'Gateway Timeout', rfc9110('6.5'), 'The upstream server did not respond in time.'),
  status(505, 'HTTP Version Not Supported', rfc9110('6.6'), 'The server does not support this version of HTTP.'),
  status(506, 'Variant Also Negotiates', 'RFC 2295 §8.1', 'Content negotiation is circular.'),
  status(507, 'Insufficient Storage', 'RFC 4918 §11.5', 'The server is out of storage.'),
  status(508, 'Loop Detected', 'RFC 5842 §7.2', 'The server found an infinite loop.'),
  status(510, 'Not Extended', 'RFC 2774 §7', 'Extensions are missing; obsolete.'),
  status(511, 'Network Authentication Required', 'RFC 6585 §6', 'Sign in to the network first.'),
];

export const statusEntry = (code: number): StatusEntry | undefined => statusCodes.find((s) => s.code === code);
