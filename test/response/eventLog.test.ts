import assert from 'node:assert/strict';
import { EventLog } from '../../src/response/stream/eventLog.ts';
import type { PanelEvent } from '../../src/protocol/streamMessages.ts';

const data = 'x'.repeat(1_000_000);
const eventOf = (index: number): PanelEvent => ({
  index,
  at: index,
  event: 'message',
  data,
  id: '',
  retry: null,
  complete: true,
  delta: 1,
  isGap: false,
  size: data.length,
});

describe('the events that are kept of a stream', () => {
  it('are the last ones, without a gap, if no file takes the others', () => {
    const log = new EventLog((event) => event);
    const count = 100;
    for (let i = 0; i < count; i++) log.push(eventOf(i));
    assert.equal(log.total, count);
    assert.ok(log.first > 20 && log.first < 50, `${log.first}`);
    assert.deepEqual([log.get(log.first - 1), log.get(log.first)?.index, log.get(count - 1)?.index], [undefined, log.first, count - 1]);
    assert.deepEqual(
      log.page(0, count).map(({ index }) => index),
      Array.from({ length: count - log.first }, (_, i) => log.first + i),
    );
  });
});
