import assert from 'node:assert/strict';
import { placeAtKey, rowsInView } from '../../../src/panel/environments/gridPlace.ts';

describe('the keys of the table of environments', () => {
  const size = { rows: 100, columns: 3, page: 20 };
  const at = (key: string, row: number, column: number, ctrl = false) => {
    const to = placeAtKey(key, ctrl, { row, column }, size);
    return to && [to.row, to.column];
  };

  it('move by cells, pages and to the ends, and stop at the edges', () => {
    assert.deepEqual(at('ArrowDown', 0, 0), [1, 0]);
    assert.deepEqual(at('ArrowDown', 99, 0), [99, 0]);
    assert.deepEqual(at('ArrowLeft', 5, 0), [5, -1]);
    assert.deepEqual(at('ArrowRight', 5, 2), [5, 2]);
    assert.deepEqual(at('PageDown', 90, 1), [99, 1]);
    assert.deepEqual(at('PageUp', 5, 1), [0, 1]);
    assert.deepEqual(at('End', 5, 0), [5, 2]);
    assert.deepEqual(at('End', 5, 0, true), [99, 2]);
    assert.deepEqual(at('Home', 5, 2, true), [0, -1]);
    assert.equal(at('a', 0, 0), undefined);
    assert.equal(at('toString', 0, 0), undefined);
  });

  it('reach the header, which begins with the first environment', () => {
    assert.deepEqual(at('ArrowUp', 0, 1), [-1, 1]);
    assert.deepEqual(at('ArrowUp', 0, -1), [-1, 0]);
  });

  it('find no place beyond a table without rows', () => {
    assert.deepEqual(placeAtKey('ArrowDown', false, { row: -1, column: 0 }, { rows: 0, columns: 2, page: 1 }), { row: -1, column: 0 });
  });
});

describe('the rows of the table of environments', () => {
  it('are those in sight and some beyond', () => {
    assert.deepEqual(rowsInView(0, 280, 28, 1000), { first: 0, end: 18 });
    assert.deepEqual(rowsInView(2800, 280, 28, 1000), { first: 92, end: 118 });
    assert.deepEqual(rowsInView(27_720, 280, 28, 1000), { first: 982, end: 1000 });
  });
});
