import type { Placeholder, TextPart } from '../../../syntax/template.ts';

export interface AuthorityPlace {
  /** Literal text of scheme and authority before and after the placeholder. Other placeholders are NUL characters. */
  readonly before: string;
  readonly after: string;
  /** Whether the placeholder begins the URL, so that its value can contain the scheme. */
  readonly isFirst: boolean;
}

interface Written {
  readonly kind: string;
  readonly text: string;
}

/** The place of the i-th part, up to the literal end of the authority. */
export function authorityPlace(parts: readonly Written[], i: number): AuthorityPlace {
  const written = (part: Written): string => (part.kind === 'text' ? part.text : '\0');
  const before = parts.slice(0, i).map(written).join('');
  let after = '';
  for (const part of parts.slice(i + 1)) {
    after += written(part);
    // The slashes of `://` do not end the authority.
    if (/[/?#]/.test(after.replace(/^[A-Za-z0-9+.-]*:\/\//, ''))) break;
  }
  return { before, after, isFirst: i === 0 };
}

/**
 * Like `authorityProblem`, for a URL whose values are inserted without encoding: a proxy's, or one in a definition that is later
 * inserted into another URL as a whole. There the last `@` ends the user information, so a password can contain others.
 */
export function plainUrlProblem(value: string, parts: readonly (TextPart | Placeholder)[], i: number): string | undefined {
  const place = authorityPlace(parts, i);
  if (/[/?#]/.test(place.before.replace(/^[A-Za-z0-9+.\-\0]*:\/\//, ''))) return undefined;
  return authorityProblem(value, place, /^[^@/?#]*@/.test(place.after), endsPlainUser);
}

/** The characters that end user information inserted without encoding. */
export const endsPlainUser = /[/?#\\]/;

/** A scheme at the beginning of a value. */
const schemeOf = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/**
 * Returns why a value cannot be inserted into the scheme or authority of a URL. Beside other text, a value must not end the host or
 * begin or end the user information, and a port must be a number. A value that is the whole authority can contain host, port and
 * path.
 * @param isUser the value is user information, because an `@` follows
 * @param userEnds the pattern that ends user information inserted without encoding; undefined if it is encoded
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
    // A value that begins the authority can contain user information, because no literal text precedes its `@`.
    const ownAuthority = /^[^/?#\\]*/.exec(own)?.[0] ?? '';
    return authority === '' ? undefined : endsAt(value, ownAuthority, /@/, 'user information');
  }
  if (isFirst && own.endsWith('/') && !looksLikeHost.test(rest)) return undefined;
  const plain = withoutAddress(own);
  const bringsPort = rest === '' && /^[^:]*:\d+$/.test(plain);
  return endsAt(value, plain, bringsPort ? /[/?#\\@]/ : /[/?#\\@:]/, 'host');
}

/** Text that continues a host and is not a path segment: `.example.com`, `-api.example.com`, `:8080`. */
const looksLikeHost = /^[.\-:]|[:@\0]|\.[A-Za-z-]{2,}$/;

/** Removes an IPv6 address, whose colons do not begin a port. */
const withoutAddress = (text: string): string => text.replace(/\[[\dA-Fa-f:.]*\]/, '');

/** @param part the part of the value that must not match */
function endsAt(value: string, part: string, pattern: RegExp, what: 'host' | 'scheme' | 'user information'): string | undefined {
  const found = pattern.exec(part)?.[0];
  if (found === undefined) return undefined;
  return `its value ${shown(value)} would end the ${what} at ${JSON.stringify(found)}, and the request would go to another host.`;
}

/** A long value is not shown at all, because the mask would not recognize a part of a secret. */
const shown = (value: string): string => (value.length > 200 ? `of ${value.length} characters` : JSON.stringify(value));
