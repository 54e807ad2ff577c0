import type { RawRequest } from '../scriptTypes.ts';
import { maxSleep } from '../maxSleep.ts';
import type { Woken } from '../thread/workerMessages.ts';
import type { Ask } from './hostFunction.ts';
import {
  ErrorCtor,
  RangeErrorCtor,
  isFiniteNumber,
  jsonParse,
  mapDelete,
  mapGet,
  MapCtor,
  mapSet,
  mapSize,
  PromiseCtor,
  reflectDefine,
  TypeErrorCtor,
} from './primordials.ts';
import { createResponse } from './apiResponse.ts';
import { words } from './chaiWords.ts';

const maxWaiting = 10_000;

export interface Pending {
  readonly sleep: (ms: unknown) => Promise<void>;
  readonly send: (name: unknown, request?: RawRequest) => Promise<unknown>;
  /** Calls `done` with the result of the wait that `begin` starts. Returns its id. */
  readonly wait: (begin: (id: number) => void, done: (message: string) => void) => number;
  /** Ends the wait of a timer without a call. */
  readonly cancel: (id: number) => void;
  /** Completes a wait. `message` is a Woken as JSON text; empty for a sleep. */
  readonly wake: (id: number, message: string) => void;
}

/** `tool.sleep` and `tool.send`. The worker calls `wake` when one has completed. */
export function createPending(ask: Ask): Pending {
  const waiting = new MapCtor<number, (message: string) => void>();
  let count = 0;
  let sending = 0;

  function until<T>(
    begin: (id: number) => void,
    settle: (message: string, resolve: (value: T) => void, reject: (e: unknown) => void) => void,
  ) {
    const id = ++count;
    return new PromiseCtor<T>((resolve, reject) => {
      mapSet(waiting, id, (message) => settle(message, resolve, reject));
      begin(id);
    });
  }

  return {
    wait: (begin, done) => {
      if (mapSize(waiting) === maxWaiting) throw new RangeErrorCtor(words`a script can wait for at most ${maxWaiting} calls at once`);
      const id = ++count;
      mapSet(waiting, id, done);
      begin(id);
      return id;
    },
    cancel: (id) => {
      if (mapDelete(waiting, id)) ask({ op: 'cancelSleep', id });
    },
    sleep: (ms) => {
      if (typeof ms !== 'number' || !isFiniteNumber(ms) || ms < 0) throw new TypeErrorCtor('tool.sleep(ms) takes milliseconds, 0 or more');
      if (ms > maxSleep) throw new RangeErrorCtor(`tool.sleep(ms) waits at most ${maxSleep} ms, the limit for a whole script`);
      return until<void>(
        (id) => void ask({ op: 'sleep', id, ms }),
        (_, resolve) => resolve(),
      );
    },
    send: (name, request) => {
      if (typeof name !== 'string') throw new TypeErrorCtor('tool.send(name) takes the name of a request');
      if (++sending > maxWaiting) throw new ErrorCtor('the script sends too many requests');
      // Created here, so that its stack trace has the call.
      const failure = new ErrorCtor('');
      let own = 0;
      return until<unknown>(
        (id) => {
          own = id;
          ask(request === undefined ? { op: 'send', id, name } : { op: 'send', id, name, request });
        },
        (message, resolve, reject) => {
          const woken = jsonParse(message) as Woken;
          if (woken.ok) return resolve(createResponse(woken.response, ask, own));
          const described = { __proto__: null, value: woken.message, writable: true, configurable: true, enumerable: false };
          reflectDefine(failure, 'message', described as PropertyDescriptor);
          reject(failure);
        },
      );
    },
    wake: (id, message) => {
      const over = mapGet(waiting, id);
      mapDelete(waiting, id);
      over?.(message);
    },
  };
}
