import assert from 'node:assert/strict';
import { RowList } from '../../../src/panel/model/rows/rowList.ts';

describe('a list of rows', () => {
  it('stays at its end after the End key while more rows arrive, until the user scrolls', () => {
    const list = new RowList();
    assert.equal(list.staysAtEnd(10), false);
    list.goToEnd(10);
    assert.deepEqual(
      [10, 10, 500, 80_000].map((count) => list.staysAtEnd(count)),
      [true, true, true, true],
    );
    list.leaveEnd();
    assert.equal(list.staysAtEnd(90_000), false);
  });

  it('does not go to the end of other, fewer rows', () => {
    const list = new RowList();
    list.goToEnd(10);
    assert.deepEqual(
      [3, 10].map((count) => list.staysAtEnd(count)),
      [false, false],
    );
  });
});
