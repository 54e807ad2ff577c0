import assert from 'node:assert/strict';
import type { RunRecord } from '../../src/response/record/runRecord.ts';
import { StreamPort } from '../../src/response/stream/streamPort.ts';
import { StreamRecord } from '../../src/response/stream/streamRecord.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';

describe('the counts of a stream', () => {
  const now = performance.now.bind(performance);
  let clock = 1000;
  before(() => (performance.now = () => clock));
  after(() => (performance.now = now));

  it('are sent with an event, a few times a second, and once more after the last event', async () => {
    const stream = new StreamRecord((text) => text);
    const reported: ToPanel[] = [];
    const record = { id: '1', stream, events: stream.events } as unknown as RunRecord;
    const unused = { copy: () => undefined, copyEvents: () => undefined, saveEvents: () => undefined, writeTextPath: async () => false };
    const port = new StreamPort(record, (message) => reported.push(message), unused);
    const counted = (): readonly number[] =>
      reported.map((message) => (message.type === 'eventStats' ? (message.stats.types[0]?.count ?? 0) : -1));
    for (let index = 0; index < 10; index++, clock += 100) {
      stream.push({ index, at: clock, event: 'message', data: '', id: '', retry: null, complete: true });
      port.received();
    }
    assert.deepEqual(counted(), [1, 4, 7, 10]);
    stream.push({ index: 10, at: clock, event: 'message', data: '', id: '', retry: null, complete: true });
    port.received();
    await until('the last is counted', () => reported.length > 4);
    assert.deepEqual(counted(), [1, 4, 7, 10, 11]);
    port.dispose();
  });
});
