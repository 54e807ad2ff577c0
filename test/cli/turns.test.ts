import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { Turns } from '../../src/cli/output/turns.ts';

const large = 1024 * 1024;

describe('work in turns', () => {
  let done: string[] = [];
  beforeEach(() => (done = []));

  /** Steps that each take longer than a turn. */
  function* slow(name: string, steps: number): Generator<void> {
    for (let i = 1; i <= steps; i++) {
      const since = performance.now();
      while (performance.now() - since < 20);
      done.push(`${name}${i}`);
      yield;
    }
  }

  it('yields to other tasks between steps', async () => {
    const turns = new Turns();
    turns.add(slow('a', 3), large);
    assert.deepEqual(done, ['a1']);
    setImmediate(() => done.push('signal'));
    await turns.idle();
    assert.deepEqual(done, ['a1', 'a2', 'signal', 'a3']);
  });

  it('runs in order, and at once if nothing waits', async () => {
    const turns = new Turns();
    turns.after(() => done.push('first'), 1);
    assert.deepEqual(done, ['first']);
    turns.add(slow('a', 2), large);
    turns.after(() => done.push('last'), 1);
    turns.add(slow('b', 1), large);
    await turns.idle();
    assert.deepEqual(done, ['first', 'a1', 'a2', 'last', 'b1']);
  });

  it('completes the work that waits before more than 4 Mi characters wait', async () => {
    const turns = new Turns();
    turns.add(slow('a', 3), 64 * large);
    turns.add(slow('b', 2), 64 * large);
    assert.deepEqual(done, ['a1', 'a2', 'a3']);
    await turns.idle();
    for (let i = 0; i < 10; i++) turns.add(slow('c', 1), large);
    await turns.idle();
    assert.equal(done.length, 15);
  });

  it('drops large work, but no small work behind it', async () => {
    const turns = new Turns();
    assert.equal(turns.drop(), false);
    turns.add(slow('a', 3), large);
    turns.after(() => done.push('warning'), 1);
    const idle = turns.idle();
    assert.equal(turns.drop(), true);
    await idle;
    await turn();
    assert.deepEqual(done, ['a1', 'warning']);
  });
});
