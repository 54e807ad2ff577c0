export interface TokenLabel {
  /** ID of `Security.Auth.ID`. */
  readonly id: string;
  readonly root: string;
  readonly environment: string | undefined;
}

/** Stores tokens between sends. Must keep them confidential. */
export interface TokenStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, label: TokenLabel): Promise<void>;
  delete(key: string): Promise<void>;
}

export function memoryTokens(): TokenStore {
  const all = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(all.get(key)),
    set: (key, value) => Promise.resolve(void all.set(key, value)),
    delete: (key) => Promise.resolve(void all.delete(key)),
  };
}
