import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { PanelFrames } from '../../src/editor/responsePanel/panelFrames.ts';
import type { ToPanel } from '../../src/protocol/messages.ts';
import { until } from '../support/until.ts';

describe('the messages to a page', () => {
  const tests = (n: number): ToPanel => ({
    type: 'tests',
    runId: '1',
    tests: [{ name: String(n), passed: true, message: null, line: null }],
  });
  const progress = (received: number): ToPanel => ({ type: 'progress', runId: '1', at: 0, received });
  const uploading = (sent: number): ToPanel => ({ type: 'uploading', runId: '1', sent, total: 9 });
  const rows: ToPanel = {
    type: 'rows',
    runId: '1',
    mode: 'raw',
    start: 0,
    total: 0,
    revision: 0,
    lines: [],
    numbers: null,
    folds: [],
    titles: [],
  };
  const zero = { queue: 0, dns: 0, connect: 0, tls: 0, send: 0, firstByte: 0, download: 0, total: 0 };
  const sizes = { headers: 0, body: 0, bodyDecoded: 0 };
  const run = { name: 'a', file: '/a.req', line: 1, method: 'GET', url: 'http://a.test', environment: null, time: 0 };
  const started: ToPanel = { type: 'started', runId: '1', ...run };
  const finished: ToPanel = { type: 'finished', runId: '1', at: 0, outcome: 'complete', failure: null, timings: zero, sizes };

  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const now = performance.now.bind(performance);
  // The clock stands still, however busy the machine is: all comes in one frame.
  before(() => (performance.now = () => 1000));
  after(() => (performance.now = now));

  it('go together at the end of the turn after a pause; later ones go in order, a frame later', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    frames.push(progress(1));
    frames.push(tests(1));
    await turn();
    assert.deepEqual(posts, [[progress(1), tests(1)]]);
    frames.push(tests(2));
    frames.push(progress(2));
    frames.push(progress(3));
    frames.push(tests(3));
    await turn();
    assert.equal(posts.length, 1);
    await until('the rest went', () => posts.length > 1);
    assert.deepEqual(posts[1], [tests(2), progress(3), tests(3)]);
  });

  it('report the progress of a run less often than anything else', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      frames.push(progress(1));
      await turn();
      frames.push(progress(2));
      mock.timers.tick(50);
      assert.deepEqual(posts, [[progress(1)]]);
      frames.push(tests(1));
      mock.timers.tick(20);
      assert.deepEqual(posts.slice(1), [[progress(2), tests(1)]]);
      await turn();
      frames.push(uploading(1));
      frames.push(uploading(2));
      mock.timers.tick(100);
      assert.deepEqual(posts.slice(2), [[uploading(2)]]);
    } finally {
      mock.timers.reset();
    }
  });

  it('include the end of a run at once, with its consequences in the same turn', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    frames.push(tests(1));
    await turn();
    frames.push(finished);
    await Promise.resolve();
    frames.push(rows);
    await turn();
    assert.deepEqual(posts.slice(1), [[finished, rows]]);
  });

  it('are one message for a run that ends at once', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    for (const message of [started, tests(1), finished]) frames.push(message);
    await until('the run is posted', () => posts.length > 0);
    assert.deepEqual(posts, [[started, tests(1), finished]]);
  });

  it('begin without delay for a longer run', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    frames.push(started);
    await until('the start is posted', () => posts.length > 0);
    assert.deepEqual(posts, [[started]]);
  });

  it('wait until the page has the earlier messages', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const taken: (() => void)[] = [];
    const frames = new PanelFrames((messages) => {
      posts.push(messages);
      return new Promise<void>((resolve) => taken.push(resolve));
    });
    frames.push(tests(1));
    await turn();
    frames.push(finished);
    await turn();
    frames.push(tests(2));
    assert.deepEqual(posts, [[tests(1)]]);
    taken[0]?.();
    await until('the rest went', () => posts.length > 1);
    assert.deepEqual(posts.slice(1), [[finished, tests(2)]]);
  });

  it('contain the newest of more events than fit into view, and their number', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    const event = { event: 'message', data: '', id: '', retry: null, complete: true, delta: null, isGap: false, size: 0 };
    const reported = async (first: number, count: number): Promise<readonly (number | undefined)[]> => {
      const before = posts.length;
      for (let index = first; index < first + count; index++)
        frames.push({ type: 'events', runId: '1', events: [{ ...event, index, at: index }], total: index + 1 });
      await until('they went', () => posts.length > before);
      const message = posts[before]?.[0];
      assert.ok(message?.type === 'events');
      return [message.events[0]?.index, message.events.at(-1)?.index, message.total];
    };
    assert.deepEqual(await reported(0, 1000), [900, 999, 1000]);
    frames.showNewest(30);
    assert.deepEqual(await reported(1000, 1000), [1970, 1999, 2000]);
    assert.deepEqual(await reported(2000, 40), [2000, 2039, 2040], 'a few are all posted');
    frames.showNewest(0);
    assert.deepEqual(await reported(2040, 1000), [undefined, undefined, 3040]);
    frames.reset();
    assert.deepEqual(await reported(0, 1000), [900, 999, 1000], 'another run is looked at anew');
  });

  it('contain nothing of a run that is no longer shown', async () => {
    const posts: (readonly ToPanel[])[] = [];
    const frames = new PanelFrames(async (messages) => posts.push(messages));
    frames.push(tests(1));
    await turn();
    frames.push(progress(1));
    frames.push(finished);
    frames.reset();
    frames.push(tests(2));
    await until('what came since went', () => posts.length > 1);
    assert.deepEqual(posts.slice(1), [[tests(2)]]);
  });
});
