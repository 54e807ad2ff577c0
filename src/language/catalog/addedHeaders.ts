/**
 * Headers that Req adds by itself, in lower case. An empty value in the file omits such a header. Any other header with an
 * empty value is sent empty.
 */
export const takenOutWhenEmpty: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'transfer-encoding',
]);
