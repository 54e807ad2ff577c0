import assert from 'node:assert/strict';
import type { HeaderPair } from '../../../src/protocol/headerPair.ts';
import type { ToPanel } from '../../../src/protocol/messages.ts';
import { amountText, flowAfter, foldFlow, paceText, shareOf, type Flow } from '../../../src/panel/model/flow.ts';

const runId = 'r';
const head = (...headers: readonly HeaderPair[]): Extract<ToPanel, { type: 'head' }> => ({
  type: 'head',
  runId,
  at: 0,
  status: 200,
  statusText: 'OK',
  httpVersion: 'HTTP/1.1',
  headers,
  stream: null,
});

describe('the progress of a body', () => {
  const steady = (perSecond: number, seconds: number, total: number | null): Flow | null => {
    let flow: Flow | null = null;
    for (let at = 0; at <= seconds * 1000; at += 100) flow = flowAfter(flow, 'down', at, (perSecond * at) / 1000, total);
    return flow;
  };

  it('shows rate and remaining time', () => {
    const flow = steady(1_048_576, 4, 10_485_760);
    assert.ok(flow !== null);
    assert.equal(amountText(flow), '4.0 MB of 10.0 MB');
    assert.equal(paceText(flow), '1.0 MB/s, 6 s left');
    assert.equal(shareOf(flow), 0.4);
  });

  it('shows no remaining time if the size is unknown', () => {
    const flow = steady(2048, 2, null);
    assert.ok(flow !== null);
    assert.equal(amountText(flow), '4.0 KB');
    assert.equal(paceText(flow), '2.0 KB/s');
    assert.equal(shareOf(flow), null);
  });

  it('smooths a rate that jumps', () => {
    let flow = steady(1000, 3, null);
    for (let at = 3100; at <= 3300; at += 100) flow = flowAfter(flow, 'down', at, 1_000_000, null);
    const rate = flow?.rate ?? 0;
    assert.ok(rate > 1000 && rate < 3_000_000, String(rate));
    assert.equal(paceText(flowAfter(null, 'down', 5, 10, null)), '', 'and says nothing of what has just begun');
  });

  it('has the size of Content-Length, but not for encoded bodies', () => {
    const progress: ToPanel = { type: 'progress', runId, at: 10, received: 5 };
    const total = (...headers: readonly HeaderPair[]): number | null | undefined => foldFlow(null, head(...headers), progress)?.total;
    assert.equal(total(['content-length', '20']), 20);
    assert.equal(total(['Content-Length', '20'], ['Content-Encoding', 'gzip']), null);
    assert.equal(total(['Content-Length', '-1']), null);
    assert.equal(total(), null);
  });

  it('starts again with each message, and ends at the end', () => {
    const up = foldFlow(null, null, { type: 'uploading', runId, at: 1, sent: 5, total: 10 });
    assert.deepEqual([up?.direction, up?.done, up?.total], ['up', 5, 10]);
    assert.equal(foldFlow(up, null, { type: 'uploading', runId, at: 2, sent: 10, total: 10 }), null);
    assert.equal(foldFlow(up, head(), { type: 'progress', runId, at: 2, received: 1 })?.direction, 'down');
  });
});
