import assert from 'node:assert/strict';
import { RowSlots } from '../../../src/panel/model/rows/rowSlots.ts';

describe('RowSlots', () => {
  it('keeps the element of a row that stays in view, and reuses those of rows that leave', () => {
    const slots = new RowSlots();
    assert.deepEqual(slots.take(10, 13, true), [0, 1, 2, 3]);
    assert.deepEqual(slots.take(12, 15, true), [2, 3, 0, 1]);
    assert.deepEqual(slots.take(11, 14, true), [1, 2, 3, 0]);
    assert.deepEqual(slots.take(500, 503, true), [1, 2, 3, 0]);
  });

  it('makes elements where there are not enough', () => {
    const slots = new RowSlots();
    slots.take(0, 1, true);
    assert.deepEqual(slots.take(0, 3, true), [0, 1, 2, 3]);
    assert.deepEqual(slots.take(2, 2, true), [2]);
    assert.deepEqual(slots.take(1, 2, true), [4, 2]);
  });

  it('creates all elements of new rows if those of others must not be reused', () => {
    const slots = new RowSlots();
    slots.take(0, 2, true);
    assert.deepEqual(slots.take(1, 4, false), [1, 2, 3, 4]);
    assert.deepEqual(slots.take(3, 6, false), [3, 4, 5, 6]);
  });

  it('of no rows are none', () => {
    const slots = new RowSlots();
    assert.deepEqual(slots.take(0, -1, true), []);
    assert.deepEqual(slots.take(0, 0, true), [0]);
  });
});
