import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { onAbort } from '../../src/base/async/onAbort.ts';

describe('waiting for a signal', () => {
  it('calls all that still wait, by one listener', () => {
    const controller = new AbortController();
    const called: number[] = [];
    const stops = Array.from({ length: 20 }, (_, i) => onAbort(controller.signal, () => called.push(i)));
    assert.equal(getEventListeners(controller.signal, 'abort').length, 1);
    stops.forEach((stop, i) => i > 1 && stop());
    controller.abort();
    assert.deepEqual(called, [0, 1]);
  });

  it('leaves no listener when none waits, and can begin again', () => {
    const { signal } = new AbortController();
    const call = (): void => undefined;
    for (let i = 0; i < 3; i++) {
      const [first, second] = [onAbort(signal, call), onAbort(signal, call)];
      first();
      first();
      assert.equal(getEventListeners(signal, 'abort').length, 1);
      second();
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    }
  });

  it('calls one that another one stops no more', () => {
    const controller = new AbortController();
    let calls = 0;
    onAbort(controller.signal, () => stop());
    const stop = onAbort(controller.signal, () => calls++);
    controller.abort();
    assert.equal(calls, 0);
  });
});
