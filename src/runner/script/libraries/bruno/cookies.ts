import {
  clearCookies,
  cookieList,
  cookiesAt,
  deleteCookie,
  later,
  ownUrl,
  setCookie,
  urlOf as writtenUrl,
  type ShownCookie,
} from '../clients/cookies.ts';
import { nameOf } from './texts.ts';

const urlOf = (url: unknown): string => writtenUrl(url, nameOf);

/** `bru.cookies`: the cookies of the request's URL. */
export function createCookies(): object {
  const all = (): readonly ShownCookie[] => {
    const url = ownUrl();
    return url === undefined ? [] : cookiesAt(url);
  };
  const here = (work: (url: string) => void, done: unknown): Promise<void> =>
    later(() => {
      const url = ownUrl();
      if (url !== undefined) work(url);
    }, done);
  const upsert = (cookie: unknown, done?: unknown): Promise<void> => here((url) => setCookie(url, checked(cookie)), done);
  const remove = (name: unknown, done?: unknown): Promise<void> => here((url) => deleteCookie(url, String(name)), done);
  return {
    ...cookieList(all),
    add: upsert,
    upsert,
    remove,
    delete: remove,
    clear: (done?: unknown) => here((url) => deleteCookie(url, null), done),
    jar,
  };
}

/** @throws {TypeError} for a value that is not an object */
function checked(cookie: unknown): object {
  if (typeof cookie !== 'object' || cookie === null) throw new TypeError('cookieObj must be a non-null object');
  return cookie;
}

/** `bru.cookies.jar()`: the cookies of any URL. Callbacks get an error and a result; without one, a promise is returned. */
function jar(): object {
  const named = (name: unknown): string => {
    if (typeof name !== 'string' || name === '') throw new TypeError('URL and cookie name are required');
    return name;
  };
  return {
    getCookie: (url: unknown, name: unknown, done?: unknown) =>
      later(() => cookiesAt(urlOf(url)).find((c) => c.name === named(name)) ?? null, done),
    getCookies: (url: unknown, done?: unknown) => later(() => cookiesAt(urlOf(url)), done),
    hasCookie: (url: unknown, name: unknown, done?: unknown) =>
      later(() => cookiesAt(urlOf(url)).some((c) => c.name === named(name)), done),
    setCookie: (url: unknown, cookie: unknown, value?: unknown, done?: unknown) => {
      const isObject = typeof cookie === 'object';
      const given = isObject ? cookie : { name: cookie, value: typeof value === 'function' ? '' : (value ?? '') };
      return later(() => setCookie(urlOf(url), given), typeof value === 'function' ? value : done);
    },
    setCookies: (url: unknown, cookies: unknown, done?: unknown) =>
      later(() => {
        if (!Array.isArray(cookies)) throw new TypeError('setCookies takes a list of cookies');
        const at = urlOf(url);
        for (const cookie of cookies) setCookie(at, cookie);
      }, done),
    deleteCookie: (url: unknown, name: unknown, done?: unknown) => later(() => deleteCookie(urlOf(url), named(name)), done),
    deleteCookies: (url: unknown, done?: unknown) => later(() => deleteCookie(urlOf(url), null), done),
    clear: (done?: unknown) => later(clearCookies, done),
  };
}
