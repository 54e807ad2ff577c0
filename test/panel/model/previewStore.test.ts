import assert from 'node:assert/strict';
import { PreviewStore } from '../../../src/panel/model/previewStore.ts';

describe('the received parts of a preview', () => {
  it('are requested piece by piece, each once, until all is there', async () => {
    const store = new PreviewStore();
    assert.deepEqual(store.wantPiece(0), { start: 0, count: 1 << 20 });
    assert.equal(store.wantPiece(0), undefined);
    store.put(0, 0, 5, { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) });
    assert.equal(store.bytes(0), undefined);
    assert.deepEqual(store.wantPiece(0), { start: 3, count: 1 << 20 });
    store.put(0, 3, 5, { kind: 'bytes', bytes: Uint8Array.of(4, 5) });
    assert.equal(store.wantPiece(0), undefined);
    const bytes = new Uint8Array(await new Blob([...(store.bytes(0) ?? [])]).arrayBuffer());
    assert.deepEqual([...bytes], [1, 2, 3, 4, 5]);
  });

  it('are a text as far as it was received; a piece that does not follow changes nothing', () => {
    const store = new PreviewStore();
    store.put(1, 0, 6, { kind: 'text', text: 'abc' });
    store.put(1, 0, 6, { kind: 'text', text: 'abc' });
    store.put(1, 3, 6, { kind: 'text', text: 'def' });
    assert.deepEqual([store.text(1), store.received(1), store.total(1)], ['abcdef', 6, 6]);
    assert.equal(store.text(2), '');
  });

  it('have rows for the view, and more when more are found', () => {
    const store = new PreviewStore();
    assert.deepEqual(store.wantRows(0, 0, 10), [{ start: 0, count: 200 }]);
    store.put(0, 0, 3, { kind: 'rows', rows: [['a'], ['b'], ['c']] });
    assert.deepEqual(store.row(0, 2), ['c']);
    store.put(0, 0, 500, { kind: 'rows', rows: [] });
    assert.deepEqual([store.total(0), store.row(0, 2)], [500, ['c']]);
    assert.deepEqual(store.wantRows(0, 0, 250), [
      { start: 3, count: 197 },
      { start: 200, count: 200 },
    ]);
  });
});
