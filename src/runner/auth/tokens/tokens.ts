import { createHash } from 'node:crypto';
import { ReqError } from '../../../base/reqError.ts';
import { valueToText, type Value } from '../../../base/values/value.ts';
import { decodeJwt } from '../signing/jwt.ts';
import { fetchToken, refreshToken, type Fetching } from './grants.ts';
import { oauthConfiguration, type OAuthConfiguration, type WantedOAuth } from './oauthConfiguration.ts';
import { SharedTasks, type TaskControl } from './sharedTasks.ts';
import type { TokenLabel, TokenStore } from './tokenStore.ts';

interface KeptToken {
  readonly access?: string;
  readonly id?: string;
  readonly refresh?: string;
  /** Milliseconds since 1970, before the expiry by `margin`; undefined if the server sent no `expires_in`. */
  readonly renewAt?: number;
  /** As `renewAt`, of the ID token. */
  readonly renewIdAt?: number;
  /** The ID token has expired or was refused, and a refresh returned no new one. Only another sign-in can. */
  readonly lostId?: boolean;
}

type Which = 'access' | 'id';
type Values = ReadonlyMap<string, Value>;

interface Fetched {
  readonly token: KeptToken;
  readonly which: Which;
}

/** Where tokens are stored. */
interface Slot {
  readonly key: string;
  readonly label: TokenLabel;
}

/** A fetch for all concurrent callers, with what the caller that started it brought. */
interface SharedFetch {
  readonly configuration: OAuthConfiguration;
  readonly which: Which;
  readonly slot: Slot;
  readonly fetching: Fetching;
  readonly task: TaskControl;
}

export interface FoundToken {
  readonly text: string | undefined;
  readonly kept: boolean;
}

export type TokenPlace = Omit<TokenLabel, 'id'>;

/** Seconds before its expiry from which a token is not sent; at most a tenth of its lifetime. */
const margin = 30;

/** The passes of `--watch` have a runner each, but one store: a token that a cancelled pass still refreshes is awaited by the next. */
const fetchingInto = new WeakMap<TokenStore, SharedTasks<Fetched>>();

/** OAuth 2 tokens: fetched on demand, once for concurrent callers, and stored until they expire. */
export class Tokens {
  readonly #store: TokenStore;
  readonly #now: () => number;
  readonly #fetching: SharedTasks<Fetched>;

  constructor(store: TokenStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#fetching = fetchingInto.get(store) ?? new SharedTasks();
    fetchingInto.set(store, this.#fetching);
  }

  /** The stored token if it has not expired; fetches nothing. @throws {ReqError} `usage` for an invalid configuration */
  async find(wanted: WantedOAuth, place: TokenPlace): Promise<string | undefined> {
    const configuration = oauthConfiguration(wanted);
    const which = whichOf(wanted, configuration);
    const kept = await this.#read(keyOf(configuration, place));
    return kept !== undefined && this.#isFresh(kept, which) ? kept[which] : undefined;
  }

  /** The stored token, or a new one. @throws {ReqError} if none can be fetched */
  async get(wanted: WantedOAuth, place: TokenPlace, fetching: Fetching): Promise<FoundToken> {
    const configuration = oauthConfiguration(wanted);
    const which = whichOf(wanted, configuration);
    const key = keyOf(configuration, place);
    for (;;) {
      const kept = await this.#read(key);
      if (kept?.[which] !== undefined && this.#isFresh(kept, which)) return { text: kept[which], kept: true };
      const begin = async (task: TaskControl): Promise<Fetched> => ({
        token: await this.#fetch({ configuration, which, slot: { key, label: { ...place, id: configuration.id } }, fetching, task }),
        which,
      });
      const fetched = await this.#fetching.join(key, begin, fetching.signal);
      // A fetch for another kind of token may return without this one.
      if (fetched.token[which] !== undefined || fetched.which === which) return { text: fetched.token[which], kept: false };
    }
  }

  /** Resolves when the refreshes of cancelled runs are stored. */
  kept(): Promise<void> {
    return this.#fetching.held();
  }

  /** Lets a token that a server has refused expire; the others are kept. */
  async refuse(wanted: WantedOAuth, place: TokenPlace, text: string): Promise<void> {
    const configuration = oauthConfiguration(wanted);
    const key = keyOf(configuration, place);
    const kept = await this.#read(key);
    if (kept === undefined || (kept.access !== text && kept.id !== text)) return;
    if (kept.refresh === undefined) return this.#store.delete(key);
    const expired: KeptToken = {
      ...kept,
      ...idExpiryOf(kept),
      ...(kept.access === text ? { renewAt: 0 } : {}),
      ...(kept.id === text ? { renewIdAt: 0 } : {}),
    };
    await this.#keep({ key, label: { ...place, id: wanted.id } }, expired);
  }

  async #fetch(shared: SharedFetch): Promise<KeptToken> {
    const { configuration, which, slot, fetching, task } = shared;
    const old = await this.#read(slot.key);
    // Another caller or window may have fetched one meanwhile.
    if (old !== undefined && this.#isFresh(old, which)) return old;
    const refreshed = await this.#refreshed(shared, old).finally(() => task.release());
    if (refreshed !== undefined) return refreshed;
    // The user who has cancelled is not asked to sign in.
    if (fetching.signal.aborted) throw new ReqError('cancelled', 'Cancelled.');
    return this.#taken(configuration, slot, await fetchToken(configuration, { ...fetching, signal: task.signal }), undefined);
  }

  /** Undefined if only a sign-in returns the token. */
  async #refreshed(
    { configuration, which, slot, fetching, task }: SharedFetch,
    old: KeptToken | undefined,
  ): Promise<KeptToken | undefined> {
    if (old?.refresh === undefined || (which === 'id' && old.lostId === true)) return undefined;
    // From here on the old refresh token may be worth nothing, so the response is awaited and stored also for a cancelled run.
    const exchange = { ...fetching.exchange, begun: () => task.hold() };
    const values = await refreshToken(configuration, old.refresh, { ...fetching, exchange, signal: task.signal });
    if (values === undefined) {
      // A refresh token that is good for once may have been used by another window.
      const now = await this.#read(slot.key);
      return now !== undefined && now.refresh !== old.refresh && this.#isFresh(now, which) ? now : undefined;
    }
    // Stored also if a sign-in follows, because the old refresh token may no longer be good. Not after a sign-out meanwhile.
    const isSignedOut = (await this.#read(slot.key)) === undefined;
    const token = await (isSignedOut ? this.#tokenOf(configuration, values, old) : this.#taken(configuration, slot, values, old));
    return which === 'id' && token.lostId === true ? undefined : token;
  }

  /** Stores the tokens of a response. @param old the tokens that were refreshed */
  async #taken(configuration: OAuthConfiguration, slot: Slot, values: Values, old: KeptToken | undefined): Promise<KeptToken> {
    const token = this.#tokenOf(configuration, values, old);
    await this.#keep(slot, token);
    return token;
  }

  /** @throws {ReqError} `protocol` if there is no token in the response */
  #tokenOf({ id, tokenUrl }: OAuthConfiguration, values: Values, old: KeptToken | undefined): KeptToken {
    if (textIn(values, 'access_token') === undefined && textIn(values, 'id_token') === undefined)
      throw new ReqError('protocol', `No token for ${id}: the response of ${tokenUrl} contains none (RFC 6749 §5.1).`);
    return this.#tokenIn(values, old);
  }

  /** Reads a token response. @param old its refresh token, and its ID token until it expires, stay if the response has none (RFC 6749 §6) */
  #tokenIn(values: Values, old: KeptToken | undefined): KeptToken {
    const [access, refresh] = [textIn(values, 'access_token'), textIn(values, 'refresh_token') ?? old?.refresh];
    const seconds = Number(textIn(values, 'expires_in') ?? NaN);
    return {
      ...(access === undefined ? {} : { access }),
      ...(refresh === undefined ? {} : { refresh }),
      ...(Number.isFinite(seconds) ? { renewAt: this.#now() + usableMs(seconds) } : {}),
      ...this.#idIn(values, old),
    };
  }

  #idIn(values: Values, old: KeptToken | undefined): Pick<KeptToken, 'id' | 'renewIdAt' | 'lostId'> {
    const id = textIn(values, 'id_token');
    if (id !== undefined) {
      const seconds = lifetimeOf(id, this.#now());
      return { id, ...(seconds === undefined ? {} : { renewIdAt: this.#now() + usableMs(seconds) }) };
    }
    if (old?.id !== undefined && this.#isFresh(old, 'id')) return { id: old.id, ...idExpiryOf(old) };
    return old?.id === undefined && old?.lostId !== true ? {} : { lostId: true };
  }

  /** Whether there is nothing to fetch: the token has not expired, or the server did not issue this kind beside one that has not. */
  #isFresh(token: KeptToken, which: Which): boolean {
    const isCurrent = (of: Which): boolean => {
      const renewAt = of === 'id' ? (token.renewIdAt ?? token.renewAt) : token.renewAt;
      return token[of] !== undefined && (renewAt === undefined || this.#now() < renewAt);
    };
    if (token[which] !== undefined) return isCurrent(which);
    return isCurrent(which === 'id' ? 'access' : 'id') && !(which === 'id' && token.lostId === true);
  }

  async #read(key: string): Promise<KeptToken | undefined> {
    const text = await this.#store.get(key);
    try {
      return text === undefined ? undefined : (JSON.parse(text) as KeptToken);
    } catch {
      return undefined;
    }
  }

  #keep({ key, label }: Slot, token: KeptToken): Promise<void> {
    return this.#store.set(key, JSON.stringify(token), label);
  }
}

const whichOf = ({ which }: WantedOAuth, { useIdToken }: OAuthConfiguration): Which => (useIdToken ? 'id' : which);

/** Some servers send an empty text for what they do not give. */
function textIn(values: Values, name: string): string | undefined {
  const value = values.get(name);
  return value === undefined || value === null || value === '' ? undefined : valueToText(value);
}

const usableMs = (seconds: number): number => (seconds - Math.min(margin, seconds / 10)) * 1000;

/** The expiry of the ID token, which without one of its own is that of the tokens that it came with. */
const idExpiryOf = ({ renewIdAt, renewAt }: KeptToken): Pick<KeptToken, 'renewIdAt'> => {
  const at = renewIdAt ?? renewAt;
  return at === undefined ? {} : { renewIdAt: at };
};

/** Seconds from the issue of an ID token to its expiry, by the server's clock. Undefined if it does not say. @param now milliseconds */
function lifetimeOf(token: string, now: number): number | undefined {
  try {
    const { exp, iat = now / 1000 } = JSON.parse(decodeJwt(token).claims) as Record<string, unknown>;
    return typeof exp === 'number' && typeof iat === 'number' ? exp - iat : undefined;
  } catch {
    return undefined;
  }
}

/** A different collection, environment, client or user has a different key. A hash, so that it reveals nothing. */
function keyOf({ id, grant, tokenUrl, clientId, scope, username, more }: OAuthConfiguration, { root, environment }: TokenPlace): string {
  const parts = [root, environment ?? null, id, grant, tokenUrl, clientId, scope ?? null, username, more];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
