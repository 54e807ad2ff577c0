import assert from 'node:assert/strict';
import type { PanelEvent } from '../../../src/protocol/streamMessages.ts';
import { EventStore } from '../../../src/panel/model/stream/eventStore.ts';

const event = (index: number, data = `d${index}`): PanelEvent => ({
  index,
  at: index,
  event: 'message',
  data,
  id: '',
  retry: null,
  complete: true,
  delta: null,
  isGap: false,
  size: data.length,
});
const events = (start: number, count: number): readonly PanelEvent[] => Array.from({ length: count }, (_, i) => event(start + i));

describe('EventStore', () => {
  it('has the newest events in memory and requests older ones by page', () => {
    const store = new EventStore();
    for (let n = 0; n < 100_000; n += 500) store.append(events(n, 500), n + 500);
    assert.equal(store.total, 100_000);
    assert.equal(store.get(99_999)?.data, 'd99999');
    assert.deepEqual(store.want(99_950, 99_999), []);
    assert.equal(store.get(50), undefined);
    assert.deepEqual(store.want(50, 60), [{ start: 0, count: 100 }]);
    store.putPage(0, events(0, 100));
    assert.equal(store.get(50)?.data, 'd50');
  });

  it('holds a bounded number of events for any number that arrives', () => {
    const store = new EventStore();
    for (let n = 0; n < 1_000_000; n += 1000) store.append(events(n, 1000), n + 1000);
    let held = 0;
    for (let n = 0; n < 1_000_000; n++) if (store.get(n) !== undefined) held++;
    assert.equal(held, 2000);
  });

  it('holds a bounded amount of text, but always the newest event', () => {
    const store = new EventStore();
    const large = 'x'.repeat(10 << 20);
    for (let n = 0; n < 3; n++) store.append([event(n, large)], n + 1);
    assert.equal(store.get(0), undefined);
    assert.equal(store.get(1), undefined);
    assert.equal(store.get(2)?.data.length, large.length);
    store.append([event(3, large + large)], 4);
    assert.equal(store.get(3)?.index, 3);
  });

  it('requests skipped events, before and after those that arrived', () => {
    const store = new EventStore();
    store.append(events(0, 10), 10);
    store.append(events(500, 10), 900);
    assert.equal(store.total, 900);
    assert.equal(store.get(505)?.index, 505);
    assert.deepEqual(store.want(5, 5), [{ start: 0, count: 100 }]);
    assert.deepEqual(store.want(505, 640), [
      { start: 500, count: 100 },
      { start: 600, count: 100 },
    ]);
  });

  it('requests neither events that it has nor future ones', () => {
    const store = new EventStore();
    store.append(events(0, 150), 150);
    assert.deepEqual(store.want(100, 180), []);
    store.append(events(420, 30), 450);
    assert.deepEqual(store.want(410, 480), [{ start: 400, count: 20 }]);
    store.putPage(400, events(400, 20));
    store.append(events(450, 1), 451);
    assert.deepEqual(store.want(410, 480), []);
  });

  it('has a row for each event, the same one as long as it is the same event', () => {
    const store = new EventStore();
    store.append(events(0, 2), 2);
    const row = store.row(1);
    assert.equal(row?.kind === 'event' && row.event.index, 1);
    store.append(events(2, 1), 3);
    assert.equal(store.row(1), row);
    assert.equal(store.row(3), undefined);
  });

  it('distinguishes events that are no longer kept from future ones', () => {
    const store = new EventStore();
    store.append(events(5000, 10), 5010);
    store.want(0, 250);
    store.putPage(0, []);
    store.putPage(100, events(130, 70));
    assert.equal(store.get(5), null);
    assert.equal(store.get(129), null);
    assert.equal(store.get(130)?.index, 130);
    assert.equal(store.get(205), undefined);
    assert.deepEqual(store.want(0, 199), []);
  });

  it('adds no event twice', () => {
    const store = new EventStore();
    store.append(events(0, 10), 10);
    store.append(events(5, 10), 15);
    assert.equal(store.total, 15);
    for (let n = 0; n < 15; n++) assert.equal(store.get(n)?.index, n);
  });

  it('reports whether any event had an id', () => {
    const store = new EventStore();
    store.append(events(0, 2), 2);
    assert.equal(store.hasIds, false);
    store.append([{ ...event(2), id: '7' }], 3);
    assert.equal(store.hasIds, true);
  });
});
