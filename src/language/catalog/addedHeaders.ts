/**
 * Headers that are added to a request that lacks them, in lower case. An author who writes one with an empty value takes it
 * out; any other header goes out empty.
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
