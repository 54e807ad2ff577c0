import type { CookieCall, ListedCookie } from '../../scriptTypes.ts';
import { kit } from '../kit.ts';
import { isEqual } from './equality.ts';
import { writtenText, type Named } from './placeholders.ts';

/** A cookie in the form of Postman's and Bruno's lists. */
export interface ShownCookie extends Omit<ListedCookie, 'expires' | 'sameSite'> {
  readonly key: string;
  readonly session: boolean;
  readonly sameSite?: string;
  readonly expires?: Date;
}

type Call = CookieCall extends infer C ? (C extends CookieCall ? Omit<C, 'op'> : never) : never;
type Visit<R> = (cookie: ShownCookie, index: number) => R;

const ask = (call: Call): unknown => JSON.parse(kit().ask({ op: 'cookies', ...call }) as string);

/** Cookies that a request to the URL would send. */
export function cookiesAt(url: string): ShownCookie[] {
  return (ask({ name: 'get', url }) as readonly ListedCookie[]).map(shown);
}

const shown = ({ expires, sameSite, ...cookie }: ListedCookie): ShownCookie => ({
  key: cookie.name,
  ...cookie,
  session: expires === null,
  ...(sameSite === null ? {} : { sameSite }),
  ...(expires === null ? {} : { expires: new Date(expires) }),
});

/** Sets a cookie from an object of Postman or Bruno, or from the text of `Set-Cookie`. @throws {Error} if it is refused */
export function setCookie(url: string, given: unknown): void {
  ask({ name: 'set', url, cookie: JSON.stringify(typeof given === 'string' ? fromSetCookie(given) : fromObject(given)) });
}

export const deleteCookie = (url: string, cookie: string | null): void => void ask({ name: 'delete', url, cookie });

export const clearCookies = (): void => void ask({ name: 'clear' });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What `fromObject` returns for the text of `Set-Cookie`. `expires` is in milliseconds since 1970, `maxAge` in seconds. */
interface Parsed {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: string;
  readonly expires?: number;
  readonly maxAge?: number;
}

/** Reads a cookie object of Postman or Bruno: `key` is another name of `name`, and `expires` a time or a text. */
function fromObject(given: unknown): object {
  if (typeof given !== 'object' || given === null) throw new TypeError('a cookie is an object with name and value');
  const {
    key,
    name = key,
    value = '',
    domain,
    path,
    expires,
    maxAge,
    sameSite,
    secure,
    httpOnly,
  } = given as Readonly<Record<string, unknown>>;
  if (name === undefined || name === null || name === '') throw new TypeError('a cookie has a name');
  const end = expires === null || expires === undefined || expires === Infinity || expires === 'Infinity' ? undefined : expires;
  const time = end instanceof Date ? end.getTime() : end === undefined ? undefined : new Date(end as string | number).getTime();
  const age = maxAge === undefined || maxAge === null ? undefined : Number(maxAge);
  return { name: textOf(name), value: textOf(value), domain, path, sameSite, secure, httpOnly, expires: time, maxAge: age };
}

function fromSetCookie(text: string): object {
  const [pair = '', ...attributes] = text.split(';');
  const at = pair.indexOf('=');
  if (at < 1) throw new TypeError('a cookie has a name');
  const found = new Map(
    attributes.map((attribute) => {
      const [name = '', ...value] = attribute.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );
  return fromObject({
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    domain: found.get('domain'),
    path: found.get('path'),
    sameSite: found.get('samesite'),
    expires: found.get('expires'),
    maxAge: found.get('max-age'),
    secure: found.has('secure'),
    httpOnly: found.has('httponly'),
  });
}

/** The cookie of a `Set-Cookie` field of a response; undefined if it is invalid or deleted. */
export function cookieOf(field: string): ShownCookie | undefined {
  try {
    const { name, value, domain = '', path = '/', secure, httpOnly, sameSite, expires, maxAge } = fromSetCookie(field) as Parsed;
    const end = maxAge === undefined || Number.isNaN(maxAge) ? expires : Date.now() + maxAge * 1000;
    if (end !== undefined && end <= Date.now()) return undefined;
    const more = {
      ...(sameSite === undefined ? {} : { sameSite }),
      ...(end === undefined || Number.isNaN(end) ? {} : { expires: new Date(end) }),
    };
    return { key: name, name, value, domain, path, secure, httpOnly, hostOnly: domain === '', session: end === undefined, ...more };
  } catch {
    return undefined;
  }
}

/**
 * The URL of the request of this script; undefined if it is not known yet.
 * Before the request is sent, its URL is a template of the file; afterwards it is data.
 */
export function ownUrl(): string | undefined {
  const { request, response, tool } = kit();
  try {
    const url = response === undefined ? tool.interpolate(request.url) : request.url;
    return hasScheme(url) ? url : url === '' || url.startsWith('/') ? undefined : `http://${url}`;
  } catch {
    return undefined;
  }
}

/**
 * The text with its placeholders filled in; those of the request's own URL too, which the script need not contain. The request is read only
 * for such a text, because a script that reads a request with a secret makes secrets of all that it sets and sends.
 */
export function knownUrl(text: string, filled: (text: string) => string): string {
  const written = filled(text);
  return (written.includes('{{') && text === kit().request.url ? ownUrl() : undefined) ?? written;
}

/**
 * A URL that a script passes to the jar. The request's own URL is known; in others, placeholders that the script contains are filled in.
 * @throws {TypeError} if it is missing, or a placeholder in it has no value
 */
export function urlOf(url: unknown, nameOf?: Named): string {
  // Also `pm.request.url`, and a `URL`.
  // oxlint-disable-next-line typescript/no-base-to-string -- an object with a text of its own
  const given = typeof url === 'object' && url !== null && url.toString !== Object.prototype.toString ? String(url) : url;
  if (typeof given !== 'string' || given === '') throw new TypeError('the URL of the cookies is missing');
  const text = knownUrl(given, (written) => writtenText(written, nameOf));
  if (text.includes('{{')) throw new TypeError(`the URL of the cookies has a placeholder without a value: ${text}`);
  return hasScheme(text) ? text : `http://${text}`;
}

const hasScheme = (url: string): boolean => /^[a-z][\w+.-]*:\/\//i.test(url);

/** A list of cookies with the methods of Postman's and Bruno's lists. Each call reads the cookies again. */
export function cookieList(all: () => readonly ShownCookie[]) {
  const find = (name: unknown): ShownCookie | undefined => all().find((c) => c.name === String(name));
  const indexOf = (wanted: unknown): number =>
    all().findIndex((c) => (typeof wanted === 'string' ? c.name === wanted : isEqual(c, wanted)));
  return {
    get: (name: unknown): string | undefined => find(name)?.value,
    has: (name: unknown, value?: unknown): boolean =>
      typeof name === 'object' && name !== null
        ? find((name as ShownCookie).key) !== undefined
        : all().some((c) => c.name === String(name) && (value === undefined || c.value === value)),
    one: find,
    all: (): ShownCookie[] => [...all()],
    idx: (index: number): ShownCookie | undefined => all()[index],
    indexOf,
    count: (): number => all().length,
    each: (visit: Visit<unknown>, self?: unknown): void => all().forEach((c, i) => void visit.call(self, c, i)),
    map: <R>(make: Visit<R>, self?: unknown): R[] => all().map((c, i) => make.call(self, c, i)),
    filter: (holds: Visit<unknown>, self?: unknown): ShownCookie[] => all().filter((c, i) => holds.call(self, c, i)),
    find: (holds: Visit<unknown>, self?: unknown): ShownCookie | undefined => all().find((c, i) => holds.call(self, c, i)),
    reduce: <R>(join: (sum: R, cookie: ShownCookie, index: number) => R, first: R): R =>
      all().reduce((sum, c, i) => join(sum, c, i), first),
    toObject: (): Readonly<Record<string, string>> => Object.fromEntries(all().map(({ name, value }) => [name, value])),
    toJSON: (): ShownCookie[] => [...all()],
    toString: (): string =>
      all()
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  };
}

type Done = ((error: unknown, result?: unknown) => unknown) | undefined;

/**
 * Does work at once, and reports the result as an asynchronous client would: to `done(error, result)` or by a promise. An error of `done`
 * is an error of the script.
 */
export function later<R>(work: () => R, done: unknown): Promise<R | undefined> {
  const call = typeof done === 'function' ? (done as NonNullable<Done>) : undefined;
  let result: R;
  try {
    result = work();
  } catch (e) {
    return call === undefined ? Promise.reject(e) : called(() => call(e));
  }
  return call === undefined ? Promise.resolve(result) : called(() => call(null, result));
}

async function called(call: () => unknown): Promise<undefined> {
  // As from a client that works later: after the code that follows the call.
  await Promise.resolve();
  try {
    await call();
  } catch (e) {
    kit().fail(e);
  }
}
