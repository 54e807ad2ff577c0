import type { Header } from '../../language/index.ts';
import type { KeptCookie } from './cookieTypes.ts';

/**
 * Adds the jar's cookies to the last written `Cookie` header, or as a new last header. A written cookie overrides the jar's cookie of
 * the same name. An empty `Cookie:` sends none.
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

/** Cookies processed per response. A domain can store 180, so more are an attack or a mistake. */
const mostOfResponse = 500;

/** The headers with at most the allowed number of `Set-Cookie`, and a warning if there are more. */
export function cookiesLookedAt(headers: readonly Header[]): { readonly looked: readonly Header[]; readonly warning: string | undefined } {
  let count = 0;
  const looked = headers.filter(([name]) => name.length !== 10 || name.toLowerCase() !== 'set-cookie' || ++count <= mostOfResponse);
  if (count <= mostOfResponse) return { looked: headers, warning: undefined };
  return { looked, warning: `The response sets ${count} cookies. Req takes the first ${mostOfResponse} and ignores the others.` };
}
