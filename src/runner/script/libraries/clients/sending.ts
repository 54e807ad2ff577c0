import type { RawRequest } from '../../scriptTypes.ts';
import { kit, type KitResponse } from '../kit.ts';

/** Fills in the placeholders of a request's text. */
export type Filled = (text: unknown) => string;

/** Pairs of a form as `application/x-www-form-urlencoded`. */
export const formOf = (pairs: readonly { readonly key: string; readonly value: unknown }[], filled: Filled): string =>
  pairs.map(({ key, value }) => `${encodeURIComponent(filled(key))}=${encodeURIComponent(filled(value))}`).join('&');

/** The value of `Authorization` for a user and a password, in UTF-8 (RFC 7617). */
export const basic = (user: string, password: string): string =>
  `Basic ${kit().ask({ op: 'base64', text: `${user}:${password}` }) as string}`;

/**
 * Sends a request through the runner. Calls `done(error, response)`, or returns a promise.
 * @param requestOf composes the request; an exception becomes the error
 */
export function sendComposed<R>(
  name: string,
  requestOf: () => RawRequest,
  done: unknown,
  made: (of: KitResponse) => R,
): Promise<R> | undefined {
  const { send, fail } = kit();
  const sent = Promise.resolve()
    .then(() => send(name, requestOf()))
    .then(made);
  if (typeof done !== 'function') return sent;
  const call = done as (error: unknown, response?: R) => unknown;
  const guarded = async (run: () => unknown): Promise<void> => {
    try {
      await run();
    } catch (e) {
      fail(e);
    }
  };
  void sent.then(
    (response) => guarded(() => call(null, response)),
    (error: unknown) => guarded(() => call(error)),
  );
  return undefined;
}

/** The error of a function of other clients that Req lacks. */
export const refused =
  (what: string, hint: string): ((...args: readonly unknown[]) => never) =>
  () => {
    throw new Error(`${what} is not possible in Req: ${hint}`);
  };

/** Sets the request that the run sends after this one. `null` ends the pass. */
export const setNextRequest = (name: unknown): void =>
  void kit().ask({ op: 'next', name: name === null ? null : typeof name === 'string' ? name : JSON.stringify(name) });
