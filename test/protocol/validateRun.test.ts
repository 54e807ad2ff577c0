import assert from 'node:assert/strict';
import { readFromRunPage } from '../../src/protocol/validateRun.ts';

describe('a message of the page of a run', () => {
  it('is read with its own fields alone', () => {
    assert.deepEqual(readFromRunPage({ type: 'open', row: 3, more: 1 }), { type: 'open', row: 3 });
    assert.deepEqual(readFromRunPage({ type: 'goTo', row: 0 }), { type: 'goTo', row: 0 });
    assert.deepEqual(readFromRunPage({ type: 'again', only: 'failed' }), { type: 'again', only: 'failed' });
    assert.deepEqual(readFromRunPage({ type: 'stop' }), { type: 'stop' });
    assert.deepEqual(readFromRunPage({ type: 'ready' }), { type: 'ready' });
  });

  it('is refused if it is out of bounds or of another kind', () => {
    const bad: readonly unknown[] = [
      null,
      [],
      'open',
      {},
      { type: 'open' },
      { type: 'open', row: -1 },
      { type: 'open', row: 1.5 },
      { type: 'open', row: 1e9 },
      { type: 'open', row: '1' },
      { type: 'again' },
      { type: 'again', only: 'toString' },
      { type: '__proto__' },
      Object.create({ type: 'stop' }),
    ];
    for (const message of bad) assert.equal(readFromRunPage(message), undefined);
  });
});
