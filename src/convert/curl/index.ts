// Entry of the conversion of curl commands.
export { fromCurl, requestsText } from './fromCurl.ts';
export { curlSignsIn, toCurl } from './toCurl.ts';
export { looksLikeCurl } from './shell.ts';
export { curlActions, pasteCurl } from './actions.ts';
export { rewritten } from '../text/rewritten.ts';
