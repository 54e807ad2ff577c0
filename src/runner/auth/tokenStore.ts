/** What was signed in with, for people. */
export interface TokenLabel {
  /** ID of `Security.Auth.ID`. */
  readonly id: string;
  /** The collection's. */
  readonly root: string;
  readonly environment: string | undefined;
}

/** Where tokens are kept between sends; it tells them to nobody else. */
export interface TokenStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, label: TokenLabel): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Tokens in memory. */
export function memoryTokens(): TokenStore {
  const all = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(all.get(key)),
    set: (key, value) => Promise.resolve(void all.set(key, value)),
    delete: (key) => Promise.resolve(void all.delete(key)),
  };
}
