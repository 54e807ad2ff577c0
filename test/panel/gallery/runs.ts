import type { RunRow, RunSnapshot } from '../../../src/protocol/runMessages.ts';

const row = (name: string, of: Partial<RunRow>): RunRow => ({
  name,
  method: 'GET',
  url: 'http://127.0.0.1:8080/users',
  file: 'shop/users.req',
  line: 2,
  state: 'passed',
  status: 200,
  timeMs: 32,
  passed: 2,
  failed: 0,
  note: '',
  hasExchange: true,
  ...of,
});

const rows: readonly RunRow[] = [
  row('List the users', { url: 'http://127.0.0.1:8080/users?sort=name&order=ascending&page=1&size=100' }),
  row('Create a user whose title is too long to stand in one line', {
    method: 'POST',
    state: 'failed',
    status: 404,
    passed: 1,
    failed: 1,
    note: 'status == 201: expected 201, got 404',
  }),
  row('GET http://127.0.0.1:1/', {
    url: 'http://127.0.0.1:1/',
    state: 'failed',
    status: null,
    passed: 0,
    note: 'Nothing listens at 127.0.0.1:1: the connection was refused.',
  }),
  row('One user', { timeMs: 61_234, note: 'shop/rows.csv:2' }),
  row('Remove a user', {
    method: 'DELETE',
    state: 'skipped',
    status: null,
    timeMs: null,
    passed: 0,
    note: 'not today',
    hasExchange: false,
  }),
];

const waiting = row('Export all', { state: 'waiting', status: null, timeMs: null, passed: 0, hasExchange: false });
const running = { ...waiting, name: 'Wait for events', state: 'running' } as const;
const cancelled = { ...running, state: 'cancelled', timeMs: 4000 } as const;

/** The page of a run of many requests, by scenario. */
export const runs: Readonly<Record<string, RunSnapshot>> = {
  runGoing: {
    title: 'shop',
    files: 4,
    isPart: false,
    environment: 'staging',
    rows: [...rows, running, waiting],
    state: 'running',
    elapsedMs: 4100,
  },
  runFailed: { title: 'shop', files: 4, isPart: false, environment: 'staging', rows, state: 'over', elapsedMs: 5410 },
  runCancelled: {
    title: 'shop/orders',
    files: 2,
    isPart: true,
    environment: null,
    rows: [...rows, cancelled, { ...cancelled, name: 'Export all', timeMs: null, note: 'Not sent.' }],
    state: 'cancelled',
    elapsedMs: 5410,
  },
  runPassed: { title: 'users.req', files: 0, isPart: false, environment: null, rows: rows.slice(0, 1), state: 'over', elapsedMs: 32 },
};
