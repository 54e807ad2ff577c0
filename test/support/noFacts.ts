import type { ExchangeFacts } from '../../src/runner/check/assertedResponse.ts';
import { noTimings } from '../../src/base/events/timings.ts';

/** An exchange without redirects, trailers and TLS. */
export const noFacts: ExchangeFacts = {
  version: 'HTTP/1.1',
  timings: noTimings,
  redirects: [],
  trailers: [],
  certificate: undefined,
  time: 0,
};
