/** A stored cookie: RFC 6265 §5.3. */
export interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** Without a leading dot. */
  readonly domain: string;
  /** Sent to this host only, not to its subdomains. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** As sent by the server; not evaluated, because a client has no site. */
  readonly sameSite: string | undefined;
  /** Milliseconds since 1970; undefined for a session cookie. */
  readonly expires: number | undefined;
  /** Secrets contained in the value. */
  readonly hides: readonly string[];
}

/** Identifies a cookie in a jar: RFC 6265 §5.3, step 11. */
export type CookieName = Pick<KeptCookie, 'name' | 'domain' | 'path'>;

/** Stores persistent cookies, one text per jar. Never rejects. */
export interface CookieStore {
  get(key: string): Promise<string | undefined>;
  /** @param text undefined deletes the entry */
  set(key: string, text: string | undefined): Promise<void>;
}
