import type { CookieName, KeptCookie } from './cookieTypes.ts';

/** What somebody else has changed in a jar. */
export interface Changes {
  readonly kept: readonly KeptCookie[];
  readonly deleted: readonly CookieName[];
}

/**
 * What somebody else has made of the same jar meanwhile, but for cookies that we have changed too: those we write now, so they
 * are the newer.
 * @param before what the jar held when we last read or wrote it
 * @param lastTheirs what the jar held when others last wrote it: a writer that read the jar before our last save writes those
 *   cookies again, which is not a change
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

/** One text for what is the same, also where one of them has been read from JSON. */
const textOf = (cookie: KeptCookie | undefined): string =>
  cookie === undefined ? '' : JSON.stringify(Object.fromEntries(Object.entries(cookie).toSorted(([a], [b]) => (a < b ? -1 : 1))));
