import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  elementHeight,
  lastTop,
  placeAt,
  rest,
  scrolledTo,
  tallestElement,
  type Extent,
} from '../../../src/panel/model/rows/scaledScroll.ts';

const small: Extent = { content: 10_000, view: 500 };
const large: Extent = { content: 80_000_000, view: 500 };
const lastBar = tallestElement - large.view;

describe('scrolling of content that fits an element', () => {
  it('is the browser’s own', () => {
    assert.equal(elementHeight(small), 10_000);
    assert.deepEqual(placeAt(1234, small), { top: 1234, bar: 1234 });
    assert.deepEqual(scrolledTo(7000, placeAt(100, small), small, false), { top: 7000, bar: 7000 });
  });

  it('keeps within the content', () => {
    assert.deepEqual(placeAt(99_999, small), { top: 9500, bar: 9500 });
    assert.deepEqual(placeAt(-5, small), { top: 0, bar: 0 });
    assert.deepEqual(placeAt(50, { content: 100, view: 500 }), { top: 0, bar: 0 });
  });
});

describe('scrolling of content taller than an element can be', () => {
  it('moves by pixels with the wheel, and puts the bar right at rest', () => {
    const from = placeAt(40_000_000, large);
    const place = scrolledTo(from.bar + 100, from, large, false);
    assert.equal(place.top, 40_000_100);
    assert.equal(place.bar, from.bar + 100);
    const rested = rest(place, large);
    assert.equal(rested.top, place.top);
    assert.ok(rested.bar < place.bar);
  });

  it('moves in proportion with the scrollbar and by far jumps', () => {
    assert.equal(scrolledTo(lastBar / 2, placeAt(0, large), large, false).top, lastTop(large) / 2);
    const from = placeAt(40_000_000, large);
    const dragged = scrolledTo(from.bar + 1, from, large, true);
    assert.ok(dragged.top - from.top > 5);
  });

  it('reaches both ends: End and Home, and by wheel alone', () => {
    assert.equal(scrolledTo(lastBar, placeAt(0, large), large, false).top, lastTop(large));
    assert.equal(scrolledTo(0, placeAt(lastTop(large), large), large, false).top, 0);
    for (const direction of [-1, 1]) {
      let place = placeAt(direction < 0 ? 50_000 : lastTop(large) - 50_000, large);
      for (let step = 0; step < 1000; step++) {
        const bar = Math.max(0, Math.min(place.bar + direction * 100, lastBar));
        place = scrolledTo(bar, place, large, false);
      }
      assert.equal(place.top, direction < 0 ? 0 : lastTop(large));
    }
  });

  it('never leaves the content, with any values of the browser', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8_000_001, max: 1_000_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())),
        (content, start, moves) => {
          const extent = { content, view: 500 };
          let place = placeAt(start * content, extent);
          for (const [to, dragged] of moves) {
            place = scrolledTo(to * (tallestElement - 500), place, extent, dragged);
            assert.ok(place.top >= 0 && place.top <= lastTop(extent) + 1e-6);
            assert.ok(place.bar >= 0 && place.bar <= tallestElement);
          }
        },
      ),
    );
  });
});
