import assert from 'node:assert/strict';
import { columnWidths, longest } from '../../../src/panel/model/rows/columnWidths.ts';

describe('the columns of a table', () => {
  it('are as wide as their content, within limits, also for rows of different lengths', () => {
    assert.deepEqual(columnWidths([['a', 'x'.repeat(10)], ['1234'], ['', '', 'y'.repeat(99)]]), [7, 13, 40]);
    assert.deepEqual(columnWidths([]), []);
  });

  it('are those of the longest cells', () => {
    assert.deepEqual(longest([['a', 'bbb'], ['cc'], ['', '', 'd']]), ['cc', 'bbb', 'd']);
  });
});
