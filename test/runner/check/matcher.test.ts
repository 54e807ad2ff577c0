import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createMatcher, type Matcher } from '../../../src/runner/check/matcher.ts';

/** A match takes years. */
const endless = /^(a+)+$/u;
const text = `${'a'.repeat(60)}!`;
const never = new AbortController().signal;

describe('a matcher of regular expressions', () => {
  let matcher: Matcher;
  beforeEach(() => (matcher = createMatcher()));
  afterEach(() => matcher.dispose());

  it('stops a pattern at its limit, and runs the next one', async () => {
    assert.deepEqual(await matcher.test(endless, text, 50, never), { kind: 'late', timeMs: 50 });
    assert.deepEqual(await matcher.test(endless, 'aaaa', 60_000, never), { kind: 'done', found: true });
    assert.deepEqual(await matcher.test(endless, 'aab', 60_000, never), { kind: 'done', found: false });
  });

  it('leaves this thread free while a pattern runs', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await matcher.test(endless, text, 200, never);
    clearInterval(timer);
    assert.ok(turns > 1, `${turns} turns`);
  });

  it('is cancelled while a pattern runs, and while it waits for its turn', async () => {
    const controller = new AbortController();
    const all = Array.from({ length: 10 }, () => matcher.test(endless, text, 3_600_000, controller.signal));
    setTimeout(() => controller.abort(), 50);
    for (const { status, ...rest } of await Promise.allSettled(all)) {
      assert.equal(status, 'rejected');
      assert.match(String((rest as PromiseRejectedResult).reason), /Cancelled/);
    }
    await assert.rejects(matcher.test(endless, text, 3_600_000, controller.signal), /Cancelled|abort/);
    assert.deepEqual(await matcher.test(endless, 'aaaa', 60_000, never), { kind: 'done', found: true });
  });

  it('answers many at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => matcher.test(endless, i % 2 === 0 ? 'aa' : 'ab', 60_000, never)));
    assert.deepEqual(
      all,
      Array.from({ length: 20 }, (_, i) => ({ kind: 'done', found: i % 2 === 0 })),
    );
  });

  it('adds one listener to a signal, however many wait, and removes it', async () => {
    const { signal } = new AbortController();
    const all = Array.from({ length: 30 }, () => matcher.test(endless, 'aa', 60_000, signal));
    // Four run, and the others wait.
    assert.ok(getEventListeners(signal, 'abort').length <= 5);
    await Promise.all(all);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('reports what the engine refuses', async () => {
    const large = new RegExp('(?:[^x]|y)'.repeat(100_000), 'u');
    const matched = await matcher.test(large, 'a', 60_000, never);
    assert.equal(matched.kind, 'failed');
    assert.match((matched as { readonly message: string }).message, /^(?:Stack overflow|.*too large)$/i);
  });
});
