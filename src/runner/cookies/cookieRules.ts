import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { Cookie, CookieJar, defaultPath, domainMatch, getPublicSuffix, MemoryCookieStore, pathMatch } from 'tough-cookie';
import { isLoopback } from '../http/connect/noProxy.ts';
import type { CookieName, CookieNotes, KeptCookie } from './cookieTypes.ts';

/** Bytes of name and value: RFC 6265bis §5.6. */
const mostBytes = 4096;
/** RFC 6265 §6.1 requires at least 50 and 3000. The least recently sent cookie is removed first. */
const mostOfDomain = 180;
export const mostCookies = 3000;

/** Reasons for refusing a cookie, by the library's error message. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/public suffix/, 'its Domain is a public suffix, which unrelated sites share'],
  [/not in this host's domain/, 'its Domain does not match this host'],
  [/secure connection/, 'it is Secure, and the connection is not'],
];

/** RFC 6265bis §5.7, steps 20 and 21: what the name promises, in any case. The library knows only `__Host-` and `__Secure-`. */
function brokenPromise({ key, secure, path, domain }: Cookie): string | undefined {
  if (/^__secure-/i.test(key) && !secure) return 'with __Secure- before its name it must be Secure';
  return /^__host-/i.test(key) && !(secure && path === '/' && domain === null)
    ? 'with __Host- before its name it must be Secure, with the Path / and without a Domain'
    : undefined;
}

type RemoveCookie = MemoryCookieStore['removeCookie'];
type FindCookies = MemoryCookieStore['findCookies'];

/** Replaces the library's search by parent domains, which treats `a.localhost` as a top-level domain. */
class Store extends MemoryCookieStore {
  /** Returns the cookies of a host and of what is above it; the jar itself selects the matching ones. */
  override findCookies(
    domain: string | null,
    _path: unknown,
    _special?: boolean,
    callback?: Parameters<FindCookies>[3],
  ): Promise<Cookie[]> {
    const found = domainsAbove(domain ?? '').flatMap((name) =>
      Object.values(this.idx[name] ?? {}).flatMap((cookies) => Object.values(cookies ?? {}).filter((c) => c !== undefined)),
    );
    callback?.(null, found);
    return Promise.resolve(found);
  }

  /** Also removes an empty path. The library keeps it, and each later look-up would visit every path ever used. */
  override removeCookie(domain: string, path: string, key: string, callback?: Parameters<RemoveCookie>[3]): Promise<void> {
    const done =
      callback === undefined ? super.removeCookie(domain, path, key) : Promise.resolve(super.removeCookie(domain, path, key, callback));
    const paths = this.idx[domain];
    if (paths?.[path] !== undefined && isEmpty(paths[path])) delete paths[path];
    if (paths !== undefined && isEmpty(paths)) delete this.idx[domain];
    return done;
  }

  /** All cookies with a name, unordered. */
  named(name: string): readonly Cookie[] {
    const found: Cookie[] = [];
    for (const domain in this.idx) {
      for (const path in this.idx[domain]) {
        const cookie = this.idx[domain]?.[path]?.[name];
        if (cookie !== undefined) found.push(cookie);
      }
    }
    return found;
  }

  /** Whether a domain, or the store, has too many cookies. Counts directly, because listing would sort them. */
  hasMoreThan(domain: string, ofDomain: number, ofAll: number): boolean {
    const count = (paths: (typeof this.idx)[string] = {}): number =>
      Object.values(paths).reduce((sum, cookies) => sum + Object.keys(cookies ?? {}).length, 0);
    return count(this.idx[domain]) > ofDomain || Object.values(this.idx).reduce((sum, paths) => sum + count(paths), 0) > ofAll;
  }
}

/** A cookie jar by the rules of RFC 6265bis. */
export class CookieRules {
  readonly #store = new Store();
  readonly #jar = new CookieJar(this.#store, { prefixSecurity: 'unsafe-disabled', enforceSecureOriginOnStorage: true });
  readonly #notes = new Map<string, CookieNotes>();

  constructor(kept: Iterable<KeptCookie> = []) {
    for (const cookie of kept) this.put(cookie);
  }

  /** Cookies for a request, in the order of RFC 6265 §5.4. `SameSite` is ignored, because a client has no site. */
  sentTo(url: string): readonly KeptCookie[] {
    return this.#jar.getCookiesSync(url, { sort: true }).map((c) => this.#kept(c));
  }

  /**
   * Stores the cookie of a `Set-Cookie` field, or deletes it if it has expired.
   * @param secretsIn finds the secrets in a text
   * @returns a sentence with the reason if it was refused
   */
  take(url: string, field: string, secretsIn: (text: string) => readonly string[]): string | undefined {
    return this.takeAll(url, [field], secretsIn)[0];
  }

  /** Like `take` for all fields of a response, but enforces the limits once. Returns a sentence for each refused cookie. */
  takeAll(url: string, fields: readonly string[], secretsIn: (text: string) => readonly string[]): readonly string[] {
    const domains = new Set<string>();
    const notesOf = (value: string): CookieNotes => ({ hides: secretsIn(value) });
    const refused = fields.flatMap((field) => this.#take(url, field, notesOf, domains) ?? []);
    for (const domain of domains) this.#makeRoom(domain);
    return refused;
  }

  /** Like `take`, for a cookie that a script sets. */
  set(url: string, field: string, notes: CookieNotes): string | undefined {
    const domains = new Set<string>();
    const refused = this.#take(url, field, () => notes, domains);
    for (const domain of domains) this.#makeRoom(domain);
    return refused;
  }

  /** @param domains collects the domains of stored cookies */
  #take(url: string, field: string, notesOf: (value: string) => CookieNotes, domains: Set<string>): string | undefined {
    const cookie = Cookie.parse(field);
    if (cookie === undefined) return 'A cookie was not kept: it has no name.';
    try {
      if (Buffer.byteLength(cookie.key) + Buffer.byteLength(cookie.value) > mostBytes)
        return `The cookie ${cookie.key} was not kept: its name and value have more than ${mostBytes} bytes.`;
      const broken = brokenPromise(cookie);
      if (broken !== undefined) return `The cookie ${cookie.key} was not kept: ${broken}.`;
      if (cookie.domain !== null) cookie.domain = domainToASCII(cookie.domain) || cookie.domain;
      const hostname = withoutBrackets(new URL(url).hostname);
      // RFC 6265 §5.3, step 5: a host may set Domain to itself even if it is a public suffix or an IP address.
      if (withoutBrackets(cookie.domain ?? '').toLowerCase() === hostname && belongsToNobody(hostname)) cookie.domain = null;
      if (this.#overwritesSecure(cookie, url))
        return `The cookie ${cookie.key} was not kept: a Secure cookie of that name can only be replaced over TLS.`;
      const kept = this.#jar.setCookieSync(cookie, url);
      if (kept !== undefined) this.#note(nameOf(kept), notesOf(kept.value));
      domains.add(kept?.domain ?? hostname);
    } catch (e) {
      const said = e instanceof Error ? e.message : String(e);
      const why = reasons.find(([pattern]) => pattern.test(said))?.[1] ?? said;
      return `The cookie ${cookie.key} was not kept: ${why}.`;
    }
    return undefined;
  }

  /** All unexpired cookies, oldest first. */
  all(): readonly KeptCookie[] {
    const now = Date.now();
    return this.#all().flatMap((c) => ((c.expiryTime() ?? Infinity) > now ? this.#kept(c) : []));
  }

  /** Stores a cookie unchecked; replaces the one of the same name, domain and path. */
  put(cookie: KeptCookie): void {
    const { name, value, domain, hostOnly, path, secure, httpOnly, sameSite, expires } = cookie;
    const made = new Cookie({
      key: name,
      value,
      domain,
      hostOnly,
      path,
      secure,
      httpOnly,
      sameSite,
      expires: expires === undefined ? 'Infinity' : new Date(expires),
      creation: new Date(),
      lastAccessed: new Date(),
    });
    // RFC 6265 §5.3, step 11: a replacement keeps the creation time.
    this.#store.findCookie(domain, path, name, (_error, old) => {
      if (old) Object.assign(made, { creation: old.creation, creationIndex: old.creationIndex });
    });
    // The memory store works synchronously.
    void this.#store.putCookie(made);
    this.#note(cookie, cookie);
  }

  delete({ name, domain, path }: CookieName): void {
    void this.#store.removeCookie(domain, path, name);
    this.#notes.delete(keyOf({ name, domain, path }));
  }

  #all(): readonly Cookie[] {
    let all: readonly Cookie[] = [];
    this.#store.getAllCookies((_error, cookies) => (all = cookies ?? []));
    return all;
  }

  /** RFC 6265bis §5.7, step 15: otherwise an attacker on the network could replace a Secure cookie over plain http. */
  #overwritesSecure(cookie: Cookie, url: string): boolean {
    const { protocol, hostname, pathname } = new URL(url);
    if (protocol === 'https:' || isLoopback(withoutBrackets(hostname)) || cookie.secure) return false;
    const domain = cookie.domain ?? hostname;
    const path = cookie.path ?? defaultPath(pathname);
    return this.#store
      .named(cookie.key)
      .some(
        (old) =>
          old.secure &&
          (domainMatch(domain, old.domain ?? '') === true || domainMatch(old.domain ?? '', domain) === true) &&
          pathMatch(path, old.path ?? '/'),
      );
  }

  #makeRoom(domain: string): void {
    if (!this.#store.hasMoreThan(domain, mostOfDomain, mostCookies)) return;
    const all = this.#all().toSorted((a, b) => lastSent(a) - lastSent(b));
    const ofDomain = all.filter((c) => c.domain === domain);
    const tooMany = new Set([...ofDomain.slice(0, -mostOfDomain), ...all.slice(0, -mostCookies)]);
    for (const cookie of tooMany) this.delete(nameOf(cookie));
  }

  #note(name: CookieName, { hides, made }: CookieNotes): void {
    if (hides.length === 0 && made === undefined) this.#notes.delete(keyOf(name));
    else this.#notes.set(keyOf(name), { hides, ...(made === undefined ? {} : { made }) });
  }

  #kept(c: Cookie): KeptCookie {
    const name = nameOf(c);
    const expires = c.expiryTime() ?? Infinity;
    return {
      ...name,
      value: c.value,
      hostOnly: c.hostOnly ?? false,
      secure: c.secure,
      httpOnly: c.httpOnly,
      sameSite: c.sameSite ?? undefined,
      expires: Number.isFinite(expires) ? expires : undefined,
      ...(this.#notes.get(keyOf(name)) ?? { hides: [] }),
    };
  }
}

function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

/** `a.b.c` → `a.b.c`, `b.c`, `c`. */
function domainsAbove(host: string): readonly string[] {
  const names = [host];
  for (let at = host.indexOf('.'); at >= 0; at = host.indexOf('.', at + 1)) names.push(host.slice(at + 1));
  return names;
}

const withoutBrackets = (host: string): string => host.replace(/^\[|\]$/g, '');
const belongsToNobody = (host: string): boolean =>
  isIP(host) > 0 || getPublicSuffix(host, { allowSpecialUseDomain: true, ignoreError: true }) === undefined;
const lastSent = (c: Cookie): number => (c.lastAccessed instanceof Date ? c.lastAccessed.valueOf() : 0);

const nameOf = (c: Cookie): CookieName => ({ name: c.key, domain: c.domain ?? '', path: c.path ?? '/' });
const keyOf = ({ name, domain, path }: CookieName): string => JSON.stringify([domain, path, name]);
