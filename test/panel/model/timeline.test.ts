import assert from 'node:assert/strict';
import type { Timings } from '../../../src/base/events/timings.ts';
import type { ToPanel } from '../../../src/protocol/messages.ts';
import {
  barsOf,
  emptyTimeline,
  expiryOf,
  foldTimeline,
  placeOf,
  scaleOf,
  type Timeline,
} from '../../../src/panel/model/stream/timeline.ts';

const runId = 'r';
const timings = (more: Partial<Timings>): Timings => {
  const phases = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, ...more };
  return { ...phases, total: more.total ?? Object.values(phases).reduce((a, b) => a + b) };
};
const sending = (at: number, url = 'http://h/'): ToPanel => ({
  type: 'sending',
  runId,
  at,
  method: 'GET',
  url,
  wireUrl: url,
  httpVersion: 'HTTP/1.1',
  headers: [],
  added: [],
  bodyText: null,
  bodySize: 0,
});
const redirect = (at: number, t: Timings): ToPanel => ({
  type: 'redirect',
  runId,
  at,
  status: 302,
  url: '',
  location: '',
  headers: [],
  address: '',
  reused: false,
  timings: t,
  dropped: [],
  warnings: [],
});
const finished = (at: number, t: Timings): ToPanel => ({
  type: 'finished',
  runId,
  at,
  outcome: 'complete',
  failure: null,
  timings: t,
  sizes: { headers: 0, body: 0, bodyDecoded: 0 },
});
const after = (...messages: readonly ToPanel[]): Timeline => messages.reduce(foldTimeline, emptyTimeline);
const shown = (line: Timeline): (readonly (readonly [string, number, number])[])[] =>
  line.hops.map((hop) => barsOf(hop).map(({ label, start, duration }) => [label, start, duration] as const));

describe('the timeline of a run', () => {
  it('has for each hop its own phases, one after another', () => {
    const line = after(
      sending(5),
      redirect(20, timings({ connect: 4, firstByte: 8, download: 2 })),
      sending(21),
      finished(50, timings({ connect: 4, firstByte: 18, download: 12 })),
    );
    assert.deepEqual(shown(line), [
      [
        ['Connect', 5, 4],
        ['Wait', 9, 8],
        ['Download', 17, 2],
      ],
      [
        ['Wait', 21, 10],
        ['Download', 31, 10],
      ],
    ]);
    // From the first bar to the last, or to the end of the run where scripts ran.
    assert.deepEqual(scaleOf(line, 50), { start: 5, end: 41 });
    const step = { type: 'script', runId, phase: 'response', file: 'a.req', line: 1, start: 42, duration: 3 } as const;
    assert.deepEqual(scaleOf({ ...line, steps: [step] }, 50), { start: 5, end: 50 });
    assert.deepEqual(scaleOf(emptyTimeline, undefined), { start: 0, end: 1 });
  });

  it('shows the phases of the last try alone as the last', () => {
    const retry: ToPanel = { type: 'hop', runId, at: 10, why: 'retry', status: 503, text: 'again', timings: timings({ firstByte: 8 }) };
    const line = after(sending(1), retry, sending(110), finished(125, timings({ firstByte: 15, total: 124 })));
    assert.deepEqual(shown(line), [[['Wait', 1, 8]], [['Wait', 110, 15]]]);
  });

  it('has one bar if the phases were not measured', () => {
    const line = after(sending(1), sending(11), finished(31, timings({ download: 30 })));
    assert.deepEqual(shown(line), [[['Exchange', 1, 10]], [['Exchange', 11, 20]]]);
  });

  it('has no bar for an exchange in progress, and none before anything is sent', () => {
    assert.deepEqual(shown(after(sending(3))), [[]]);
    assert.deepEqual(after(finished(3, timings({}))).hops, []);
  });

  it('keeps a stream that is connected to again and again within bounds', () => {
    const line = after(...Array.from({ length: 250 }, (_, i) => sending(i)));
    assert.equal(line.hops.length, 100);
    assert.equal(line.dropped, 150);
  });

  it('puts every bar within the scale, where it can be seen', () => {
    for (const bar of [
      { start: 0, duration: 0 },
      { start: 100, duration: 0 },
      { start: 50, duration: 500 },
      { start: 30, duration: 20 },
    ]) {
      const { left, width } = placeOf(bar, { start: 0, end: 100 });
      assert.ok(left >= 0 && width > 0 && left + width <= 100, JSON.stringify({ left, width }));
    }
    assert.deepEqual(placeOf({ start: 30, duration: 20 }, { start: 0, end: 100 }), { left: 30, width: 20 });
  });
});

describe('a certificate', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const of = (from: string, to: string): string | undefined => {
    const found = expiryOf(from, to, now);
    return found && `${found.state}: ${found.text}`;
  };
  it('shows its validity', () => {
    assert.equal(of('2026-01-01T00:00:00Z', '2027-11-22T12:00:00Z'), 'good: expires in 365 days');
    assert.equal(of('2026-01-01T00:00:00Z', '2028-11-21T12:00:00Z'), 'good: expires in 730 days');
    assert.equal(of('2026-01-01T00:00:00Z', '2125-01-01T12:00:00Z'), 'good: expires in 98 years');
    assert.equal(of('2026-01-01T00:00:00Z', '2026-12-21T12:00:00Z'), 'soon: expires in 29 days');
    assert.equal(of('2026-01-01T00:00:00Z', '2026-11-23T11:00:00Z'), 'soon: expires today');
    assert.equal(of('2026-01-01T00:00:00Z', '2026-11-21T11:00:00Z'), 'over: expired 1 day ago');
    assert.equal(of('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z'), 'not yet: not valid before 2027-01-01');
    assert.equal(of('no date', ''), undefined);
  });
});
