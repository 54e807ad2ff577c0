import type { CookieName, KeptCookie } from './cookieTypes.ts';

/** Changes made to a jar by another program or window. */
export interface Changes {
  readonly kept: readonly KeptCookie[];
  readonly deleted: readonly CookieName[];
}

/**
 * Changes from `before` to `theirs`, except to cookies that `ours` has changed too: ours are written later and win.
 * @param before the common base
 */
export function theirChanges(before: readonly KeptCookie[], theirs: readonly KeptCookie[], ours: readonly KeptCookie[]): Changes {
  const [was, is, own] = [byName(before), byName(theirs), byName(ours)];
  const untouched = (key: string): boolean => textOf(own.get(key)) === textOf(was.get(key));
  return {
    kept: [...is].flatMap(([key, cookie]) => (untouched(key) && textOf(cookie) !== textOf(was.get(key)) ? [cookie] : [])),
    deleted: [...was].flatMap(([key, cookie]) => (untouched(key) && !is.has(key) ? [cookie] : [])),
  };
}

const byName = (cookies: readonly KeptCookie[]): ReadonlyMap<string, KeptCookie> =>
  new Map(cookies.map((cookie) => [JSON.stringify([cookie.domain, cookie.path, cookie.name]), cookie]));

/** Comparable text. Sorted keys, because a cookie read from JSON can have another key order. */
const textOf = (cookie: KeptCookie | undefined): string =>
  cookie === undefined ? '' : JSON.stringify(Object.fromEntries(Object.entries(cookie).toSorted(([a], [b]) => (a < b ? -1 : 1))));
