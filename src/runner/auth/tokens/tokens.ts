import { createHash } from 'node:crypto';
import { ReqError } from '../../../base/reqError.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import { fetchToken, refreshToken, type Fetching } from './grants.ts';
import { oauthConfiguration, type OAuthConfiguration, type WantedOAuth } from './oauthConfiguration.ts';
import { SharedTasks } from './sharedTasks.ts';
import type { TokenLabel, TokenStore } from './tokenStore.ts';

interface KeptToken {
  readonly access?: string;
  readonly id?: string;
  readonly refresh?: string;
  /** Milliseconds since 1970, before the expiry by `margin`; undefined if the server sent no `expires_in`. */
  readonly renewAt?: number;
}

export interface FoundToken {
  readonly text: string | undefined;
  readonly kept: boolean;
}

export type TokenPlace = Omit<TokenLabel, 'id'>;

/** Seconds before its expiry from which a token is not sent; at most a tenth of its lifetime. */
const margin = 30;

/** OAuth 2 tokens: fetched on demand, once for concurrent callers, and stored until they expire. */
export class Tokens {
  readonly #store: TokenStore;
  readonly #now: () => number;
  readonly #fetching = new SharedTasks<KeptToken>();

  constructor(store: TokenStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The stored token if it has not expired; fetches nothing. @throws {ReqError} `usage` for an invalid configuration */
  async find(wanted: WantedOAuth, place: TokenPlace): Promise<string | undefined> {
    const configuration = oauthConfiguration(wanted);
    const kept = await this.#read(keyOf(configuration, place));
    return kept !== undefined && this.#isFresh(kept) ? tokenOf(kept, wanted, configuration) : undefined;
  }

  /** The stored token, or a new one. @throws {ReqError} if none can be fetched */
  async get(wanted: WantedOAuth, place: TokenPlace, fetching: Fetching): Promise<FoundToken> {
    const configuration = oauthConfiguration(wanted);
    const key = keyOf(configuration, place);
    const kept = await this.#read(key);
    const known = kept !== undefined && this.#isFresh(kept) ? tokenOf(kept, wanted, configuration) : undefined;
    if (known !== undefined) return { text: known, kept: true };
    const begin = (signal: AbortSignal): Promise<KeptToken> => this.#fetch(configuration, key, place, { ...fetching, signal });
    const fetched = await this.#fetching.join(key, begin, fetching.signal);
    return { text: tokenOf(fetched, wanted, configuration), kept: false };
  }

  /** Drops a token that a server has refused; its refresh token is kept. */
  async refuse(wanted: WantedOAuth, place: TokenPlace, text: string): Promise<void> {
    const configuration = oauthConfiguration(wanted);
    const key = keyOf(configuration, place);
    const kept = await this.#read(key);
    if (kept === undefined || (kept.access !== text && kept.id !== text)) return;
    if (kept.refresh === undefined) await this.#store.delete(key);
    else await this.#keep(key, { refresh: kept.refresh, renewAt: 0 }, { ...place, id: wanted.id });
  }

  async #fetch(configuration: OAuthConfiguration, key: string, place: TokenPlace, fetching: Fetching): Promise<KeptToken> {
    const { id } = configuration;
    const old = await this.#read(key);
    // Another caller or window may have fetched one meanwhile.
    if (old !== undefined && this.#isFresh(old)) return old;
    const refreshed = old?.refresh === undefined ? undefined : await refreshToken(configuration, old.refresh, fetching);
    const values = refreshed ?? (await fetchToken(configuration, fetching));
    const token = this.#tokenIn(values, refreshed === undefined ? undefined : old);
    if (token.access === undefined && token.id === undefined)
      throw new ReqError('protocol', `No token for ${id}: the response of ${configuration.tokenUrl} contains none (RFC 6749 §5.1).`);
    await this.#keep(key, token, { ...place, id });
    return token;
  }

  /** Reads a token response. @param old keeps its ID and refresh token if the response has none (RFC 6749 §6) */
  #tokenIn(values: ReadonlyMap<string, Value>, old: KeptToken | undefined): KeptToken {
    const text = (name: string): string | undefined => {
      const value = values.get(name);
      return value === undefined || value === null ? undefined : valueToText(value);
    };
    const [access, id, refresh] = [text('access_token'), text('id_token') ?? old?.id, text('refresh_token') ?? old?.refresh];
    const seconds = Number(text('expires_in') ?? NaN);
    return {
      ...(access === undefined ? {} : { access }),
      ...(id === undefined ? {} : { id }),
      ...(refresh === undefined ? {} : { refresh }),
      ...(Number.isFinite(seconds) ? { renewAt: this.#now() + (seconds - Math.min(margin, seconds / 10)) * 1000 } : {}),
    };
  }

  #isFresh({ access, id, renewAt }: KeptToken): boolean {
    return (access !== undefined || id !== undefined) && (renewAt === undefined || this.#now() < renewAt);
  }

  async #read(key: string): Promise<KeptToken | undefined> {
    const text = await this.#store.get(key);
    try {
      return text === undefined ? undefined : (JSON.parse(text) as KeptToken);
    } catch {
      return undefined;
    }
  }

  #keep(key: string, token: KeptToken, label: TokenLabel): Promise<void> {
    return this.#store.set(key, JSON.stringify(token), label);
  }
}

const tokenOf = ({ access, id }: KeptToken, { which }: WantedOAuth, { useIdToken }: OAuthConfiguration): string | undefined =>
  which === 'id' || useIdToken ? id : access;

/** A different collection, environment, client or user has a different key. A hash, so that it reveals nothing. */
function keyOf({ id, grant, tokenUrl, clientId, scope, username, more }: OAuthConfiguration, { root, environment }: TokenPlace): string {
  const parts = [root, environment ?? null, id, grant, tokenUrl, clientId, scope ?? null, username, more];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
