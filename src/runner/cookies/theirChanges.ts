import type { CookieName, KeptCookie } from './cookieTypes.ts';

/** Changes made to a jar by another program or window. */
export interface Changes {
  readonly kept: readonly KeptCookie[];
  readonly deleted: readonly CookieName[];
}

/**
 * Changes from `before` to `theirs`, except to cookies that `ours` has changed too: ours are written later and take precedence.
 * @param before the common base: the jar when Req last read or wrote it
 * @param lastTheirs the jar when others last wrote it. A program that read the jar before our last save writes those cookies again, which
 * is not a change
 */
export function theirChanges(
  before: readonly KeptCookie[],
  theirs: readonly KeptCookie[],
  ours: readonly KeptCookie[],
  lastTheirs: readonly KeptCookie[] = before,
): Changes {
  const [was, is, own, last] = [byName(before), byName(theirs), byName(ours), byName(lastTheirs)];
  const isTheirs = (key: string): boolean => {
    const [old, now] = [textOf(was.get(key)), textOf(is.get(key))];
    return textOf(own.get(key)) === old && now !== old && now !== textOf(last.get(key));
  };
  return {
    kept: [...is].flatMap(([key, cookie]) => (isTheirs(key) ? [cookie] : [])),
    deleted: [...was].flatMap(([key, cookie]) => (!is.has(key) && isTheirs(key) ? [cookie] : [])),
  };
}

const byName = (cookies: readonly KeptCookie[]): ReadonlyMap<string, KeptCookie> =>
  new Map(cookies.map((cookie) => [JSON.stringify([cookie.domain, cookie.path, cookie.name]), cookie]));

/** Comparable text. Sorted keys, because a cookie read from JSON can have another key order. */
const textOf = (cookie: KeptCookie | undefined): string =>
  cookie === undefined ? '' : JSON.stringify(Object.fromEntries(Object.entries(cookie).toSorted(([a], [b]) => (a < b ? -1 : 1))));
