import type { Ask } from './hostFunction.ts';
import { isFiniteNumber, mapDelete, mapGet, MapCtor, mapSet, PromiseCtor, TypeErrorCtor } from './primordials.ts';

export interface Sleep {
  readonly sleep: (ms: unknown) => Promise<void>;
  readonly wake: (id: number) => void;
}

/** `tool.sleep`: the worker's clock wakes it. */
export function createSleep(ask: Ask): Sleep {
  const sleepers = new MapCtor<number, () => void>();
  let count = 0;
  return {
    sleep: (ms) => {
      if (typeof ms !== 'number' || !isFiniteNumber(ms) || ms < 0) throw new TypeErrorCtor('tool.sleep(ms) takes milliseconds, 0 or more');
      const id = ++count;
      return new PromiseCtor((resolve) => {
        mapSet(sleepers, id, resolve);
        ask({ op: 'sleep', id, ms });
      });
    },
    wake: (id) => {
      const resolve = mapGet(sleepers, id);
      mapDelete(sleepers, id);
      resolve?.();
    },
  };
}
