import type { Ending } from './apiEnding.ts';
import { type Ask, stackHere } from './hostFunction.ts';
import { mapDelete, mapForEach, MapCtor, mapSet, RangeErrorCtor, slice, toText, TypeErrorCtor } from './primordials.ts';
import { describeThrown, messageOf } from './thrown.ts';
import { comparedBy } from './errors.ts';

const maxTests = 10_000;
const maxName = 1000;

export interface Tests {
  readonly test: (name: unknown, body: unknown) => Promise<void> | undefined;
  /** Fails the pending tests, because their promises can no longer settle. */
  readonly failUnsettled: () => void;
}

/** `tool.test`: runs a function, awaits its promise if it returns one, and reports the result. A failure does not end the script. */
export function createTests(ask: Ask, ending: Ending): Tests {
  const waiting = new MapCtor<number, { readonly name: string; readonly stack: string }>();
  let count = 0;

  const passed = (name: string, stack: string): void => void ask({ op: 'test', name, passed: true, message: null, compared: null, stack });

  function failed(name: string, stack: string, thrown: unknown): void {
    if (ending.isEnd(thrown)) throw thrown;
    // Prefer the place of the failure to that of the test.
    const from = describeThrown(thrown).stack;
    ask({ op: 'test', name, passed: false, message: messageOf(thrown), compared: comparedBy(thrown), stack: from === '' ? stack : from });
  }

  async function settle(id: number, name: string, stack: string, result: PromiseLike<unknown>): Promise<void> {
    mapSet(waiting, id, { name, stack });
    try {
      await result;
    } catch (e) {
      mapDelete(waiting, id);
      if (!ending.isEnd(e)) failed(name, stack, e);
      return;
    }
    mapDelete(waiting, id);
    passed(name, stack);
  }

  return {
    test: (givenName, body) => {
      const stack = stackHere();
      if (typeof body !== 'function') throw new TypeErrorCtor('tool.test(name, fn): fn must be a function');
      const name = slice(toText(givenName), 0, maxName);
      const id = ++count;
      if (count > maxTests) throw new RangeErrorCtor('a script can have at most 10,000 tests');
      let result: unknown;
      try {
        result = (body as () => unknown)();
      } catch (e) {
        failed(name, stack, e);
        return undefined;
      }
      if (isThenable(result)) return settle(id, name, stack, result);
      passed(name, stack);
      return undefined;
    },
    failUnsettled: () => {
      mapForEach<number, { readonly name: string; readonly stack: string }>(waiting, ({ name, stack }) => {
        ask({ op: 'test', name, passed: false, message: 'the test awaits a promise that nothing will ever settle', compared: null, stack });
      });
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
