export interface StatusEntry {
  readonly code: number;
  readonly phrase: string;
  readonly summary: string;
  readonly reference: string;
}

const rfc9110 = (section: string): string => `RFC 9110 §15.${section}`;

const status = (code: number, phrase: string, reference: string, summary: string): StatusEntry => ({ code, phrase, summary, reference });

/** Status codes of IANA's registry. */
export const statusCodes: readonly StatusEntry[] = [
  status(100, 'Continue', rfc9110('2.1'), 'Send the body now.'),
  status(101, 'Switching Protocols', rfc9110('2.2'), 'From here on the protocol of Upgrade.'),
  status(102, 'Processing', 'RFC 2518 §10.1', 'Still at work; deprecated.'),
  status(103, 'Early Hints', 'RFC 8297', 'Headers that the answer is likely to have.'),
  status(104, 'Upload Resumption Supported', 'IETF draft', 'An upload may go on later.'),
  status(200, 'OK', rfc9110('3.1'), 'It worked.'),
  status(201, 'Created', rfc9110('3.2'), 'Made; Location says where.'),
  status(202, 'Accepted', rfc9110('3.3'), 'Taken, but not done yet.'),
  status(203, 'Non-Authoritative Information', rfc9110('3.4'), 'Changed by a proxy.'),
  status(204, 'No Content', rfc9110('3.5'), 'It worked, and there is nothing to say.'),
  status(205, 'Reset Content', rfc9110('3.6'), 'It worked; empty the form.'),
  status(206, 'Partial Content', rfc9110('3.7'), 'The range that was asked for.'),
  status(207, 'Multi-Status', 'RFC 4918 §11.1', 'Several answers in the body.'),
  status(208, 'Already Reported', 'RFC 5842 §7.1', 'Members that were listed before.'),
  status(226, 'IM Used', 'RFC 3229 §10.4.1', 'The result of instance manipulations.'),
  status(300, 'Multiple Choices', rfc9110('4.1'), 'There is more than one of it.'),
  status(301, 'Moved Permanently', rfc9110('4.2'), 'It has another URL for good.'),
  status(302, 'Found', rfc9110('4.3'), 'It has another URL for now.'),
  status(303, 'See Other', rfc9110('4.4'), 'The answer is elsewhere: GET it.'),
  status(304, 'Not Modified', rfc9110('4.5'), 'What you have is current.'),
  status(305, 'Use Proxy', rfc9110('4.6'), 'Deprecated.'),
  status(306, '(Unused)', rfc9110('4.7'), 'Reserved.'),
  status(307, 'Temporary Redirect', rfc9110('4.8'), 'Elsewhere for now, with the same method.'),
  status(308, 'Permanent Redirect', rfc9110('4.9'), 'Elsewhere for good, with the same method.'),
  status(400, 'Bad Request', rfc9110('5.1'), 'The request is malformed.'),
  status(401, 'Unauthorized', rfc9110('5.2'), 'Credentials are missing or wrong; see WWW-Authenticate.'),
  status(402, 'Payment Required', rfc9110('5.3'), 'Reserved; some APIs want money.'),
  status(403, 'Forbidden', rfc9110('5.4'), 'Understood and refused.'),
  status(404, 'Not Found', rfc9110('5.5'), 'There is nothing here, or it is hidden.'),
  status(405, 'Method Not Allowed', rfc9110('5.6'), 'Not this method; Allow lists them.'),
  status(406, 'Not Acceptable', rfc9110('5.7'), 'Nothing that Accept and its like take.'),
  status(407, 'Proxy Authentication Required', rfc9110('5.8'), 'The proxy wants credentials.'),
  status(408, 'Request Timeout', rfc9110('5.9'), 'The request came too slowly.'),
  status(409, 'Conflict', rfc9110('5.10'), 'The resource is in another state.'),
  status(410, 'Gone', rfc9110('5.11'), 'It was here and will not come back.'),
  status(411, 'Length Required', rfc9110('5.12'), 'Content-Length is missing.'),
  status(412, 'Precondition Failed', rfc9110('5.13'), 'If-Match or its like did not hold.'),
  status(413, 'Content Too Large', rfc9110('5.14'), 'The body is too large.'),
  status(414, 'URI Too Long', rfc9110('5.15'), 'The URL is too long.'),
  status(415, 'Unsupported Media Type', rfc9110('5.16'), 'Not this Content-Type or Content-Encoding.'),
  status(416, 'Range Not Satisfiable', rfc9110('5.17'), 'The range lies outside.'),
  status(417, 'Expectation Failed', rfc9110('5.18'), 'Expect cannot be met.'),
  status(418, '(Unused)', rfc9110('5.19'), "Reserved: I'm a teapot (RFC 2324)."),
  status(421, 'Misdirected Request', rfc9110('5.20'), 'This server does not answer for that host.'),
  status(422, 'Unprocessable Content', rfc9110('5.21'), 'Well formed, but it makes no sense here.'),
  status(423, 'Locked', 'RFC 4918 §11.3', 'The resource is locked.'),
  status(424, 'Failed Dependency', 'RFC 4918 §11.4', 'Something it depends on failed.'),
  status(425, 'Too Early', 'RFC 8470 §5.2', 'Not in TLS early data.'),
  status(426, 'Upgrade Required', rfc9110('5.22'), 'Only with the protocol of Upgrade.'),
  status(428, 'Precondition Required', 'RFC 6585 §3', 'If-Match or its like is missing.'),
  status(429, 'Too Many Requests', 'RFC 6585 §4', 'Wait; Retry-After may say how long.'),
  status(431, 'Request Header Fields Too Large', 'RFC 6585 §5', 'The headers are too large.'),
  status(451, 'Unavailable For Legal Reasons', 'RFC 7725 §3', 'The law forbids it.'),
  status(500, 'Internal Server Error', rfc9110('6.1'), 'Something broke in the server.'),
  status(501, 'Not Implemented', rfc9110('6.2'), 'The server does not know the method.'),
  status(502, 'Bad Gateway', rfc9110('6.3'), 'The server behind answered nonsense.'),
  status(503, 'Service Unavailable', rfc9110('6.4'), 'Overloaded or under repair; see Retry-After.'),
  status(504, 'Gateway Timeout', rfc9110('6.5'), 'The server behind did not answer in time.'),
  status(505, 'HTTP Version Not Supported', rfc9110('6.6'), 'Not this version of HTTP.'),
  status(506, 'Variant Also Negotiates', 'RFC 2295 §8.1', 'Negotiation goes round in a circle.'),
  status(507, 'Insufficient Storage', 'RFC 4918 §11.5', 'There is no room for it.'),
  status(508, 'Loop Detected', 'RFC 5842 §7.2', 'It never comes to an end.'),
  status(510, 'Not Extended', 'RFC 2774 §7', 'Extensions are missing; obsolete.'),
  status(511, 'Network Authentication Required', 'RFC 6585 §6', 'Sign in to the network first.'),
];

/** What is known of a status code. */
export const statusEntry = (code: number): StatusEntry | undefined => statusCodes.find((s) => s.code === code);
