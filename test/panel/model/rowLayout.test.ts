import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { RowLayout } from '../../../src/panel/model/rows/rowLayout.ts';

describe('RowLayout', () => {
  it('lays rows of one height', () => {
    const layout = new RowLayout(20);
    layout.count = 2_000_000;
    assert.equal(layout.total, 40_000_000);
    assert.equal(layout.top(1_000_000), 20_000_000);
    assert.equal(layout.indexAt(20_000_019), 1_000_000);
    assert.equal(layout.indexAt(-5), 0);
    assert.equal(layout.indexAt(1e12), 1_999_999);
  });

  it('has nothing at all for no rows', () => {
    const layout = new RowLayout(20);
    assert.equal(layout.total, 0);
    assert.equal(layout.indexAt(100), 0);
  });

  it('reports the changes of a measured height', () => {
    const layout = new RowLayout(20);
    layout.count = 10;
    assert.equal(layout.setHeight(3, 120), 100);
    assert.equal(layout.setHeight(3, 120.2), 0);
    assert.equal(layout.setHeight(3, 60), -60);
    assert.equal(layout.setHeight(3, 20), -40);
    assert.equal(layout.total, 200);
  });

  it('forgets measured heights when the common one changes', () => {
    const layout = new RowLayout(20);
    layout.count = 10;
    layout.setHeight(3, 120);
    layout.rowHeight = 30;
    assert.equal(layout.total, 300);
  });

  it('agrees with adding up all heights', () => {
    const heights = fc.array(fc.tuple(fc.nat(49), fc.integer({ min: 20, max: 200 })), { maxLength: 30 });
    fc.assert(
      fc.property(heights, fc.nat(3000), (taller, px) => {
        const layout = new RowLayout(20);
        layout.count = 50;
        const all = Array.from({ length: 50 }, () => 20);
        for (const [index, height] of taller) {
          layout.setHeight(index, height);
          all[index] = height;
        }
        let top = 0;
        let at = 0;
        all.forEach((height, index) => {
          assert.equal(layout.top(index), top);
          if (top <= px) at = index;
          top += height;
        });
        assert.equal(layout.total, top);
        assert.equal(layout.indexAt(px), at);
      }),
    );
  });
});
