// The only door to the conversion of curl commands.
export { fromCurl, requestsText, type FromCurl, type FromCurlOptions } from './fromCurl.ts';
export { looksLikeCurl } from './shell.ts';
export type { WrittenRequest } from './write.ts';
