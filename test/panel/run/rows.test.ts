import assert from 'node:assert/strict';
import type { RunRow } from '../../../src/protocol/runMessages.ts';
import { countsOf, outcomeOf, rowAtKey, shownRows } from '../../../src/panel/run/summaryRows.ts';
import { RunPage } from '../../../src/panel/run/runPage.ts';

const row = (name: string, more: Partial<RunRow> = {}): RunRow => ({
  name,
  method: 'GET',
  url: `http://localhost/${name}`,
  file: 'a.req',
  line: 1,
  state: 'waiting',
  status: null,
  timeMs: null,
  passed: 0,
  failed: 0,
  note: '',
  hasExchange: false,
  ...more,
});

describe('the rows of a run', () => {
  const rows = [row('login', { state: 'passed', status: 200 }), row('list', { state: 'failed', note: 'status == 200' }), row('Last')];

  it('are counted by state', () => {
    assert.deepEqual(countsOf(rows), { waiting: 1, running: 0, passed: 1, failed: 1, skipped: 0, cancelled: 0 });
  });

  it('come to one line, which calls nothing passed that was skipped', () => {
    const of = (states: readonly RunRow['state'][], state: Parameters<typeof outcomeOf>[1] = 'over'): string =>
      outcomeOf(countsOf(states.map((s) => row('a', { state: s }))), state).text;
    assert.equal(of(['passed', 'failed', 'skipped', 'running', 'waiting'], 'running'), '3 of 5 requests');
    assert.equal(of(['passed', 'passed']), 'Passed: 2 requests');
    assert.equal(of(['passed', 'skipped']), 'Passed: 1 of 2 requests');
    assert.equal(of(['skipped', 'skipped']), 'Skipped: 2 requests');
    assert.equal(of(['passed', 'failed', 'skipped']), 'Failed: 1 of 3 requests');
    assert.equal(of(['failed']), 'Failed: 1 of 1 request');
    assert.equal(of(['passed', 'cancelled', 'cancelled'], 'cancelled'), 'Cancelled after 1 of 3 requests');
  });

  it('are filtered by state and by text in any case, notes and status included', () => {
    assert.deepEqual(shownRows(rows, { only: 'failed', text: '' }), [1]);
    assert.deepEqual(shownRows(rows, { only: null, text: ' LAST ' }), [2]);
    assert.deepEqual(shownRows(rows, { only: null, text: '200' }), [0, 1]);
    assert.deepEqual(shownRows(rows, { only: 'passed', text: 'list' }), []);
  });

  it('are walked by the keys of a list, and none is left at its ends', () => {
    assert.equal(rowAtKey('ArrowDown', 0, 3), 1);
    assert.equal(rowAtKey('ArrowUp', 0, 3), 0);
    assert.equal(rowAtKey('End', 0, 3), 2);
    assert.equal(rowAtKey('PageDown', 0, 3), 2);
    assert.equal(rowAtKey('a', 0, 3), undefined);
    assert.equal(rowAtKey('constructor', 0, 3), undefined);
    assert.equal(rowAtKey('Home', 0, 0), undefined);
  });

  it('change and grow with the messages of the editor, and a filter that is chosen twice is removed', () => {
    const page = new RunPage(() => {});
    page.receive({ type: 'rows', rows: [[0, row('early')]], state: 'running', elapsedMs: 1 });
    assert.deepEqual(page.shown.value, []);
    page.receive({
      type: 'run',
      run: { title: 'a.req', files: 0, isPart: false, environment: null, rows, state: 'running', elapsedMs: 0 },
    });
    page.receive({
      type: 'rows',
      rows: [
        [2, row('Last', { state: 'failed' })],
        [3, row('more')],
      ],
      state: 'over',
      elapsedMs: 9,
    });
    page.choose('failed');
    assert.deepEqual(page.shown.value, [1, 2]);
    page.choose('failed');
    assert.deepEqual(page.shown.value, [0, 1, 2, 3]);
    assert.equal(page.run.value?.state, 'over');
  });
});
