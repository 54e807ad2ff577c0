import type { CookieName, KeptCookie } from './cookieTypes.ts';

/** What somebody else has changed in a jar. */
export interface Changes {
  readonly kept: readonly KeptCookie[];
  readonly deleted: readonly CookieName[];
}

/**
 * What somebody else has made of the same jar meanwhile, but for cookies that we have changed too: those we write now, so they
 * are the newer.
 * @param before what both began with
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

/** One text for what is the same, also where one of them has been read from JSON. */
const textOf = (cookie: KeptCookie | undefined): string =>
  cookie === undefined ? '' : JSON.stringify(Object.fromEntries(Object.entries(cookie).toSorted(([a], [b]) => (a < b ? -1 : 1))));
