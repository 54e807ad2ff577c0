import { setImmediate as turn } from 'node:timers/promises';
import type { Header } from '../../language/index.ts';
import type { CookieRules } from './cookieRules.ts';
import { theirChanges, type Changes } from './theirChanges.ts';
import type { CookieName, CookieNotes, CookieStore, KeptCookie, MadeCookie } from './cookieTypes.ts';

export interface ExchangeCookies {
  /** Cookies for a request, in the order of the `Cookie` header. */
  sentTo(url: string): Promise<readonly KeptCookie[]>;
  /** Stores the cookies that a response sets. Returns a sentence for each one that was refused. */
  take(url: string, headers: readonly Header[]): Promise<readonly string[]>;
}

/** Cookies processed before yielding to the event loop. */
const mostAtOnce = 100;

/** Stored UTF-16 units per jar, so that a server cannot fill the store. */
const mostKept = 1024 * 1024;

/** Why the cookies of a file are not stored: the first invalid line, or too many cookies. */
export interface RefusedCookies {
  readonly kind: 'line' | 'many';
  readonly message: string;
}

/** The cookies of one collection and environment. Persistent cookies are saved to the store as JSON. */
export class Cookies {
  readonly #store: CookieStore;
  readonly #key: string;
  #kept: Promise<string | undefined> | undefined;
  #rules: Promise<CookieRules> | undefined;
  /** Contents of the store when it was last read or written. */
  #stored = '';
  /** Contents of the store after pending writes. */
  #wanted = '';
  #saving: Promise<void> = Promise.resolve();

  constructor(store: CookieStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  async sentTo(url: string): Promise<readonly KeptCookie[]> {
    return (await this.#ifAny())?.sentTo(url) ?? [];
  }

  /** All unexpired cookies, oldest first. */
  async all(): Promise<readonly KeptCookie[]> {
    return (await this.#ifAny())?.all() ?? [];
  }

  /** @param secretsIn finds the secrets in a text */
  async take(url: string, headers: readonly Header[], secretsIn: (text: string) => readonly string[]): Promise<readonly string[]> {
    const fields = headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []));
    if (fields.length === 0) return [];
    const rules = await this.#open();
    const refused: string[] = [];
    for (let at = 0; at < fields.length; at += mostAtOnce) {
      // Yield to the event loop, for Ctrl+C for example.
      if (at > 0) await turn();
      refused.push(...rules.takeAll(url, fields.slice(at, at + mostAtOnce), secretsIn));
    }
    void this.#save(rules);
    return refused;
  }

  /** Stores a cookie of a script like that of a `Set-Cookie` field. Returns a sentence with the reason if it was refused. */
  async set(url: string, field: string, notes: CookieNotes): Promise<string | undefined> {
    const rules = await this.#open();
    const refused = rules.set(url, field, notes);
    void this.#save(rules);
    return refused;
  }

  /**
   * Deletes the cookies that a request to the URL would send.
   * @param name deletes one of this name: that of the longest path
   */
  async remove(url: string, name?: string): Promise<void> {
    const rules = await this.#ifAny();
    if (rules === undefined) return;
    const sent = rules.sentTo(url).filter((c) => name === undefined || c.name === name);
    // The longest path is the first.
    for (const cookie of name === undefined ? sent : sent.slice(0, 1)) rules.delete(cookie);
    void this.#save(rules);
  }

  async clear(): Promise<void> {
    const rules = await this.#ifAny();
    if (rules === undefined) return;
    for (const cookie of rules.all()) rules.delete(cookie);
    void this.#save(rules);
  }

  /** A jar with the same cookies that is never saved. */
  async copy(): Promise<Cookies> {
    const copy = new Cookies(memoryCookies(), this.#key);
    const all = await this.all();
    if (all.length > 0) await copy.put(all);
    return copy;
  }

  /** Stores cookies unchecked; replaces those of the same name, domain and path. */
  async put(cookies: readonly KeptCookie[]): Promise<void> {
    const rules = await this.#open();
    for (const cookie of cookies) rules.put(cookie);
    await this.#save(rules);
  }

  /** Stores the cookies of a file in curl's format. If a line is invalid, or there are too many cookies, stores nothing and returns why. */
  async putNetscape(text: string): Promise<RefusedCookies | undefined> {
    const { fromNetscape, mostCookies } = await import('../cookies/index.ts');
    const { cookies, unreadable } = fromNetscape(text);
    const [line] = unreadable;
    if (line !== undefined) return { kind: 'line', message: `line ${line} is not a cookie` };
    if (cookies.length > mostCookies) return { kind: 'many', message: tooMany(cookies.length, mostCookies) };
    if (cookies.length > 0) await this.put(cookies);
    return undefined;
  }

  async toNetscape(): Promise<string> {
    const { toNetscape } = await import('../cookies/index.ts');
    return toNetscape(await this.all());
  }

  /**
   * Merges changes that another program made to a cookie file of curl.
   * @param before text of the file when Req last read or wrote it
   * @param now its current text
   * @param lastTheirs its text when another program last wrote it
   * @returns why nothing was merged, if the file has too many cookies
   */
  async takeOverNetscape(before: string, now: string, lastTheirs = before): Promise<string | undefined> {
    const { fromNetscape, toNetscape, mostCookies } = await import('../cookies/index.ts');
    const rules = await this.#open();
    const is = fromNetscape(now).cookies;
    if (is.length > mostCookies) return tooMany(is.length, mostCookies);
    const [was, own, last] = [before, toNetscape(rules.all()), lastTheirs].map((text) => fromNetscape(text).cookies);
    apply(rules, theirChanges(was ?? [], is, own ?? [], last ?? []));
    await this.#save(rules);
    return undefined;
  }

  async delete(cookies: readonly CookieName[]): Promise<void> {
    const rules = await this.#open();
    for (const cookie of cookies) rules.delete(cookie);
    await this.#save(rules);
  }

  /** Resolves when all changes so far are saved. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** Undefined if there are no cookies, so that the large rules need not be loaded. */
  async #ifAny(): Promise<CookieRules | undefined> {
    const kept = await (this.#kept ??= this.#store.get(this.#key));
    return kept === undefined && this.#rules === undefined ? undefined : this.#open();
  }

  #open(): Promise<CookieRules> {
    this.#rules ??= this.#read();
    this.#rules.catch(() => (this.#rules = undefined));
    return this.#rules;
  }

  async #read(): Promise<CookieRules> {
    const [kept, { CookieRules }] = await Promise.all([(this.#kept ??= this.#store.get(this.#key)), import('../cookies/index.ts')]);
    this.#stored = this.#wanted = kept ?? '';
    return new CookieRules(kept === undefined ? [] : cookiesOf(kept));
  }

  /** Queues a write, so that the newest state is written last. */
  #save(rules: CookieRules): Promise<void> {
    const text = textOf(lasting(rules));
    if (text !== this.#wanted) {
      this.#wanted = text;
      this.#saving = this.#saving.then(() => this.#write(rules));
    }
    return this.#saving;
  }

  /** Merges changes that another window has written meanwhile. */
  async #write(rules: CookieRules): Promise<void> {
    const theirs = await this.#store.get(this.#key);
    if (theirs !== undefined && theirs !== this.#stored)
      apply(rules, theirChanges(cookiesOf(this.#stored), cookiesOf(theirs), lasting(rules)));
    const text = textOf(lasting(rules));
    this.#stored = this.#wanted = text;
    await this.#store.set(this.#key, text === '' ? undefined : text);
  }
}

const tooMany = (count: number, most: number): string => `it has ${count} cookies, and Req keeps at most ${most}`;

/** Persistent cookies only. */
const lasting = (rules: CookieRules): readonly KeptCookie[] => rules.all().filter((c) => c.expires !== undefined);

function apply(rules: CookieRules, { kept, deleted }: Changes): void {
  for (const cookie of kept) rules.put(cookie);
  for (const cookie of deleted) rules.delete(cookie);
}

/** JSON of the cookies; an empty text for none. Drops the oldest beyond `mostKept`. */
function textOf(cookies: readonly KeptCookie[]): string {
  const texts: string[] = [];
  let size = 0;
  for (const cookie of cookies.toReversed()) {
    const text = JSON.stringify(cookie);
    size += text.length;
    if (size > mostKept) break;
    texts.unshift(text);
  }
  return texts.length === 0 ? '' : `[${texts.join(',')}]`;
}

/** Skips invalid entries, which another version may have written. */
function cookiesOf(text: string): readonly KeptCookie[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptCookie {
  const { name, domain, path, value: text, hides, made } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [name, domain, path, text].every((x) => typeof x === 'string') && Array.isArray(hides) && (made === undefined || isMade(made));
}

function isMade(value: unknown): value is MadeCookie {
  const { secrets, taint, texts } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { env, files } = (taint ?? {}) as Readonly<Record<string, unknown>>;
  return [secrets, texts, env, files].every(Array.isArray);
}

/** One jar per collection and environment. */
export class CookieJars {
  readonly #store: CookieStore;
  readonly #jars = new Map<string, Cookies>();

  constructor(store: CookieStore) {
    this.#store = store;
  }

  of(root: string, environment: string | undefined): Cookies {
    const key = JSON.stringify([root, environment ?? null]);
    let jar = this.#jars.get(key);
    if (jar === undefined) this.#jars.set(key, (jar = new Cookies(this.#store, key)));
    return jar;
  }

  async saved(): Promise<void> {
    await Promise.all([...this.#jars.values()].map((jar) => jar.saved()));
  }
}

/** A store that saves nothing: cookies last as long as the process. */
export const memoryCookies = (): CookieStore => ({ get: () => Promise.resolve(undefined), set: () => Promise.resolve() });
