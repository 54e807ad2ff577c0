import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LensRefreshes } from '../../src/editor/providers/lensRefreshes.ts';

describe('the refreshes of lenses', () => {
  let refreshed: number;
  let refreshes: LensRefreshes;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    refreshed = 0;
    refreshes = new LensRefreshes(() => refreshed++);
  });
  afterEach(() => mock.timers.reset());

  it('are made several times after a change, each after a longer delay', () => {
    refreshes.begin();
    for (const [i, delay] of [2000, 4000, 8000, 16_000, 32_000].entries()) {
      mock.timers.tick(delay - 1);
      assert.equal(refreshed, i);
      mock.timers.tick(1);
      assert.equal(refreshed, i + 1);
    }
    mock.timers.tick(1e6);
    assert.equal(refreshed, 5);
  });

  it('are not made while lenses are computed, and wait again when these are returned', async () => {
    let done = (): void => undefined;
    refreshes.begin();
    mock.timers.tick(1999);
    const lenses = refreshes.during(new Promise<void>((resolve) => (done = resolve)));
    refreshes.begin();
    mock.timers.tick(60_000);
    assert.equal(refreshed, 0);
    done();
    await lenses;
    mock.timers.tick(1999);
    assert.equal(refreshed, 0);
    mock.timers.tick(1);
    assert.equal(refreshed, 1);
  });

  it('restart after each change, and end with the provider', async () => {
    refreshes.begin();
    mock.timers.tick(2000);
    refreshes.begin();
    mock.timers.tick(2000);
    assert.equal(refreshed, 2);
    refreshes.end();
    await refreshes.during(Promise.resolve());
    mock.timers.tick(1e6);
    assert.equal(refreshed, 2);
  });
});
