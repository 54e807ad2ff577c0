/** A cookie as it is kept: RFC 6265 §5.3. */
export interface KeptCookie {
  readonly name: string;
  readonly value: string;
  /** Without a dot before it. */
  readonly domain: string;
  /** It goes to this host alone, not to those below it. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** As it was written; a client is no site, so nothing follows from it. */
  readonly sameSite: string | undefined;
  /** Milliseconds since 1970; undefined for one that goes with the session. */
  readonly expires: number | undefined;
  /** Secrets that stand in its value. */
  readonly hides: readonly string[];
}

/** Which of the cookies of a jar: RFC 6265 §5.3, step 11. */
export type CookieName = Pick<KeptCookie, 'name' | 'domain' | 'path'>;

/** Where cookies are kept that outlive a session, each jar's as one text. It never rejects. */
export interface CookieStore {
  get(key: string): Promise<string | undefined>;
  /** Undefined where none is left. */
  set(key: string, text: string | undefined): Promise<void>;
}
