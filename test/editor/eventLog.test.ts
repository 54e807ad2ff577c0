import assert from 'node:assert/strict';
import { EventLog } from '../../src/response/stream/eventLog.ts';
import type { PanelEvent } from '../../src/protocol/streamMessages.ts';
import { KeptBody } from '../../src/runner/http/exchange/keptBody.ts';

/** An event of two thousand characters; some ten thousand of them exceed what is kept in memory. */
const eventOf = (index: number, data = `${index} `.padEnd(2000, 'é')): PanelEvent => ({
  index,
  at: index,
  event: 'message',
  data,
  id: '',
  retry: null,
  complete: true,
  delta: index === 0 ? null : 1,
  isGap: false,
  size: data.length,
});

describe('the events of a stream', () => {
  let secret = 'no secret yet';
  let log: EventLog;
  const mask = (e: PanelEvent): PanelEvent => (e.data.includes(secret) ? { ...e, data: e.data.replace(secret, '•••') } : e);

  beforeEach(() => {
    secret = 'no secret yet';
    log = new EventLog(mask);
  });

  afterEach(() => log.dispose());

  const numbers = (start: number, count: number): readonly number[] => log.page(start, count).map((e) => e.index);
  const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

  it('can all be had, also those that memory does not hold, wherever a page begins and ends', () => {
    log.use(() => new KeptBody());
    for (let i = 0; i < 30_000; i++) log.push(eventOf(i));
    assert.deepEqual([log.first, log.total, log.failure], [0, 30_000, undefined]);
    for (const start of [0, 1, 499, 1000, 7777, 20_000, 29_990]) assert.deepEqual(numbers(start, 5), range(start, start + 5));
    assert.deepEqual(numbers(15_000, 9000), range(15_000, 24_000));
    assert.deepEqual(numbers(29_998, 10), range(29_998, 30_000));
    assert.deepEqual(numbers(40_000, 10), []);
    assert.deepEqual(log.page(3, 1), [eventOf(3)]);
  });

  it('have secrets hidden that are known later, also those in the file', () => {
    log.use(() => new KeptBody());
    for (let i = 0; i < 12_000; i++) log.push(eventOf(i, `hush ${'x'.repeat(2000)}`));
    assert.ok(log.page(0, 1)[0]?.data.startsWith('hush'));
    secret = 'hush';
    assert.equal(log.maskAgain(), true);
    for (const start of [0, 6000, 11_999]) assert.ok(log.page(start, 1)[0]?.data.startsWith('•••'), String(start));
  });

  it('go to the file also where their names and ids are long, and not their data', () => {
    const file = new KeptBody();
    log.use(() => file);
    const long = 'n'.repeat(100_000);
    for (let i = 0; i < 300; i++) log.push({ ...eventOf(i, ''), event: `${long}${i}`, id: `${i}` });
    assert.ok(file.size > 0);
    assert.equal(log.page(0, 1)[0]?.event, `${long}0`);
  });

  it('remove the oldest ones if no file accepts them, and report why', () => {
    log.use(() => {
      const body = new KeptBody();
      body.failure = 'the disk is full';
      return body;
    });
    for (let i = 0; i < 40_000; i++) log.push(eventOf(i));
    assert.equal(log.total, 40_000);
    assert.ok(log.first > 0 && log.first < 39_000, String(log.first));
    assert.equal(log.failure, 'the disk is full');
    assert.deepEqual(numbers(log.first, 3), range(log.first, log.first + 3));
    assert.deepEqual(numbers(0, 3), []);
  });
});
