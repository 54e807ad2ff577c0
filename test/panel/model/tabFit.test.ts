import assert from 'node:assert/strict';
import { tabsThatFit } from '../../../src/panel/model/tabs/tabFit.ts';

describe('the tabs that fit into one line', () => {
  const fit = (available: number, active: number): readonly number[] =>
    [...tabsThatFit([50, 60, 40, 70], active, { available, gap: 10, menu: 24 })].toSorted((a, b) => a - b);

  it('are all of them without a menu if there is room', () => {
    assert.deepEqual(fit(250, 3), [0, 1, 2, 3]);
  });

  it('leave room for the menu of the others', () => {
    assert.deepEqual(fit(249, 0), [0, 1, 2]);
    assert.deepEqual(fit(203, 0), [0, 1]);
  });

  it('begin with a tab that has a failure if it fits beside the active one', () => {
    const withFailed = (available: number, active: number): readonly number[] =>
      [...tabsThatFit([50, 60, 40, 70], active, { available, gap: 10, menu: 24 }, [2])].toSorted((a, b) => a - b);
    assert.deepEqual(withFailed(203, 0), [0, 2]);
    assert.deepEqual(withFailed(203, 2), [0, 2]);
    assert.deepEqual(withFailed(120, 0), [0]);
  });

  it('include the active tab in place of the last ones', () => {
    assert.deepEqual(fit(203, 3), [0, 3]);
    assert.deepEqual(fit(30, 3), [3]);
  });
});
