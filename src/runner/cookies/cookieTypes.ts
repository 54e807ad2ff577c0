import type { Taint } from '../../language/index.ts';

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
  /** Set for a cookie of a script that had read a secret, or a value that may not be sent everywhere. */
  readonly made?: MadeCookie | undefined;
}

/** Data read by the script that set a cookie. */
export interface MadeCookie {
  /** The script had read a secret. */
  readonly isSecret: boolean;
  /** Names of the secrets. */
  readonly secrets: readonly string[];
  readonly taint: Taint;
  /** The value, and the name if the script does not contain it. */
  readonly texts: readonly string[];
}

/** Facts about a cookie that are not in its field. */
export type CookieNotes = Pick<KeptCookie, 'hides' | 'made'>;

/** Identifies a cookie in a jar: RFC 6265 §5.3, step 11. */
export type CookieName = Pick<KeptCookie, 'name' | 'domain' | 'path'>;

/** Stores persistent cookies, one text per jar. Never rejects. */
export interface CookieStore {
  get(key: string): Promise<string | undefined>;
  /** @param text undefined deletes the entry */
  set(key: string, text: string | undefined): Promise<void>;
}
