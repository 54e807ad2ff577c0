import assert from 'node:assert/strict';
import { PageCache } from '../../../src/panel/model/pageCache.ts';

const numbers = (start: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => start + i);

describe('PageCache', () => {
  it('requests the pages in view, each once', () => {
    const cache = new PageCache<number>(10, 5);
    assert.deepEqual(cache.want(5, 12, 100), [
      { start: 0, count: 10 },
      { start: 10, count: 10 },
    ]);
    assert.deepEqual(cache.want(5, 12, 100), []);
    cache.put(0, numbers(0, 10));
    assert.equal(cache.get(7), 7);
    assert.equal(cache.get(12), undefined);
    assert.deepEqual(cache.want(0, 9, 100), []);
  });

  it('requests no more than there is, and the rest of a page when the list grows', () => {
    const cache = new PageCache<number>(10, 5);
    assert.deepEqual(cache.want(0, 50, 3), [{ start: 0, count: 3 }]);
    cache.put(0, numbers(0, 3));
    assert.deepEqual(cache.want(0, 50, 8), [{ start: 3, count: 5 }]);
    cache.put(3, numbers(3, 5));
    assert.equal(cache.get(7), 7);
    assert.deepEqual(cache.want(0, 0, 0), []);
  });

  it('requests the rest of an answer that was cut short, and not again after an empty one', () => {
    const cache = new PageCache<number>(10, 5);
    cache.want(0, 0, 100);
    cache.put(0, numbers(0, 4));
    assert.deepEqual(cache.want(0, 0, 100), [{ start: 4, count: 6 }]);
    cache.put(4, []);
    assert.deepEqual(cache.want(0, 0, 100), []);
  });

  it('removes the least recently used pages and requests them again', () => {
    const cache = new PageCache<number>(10, 2);
    for (const start of [0, 10]) {
      cache.want(start, start, 100);
      cache.put(start, numbers(start, 10));
    }
    cache.want(0, 0, 100);
    cache.want(20, 20, 100);
    cache.put(20, numbers(20, 10));
    assert.equal(cache.get(0), 0);
    assert.equal(cache.get(10), undefined);
    assert.deepEqual(cache.want(10, 10, 100), [{ start: 10, count: 10 }]);
  });

  it('ignores an answer that would leave a gap', () => {
    const cache = new PageCache<number>(10, 2);
    cache.put(4, numbers(4, 6));
    assert.equal(cache.get(0), undefined);
    assert.equal(cache.get(5), undefined);
  });
});
