import type { Ending } from './ending.ts';
import { append, apply, is, PromiseCtor, promiseThen, reflectDefine } from './primordials.ts';

/** Errors that are kept at most. */
const mostErrors = 1000;

/** The errors of promises that nobody awaits: those that left an async function, or a call of the API, and were never caught. */
export interface Unawaited {
  /** Begins: only the errors of scripts whose every `catch` tells of what it gets can be counted. */
  readonly watch: () => void;
  /** An error leaves an async function. Gives it back. */
  readonly left: (error: unknown) => unknown;
  /** An error has been caught. */
  readonly seen: (error: unknown) => void;
  /** The first that nobody has caught. */
  readonly first: () => { readonly error: unknown } | undefined;
}

export function createUnawaited(ending: Ending): Unawaited {
  let errors: { readonly error: unknown }[] = [];
  let watching = false;

  function seen(error: unknown): void {
    if (errors.length === 0) return;
    const others: { readonly error: unknown }[] = [];
    for (let i = 0; i < errors.length; i++) {
      const kept = errors[i] as { readonly error: unknown };
      if (!is(kept.error, error)) append(others, kept);
    }
    errors = others;
  }

  function has(error: unknown): boolean {
    for (let i = 0; i < errors.length; i++) if (is((errors[i] as { readonly error: unknown }).error, error)) return true;
    return false;
  }

  /** `then` and with it `catch`, `finally`, `all` and their like tell of what they are given. */
  function watchThen(): void {
    function then(this: unknown, onFulfilled: unknown, onRejected: unknown): unknown {
      if (typeof onRejected !== 'function') return promiseThen(this, onFulfilled, onRejected);
      return promiseThen(this, onFulfilled, (error: unknown) => {
        seen(error);
        return apply(onRejected as (e: unknown) => unknown, undefined, [error]);
      });
    }
    reflectDefine(PromiseCtor.prototype, 'then', {
      __proto__: null,
      value: then,
      writable: true,
      configurable: true,
    } as PropertyDescriptor);
  }

  return {
    watch: () => {
      watching = true;
      watchThen();
    },
    left: (error) => {
      if (watching && !ending.isEnd(error) && errors.length < mostErrors && !has(error)) append(errors, { error });
      return error;
    },
    seen,
    // A prototype may have something at that place.
    first: () => (errors.length === 0 ? undefined : errors[0]),
  };
}
