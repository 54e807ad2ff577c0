import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mock } from 'node:test';
import { maxSleep } from '../../../src/runner/script/maxSleep.ts';
import { Watchdog } from '../../../src/runner/script/thread/watchdog.ts';

describe('watchdog', () => {
  it('stops a script that does not stop by itself', async () => {
    const bitten = new EventEmitter();
    const watchdog = new Watchdog(1, (why) => bitten.emit('bite', why));
    assert.deepEqual(await once(bitten, 'bite'), ['ran']);
    watchdog.stop();
  });

  it('does not stop a script at once if the limit is longer than a timer accepts', () => {
    const delays: (number | undefined)[] = [];
    const mocked = mock.method(globalThis, 'setTimeout', (_work: () => void, ms?: number) => delays.push(ms));
    try {
      new Watchdog(1e12, () => undefined).stop();
    } finally {
      mocked.mock.restore();
    }
    assert.deepEqual(
      delays.map((ms) => ms !== undefined && ms > 1e9 && ms < 2 ** 31),
      [true, true],
    );
  });

  it('lets a script sleep for a minute in total, not longer', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const bites: string[] = [];
      const watchdog = new Watchdog(1000, (why) => bites.push(why));
      watchdog.pause();
      mock.timers.tick(maxSleep);
      assert.deepEqual(bites, []);
      mock.timers.tick(2000);
      assert.deepEqual(bites, ['slept']);
      watchdog.stop();
    } finally {
      mock.timers.reset();
    }
  });

  it('waits for the answer of the host, and then for the rest of the time', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const bites: string[] = [];
      const watchdog = new Watchdog(1000, (why) => bites.push(why));
      watchdog.hold();
      mock.timers.tick(maxSleep * 3);
      assert.deepEqual(bites, []);
      watchdog.release();
      watchdog.pause();
      mock.timers.tick(maxSleep + 2000);
      assert.deepEqual(bites, ['slept']);
      watchdog.stop();
    } finally {
      mock.timers.reset();
    }
  });

  it('counts sleep in total across calls of the host', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let now = 0;
    const clock = mock.method(performance, 'now', () => now);
    const pass = (ms: number): void => {
      now += ms;
      mock.timers.tick(ms);
    };
    try {
      const bites: string[] = [];
      const watchdog = new Watchdog(1000, (why) => bites.push(why));
      for (let i = 0; i < 4; i++) {
        watchdog.pause();
        pass(maxSleep / 4);
        watchdog.hold();
        pass(maxSleep);
        watchdog.release();
      }
      assert.deepEqual(bites, []);
      watchdog.pause();
      pass(maxSleep / 4);
      assert.deepEqual(bites, ['slept']);
      watchdog.stop();
    } finally {
      clock.mock.restore();
      mock.timers.reset();
    }
  });

  it('does nothing once it is stopped', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const bites: string[] = [];
      new Watchdog(1000, (why) => bites.push(why)).stop();
      mock.timers.tick(maxSleep * 2);
      assert.deepEqual(bites, []);
    } finally {
      mock.timers.reset();
    }
  });
});
