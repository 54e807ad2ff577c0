import type { Placeholder, TextPart } from '../../syntax/template.ts';

/** What stands around a placeholder before the path of a URL begins. */
export interface AuthorityPlace {
  /** Literal text of the scheme and authority before and after it; each other placeholder is a NUL. */
  readonly before: string;
  readonly after: string;
  /** Nothing stands before it: its value may bring the scheme. */
  readonly isFirst: boolean;
}

/** A part of a template: its text, or something that is inserted. */
interface Written {
  readonly kind: string;
  readonly text: string;
}

/** The surroundings of each part up to the end of the authority as the template writes it. */
export function authorityPlace(parts: readonly Written[], i: number): AuthorityPlace {
  const written = (part: Written): string => (part.kind === 'text' ? part.text : '\0');
  const before = parts.slice(0, i).map(written).join('');
  let after = '';
  for (const part of parts.slice(i + 1)) {
    after += written(part);
    // Of `://` only what follows it ends the authority.
    if (/[/?#]/.test(after.replace(/^[A-Za-z0-9+.-]*:\/\//, ''))) break;
  }
  return { before, after, isFirst: i === 0 };
}

/**
 * The same for a URL whose values are inserted as they are: a proxy's, or one that a definition writes, which later stands in another
 * URL as a whole. The last `@` ends user information there, so a password may hold others.
 */
export function plainUrlProblem(value: string, parts: readonly (TextPart | Placeholder)[], i: number): string | undefined {
  const place = authorityPlace(parts, i);
  if (/[/?#]/.test(place.before.replace(/^[A-Za-z0-9+.\-\0]*:\/\//, ''))) return undefined;
  return authorityProblem(value, place, /^[^@/?#]*@/.test(place.after), endsPlainUser);
}

/** What ends user information that is inserted as it is. */
export const endsPlainUser = /[/?#\\]/;

/** The scheme that a value may bring. */
const schemeOf = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/**
 * Why a value cannot be inserted into the scheme or authority of a URL: beside other text of it, it may not end the host, nor begin or
 * end the user information, nor be a port that is no number. A value that is the whole authority may bring host, port and path.
 * @param isUser an `@` follows: the value is user information
 * @param userEnds what ends user information that is inserted as it is; undefined where it is encoded
 */
export function authorityProblem(value: string, place: AuthorityPlace, isUser: boolean, userEnds: RegExp | undefined): string | undefined {
  const { before, after, isFirst } = place;
  if (/^[A-Za-z0-9+.-]*:\/\//.test(after))
    return /^[A-Za-z0-9+.-]*$/.test(value) ? undefined : endsAt(value, value, /[^A-Za-z0-9+.-]/, 'scheme');
  // The path of a socket.
  if (/^unix:$/i.test(before)) return undefined;
  const own = isFirst ? value.replace(schemeOf, '') : value;
  if (isUser) return userEnds === undefined ? undefined : endsAt(value, own, userEnds, 'user information');
  const authority = before.replace(/^[^]*\/\//, '');
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  const rest = /^[^/?#]*/.exec(after)?.[0] ?? '';
  if (withoutAddress(host).includes(':')) return /^\d*$/.test(value) ? undefined : `its value ${shown(value)} is not a port.`;
  const hasText = /[^\0]/.test(host + rest);
  if (!hasText) {
    // Nothing of the author's stands before the `@` of a value that begins the authority.
    const ownAuthority = /^[^/?#\\]*/.exec(own)?.[0] ?? '';
    return authority === '' ? undefined : endsAt(value, ownAuthority, /@/, 'user information');
  }
  if (isFirst && own.endsWith('/') && !looksLikeHost.test(rest)) return undefined;
  const plain = withoutAddress(own);
  const bringsPort = rest === '' && /^[^:]*:\d+$/.test(plain);
  return endsAt(value, plain, bringsPort ? /[/?#\\@]/ : /[/?#\\@:]/, 'host');
}

/** Text that goes on with a host, and is no segment of a path: `.example.com`, `-api.example.com`, `:8080`. */
const looksLikeHost = /^[.\-:]|[:@\0]|\.[A-Za-z-]{2,}$/;

/** Without an IPv6 address, whose colons are no port. */
const withoutAddress = (text: string): string => text.replace(/\[[\dA-Fa-f:.]*\]/, '');

/** @param part of the value, which must not match */
function endsAt(value: string, part: string, pattern: RegExp, what: 'host' | 'scheme' | 'user information'): string | undefined {
  const found = pattern.exec(part)?.[0];
  if (found === undefined) return undefined;
  return `its value ${shown(value)} would end the ${what} at ${JSON.stringify(found)}, and the request would go to another host.`;
}

/** Whole or not at all: half of a secret would not be masked. */
const shown = (value: string): string => (value.length > 200 ? `of ${value.length} characters` : JSON.stringify(value));
