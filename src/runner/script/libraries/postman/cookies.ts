import { cookieList, cookiesAt, deleteCookie, later, ownUrl, setCookie, urlOf, type ShownCookie } from '../clients/cookies.ts';
import type { PostmanResponse } from './response.ts';

/**
 * `pm.cookies`: the cookies of the request's URL, and those that the response sets, which are also available after a redirect and without a
 * jar.
 */
export function createCookies(response: PostmanResponse | undefined): object {
  const all = (): readonly ShownCookie[] => {
    const url = ownUrl();
    const kept = url === undefined ? [] : cookiesAt(url);
    const set = response === undefined ? [] : response.cookiesSet();
    return [...kept, ...set.filter(({ name }) => !kept.some((c) => c.name === name))];
  };
  return { ...cookieList(all), jar };
}

/** `pm.cookies.jar()`: the cookies of any URL. Callbacks get an error and a result; without one, a promise is returned. */
function jar(): object {
  return {
    get: (url: unknown, name: unknown, done?: unknown) => later(() => cookieList(() => cookiesAt(urlOf(url))).get(name), done),
    getAll: (url: unknown, options?: unknown, done?: unknown) =>
      later(
        () => {
          const found = cookiesAt(urlOf(url));
          return Object.assign(
            [...found],
            cookieList(() => found),
          );
        },
        typeof options === 'function' ? options : done,
      ),
    set: (url: unknown, name: unknown, value?: unknown, done?: unknown) => {
      const isWhole = typeof name === 'object' || value === undefined || typeof value === 'function';
      return later(
        () => {
          const at = urlOf(url);
          setCookie(at, isWhole ? name : { name, value });
          return cookieList(() => cookiesAt(at)).one(nameIn(name));
        },
        typeof value === 'function' ? value : done,
      );
    },
    unset: (url: unknown, name: unknown, done?: unknown) => later(() => deleteCookie(urlOf(url), String(name)), done),
    clear: (url: unknown, done?: unknown) => later(() => deleteCookie(urlOf(url), null), done),
  };
}

/** The name in the argument of `jar.set`: a name, the text of `Set-Cookie`, or an object. */
function nameIn(given: unknown): string {
  if (typeof given !== 'object' || given === null) return (String(given).split('=')[0] ?? '').trim();
  const { key, name = key } = given as { readonly key?: unknown; readonly name?: unknown };
  return String(name);
}
