import type { StoredFacts } from '../../src/response/record/storedRun.ts';

/** Facts of a stored run, with defaults. */
export const factsOf = (facts: Partial<StoredFacts>): StoredFacts => ({
  version: 1,
  id: 'r',
  time: 0,
  root: '/shop',
  uri: 'file:///shop/users.req',
  request: { key: 'users#0', title: 'users', index: 0, count: 1 },
  line: 3,
  directives: [],
  method: 'GET',
  url: 'http://h/users',
  environment: null,
  outcome: 'complete',
  status: 200,
  statusText: 'OK',
  failure: null,
  duration: 12,
  size: 6,
  tests: { passed: 0, failed: 0 },
  events: 0,
  lost: null,
  ...facts,
});
