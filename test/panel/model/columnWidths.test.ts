import assert from 'node:assert/strict';
import { columnWidths, longest } from '../../../src/panel/model/rows/columnWidths.ts';

describe('the columns of a table', () => {
  it('are as wide as what stands in them, within bounds, also where rows are of different lengths', () => {
    assert.deepEqual(columnWidths([['a', 'x'.repeat(10)], ['1234'], ['', '', 'y'.repeat(99)]]), [7, 13, 40]);
    assert.deepEqual(columnWidths([]), []);
  });

  it('are given by the longest cells', () => {
    assert.deepEqual(longest([['a', 'bbb'], ['cc'], ['', '', 'd']]), ['cc', 'bbb', 'd']);
  });
});
