import type { KeptCookie } from './cookieTypes.ts';

const head = '# Netscape HTTP Cookie File\n# Made by Req; read and written by curl too (-b, -c). Handle it like a password.\n\n';
/** Prefix of the domain of an HttpOnly cookie. */
const httpOnlyMark = '#HttpOnly_';

/** curl's file format: one cookie per line, seven tab-separated fields. */
export function toNetscape(cookies: readonly KeptCookie[]): string {
  const flag = (yes: boolean): string => (yes ? 'TRUE' : 'FALSE');
  const lines = cookies.map(({ name, value, domain, hostOnly, path, secure, httpOnly, expires }) =>
    [
      `${httpOnly ? httpOnlyMark : ''}${hostOnly ? '' : '.'}${domain}`,
      flag(!hostOnly),
      path,
      flag(secure),
      // 0 marks a session cookie.
      expires === undefined ? '0' : String(Math.ceil(expires / 1000)),
      name,
      value,
    ].join('\t'),
  );
  return `${head}${lines.map((line) => `${line}\n`).join('')}`;
}

/** Parses curl's file format. `unreadable` has the numbers of invalid lines, from 1. */
export function fromNetscape(text: string): { readonly cookies: readonly KeptCookie[]; readonly unreadable: readonly number[] } {
  const cookies: KeptCookie[] = [];
  const unreadable: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const httpOnly = line.startsWith(httpOnlyMark);
    if (line.trim() === '' || (line.startsWith('#') && !httpOnly)) continue;
    const [domain = '', below, path = '', secure, expires = '', name, ...value] = line
      .slice(httpOnly ? httpOnlyMark.length : 0)
      .split('\t');
    if (domain === '' || name === undefined || !path.startsWith('/') || !/^\d+$/.test(expires)) {
      unreadable.push(at + 1);
      continue;
    }
    cookies.push({
      name,
      // Other programs write values with tabs.
      value: value.join('\t'),
      domain: domain.replace(/^\./, '').toLowerCase(),
      hostOnly: below !== 'TRUE',
      path,
      secure: secure === 'TRUE',
      httpOnly,
      sameSite: undefined,
      expires: Number(expires) === 0 ? undefined : Number(expires) * 1000,
      hides: [],
    });
  }
  return { cookies, unreadable };
}
