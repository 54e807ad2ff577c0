import type { Header } from '../../language/index.ts';
import type { KeptCookie } from './cookieTypes.ts';

/**
 * A request's headers with the jar's cookies: after the author's own where there is a `Cookie`, else as a header after the others.
 * A name that the author writes goes out once, as it is written; an empty `Cookie:` keeps all of them back.
 */
export function withCookies(headers: readonly Header[], cookies: readonly KeptCookie[]): readonly Header[] {
  if (cookies.length === 0) return headers;
  const isCookie = ([name]: Header): boolean => name.toLowerCase() === 'cookie';
  const written = headers.filter(isCookie).map(([, value]) => value.trim());
  if (written.some((value) => value === '')) return headers;
  const names = new Set(written.flatMap((value) => value.split(';').map((pair) => (pair.split('=')[0] ?? '').trim())));
  const pairs = cookies.flatMap(({ name, value }) => (names.has(name) ? [] : [`${name}=${value}`])).join('; ');
  if (pairs === '') return headers;
  if (written.length === 0) return [...headers, ['Cookie', pairs]];
  const last = headers.findLastIndex(isCookie);
  return headers.map((header, at) => (at === last ? [header[0], `${header[1].trim().replace(/;$/, '')}; ${pairs}`] : header));
}

/** Cookies that one response may set. Of a domain 180 are kept at most; more in one response are an attack or a mistake. */
const mostOfResponse = 500;

/** The headers of a response with no more cookies than are looked at, and what the user is told where it sets more. */
export function cookiesLookedAt(headers: readonly Header[]): { readonly looked: readonly Header[]; readonly warning: string | undefined } {
  let count = 0;
  const looked = headers.filter(([name]) => name.length !== 10 || name.toLowerCase() !== 'set-cookie' || ++count <= mostOfResponse);
  if (count <= mostOfResponse) return { looked: headers, warning: undefined };
  return { looked, warning: `The response sets ${count} cookies. Req takes the first ${mostOfResponse} and ignores the others.` };
}
