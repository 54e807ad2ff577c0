import { setImmediate as turn } from 'node:timers/promises';
import type { Header } from '../../language/index.ts';
import type { CookieRules } from './cookieRules.ts';
import { theirChanges, type Changes } from './theirChanges.ts';
import type { CookieName, CookieStore, KeptCookie } from './cookieTypes.ts';

/** The cookies that an exchange sends and keeps. */
export interface ExchangeCookies {
  /** Those that go with a request, in order. */
  sentTo(url: string): Promise<readonly KeptCookie[]>;
  /** Keeps what the answer of a URL sets. Why some of it is not kept, a sentence each. */
  take(url: string, headers: readonly Header[]): Promise<readonly string[]>;
}

/** Cookies that are looked at before others get their turn. */
const mostAtOnce = 100;

/** UTF-16 units of what is kept of one jar: a server could fill the store. */
const mostKept = 1024 * 1024;

/** One collection's and environment's cookies. Those that outlive the session are kept in the store, as JSON. */
export class Cookies {
  readonly #store: CookieStore;
  readonly #key: string;
  #kept: Promise<string | undefined> | undefined;
  #rules: Promise<CookieRules> | undefined;
  /** What was in the store when it was last read or written. */
  #stored = '';
  /** What is to be in it. */
  #wanted = '';
  #saving: Promise<void> = Promise.resolve();

  constructor(store: CookieStore, key: string) {
    this.#store = store;
    this.#key = key;
  }

  async sentTo(url: string): Promise<readonly KeptCookie[]> {
    return (await this.#ifAny())?.sentTo(url) ?? [];
  }

  /** All that have not expired, the oldest first. */
  async all(): Promise<readonly KeptCookie[]> {
    return (await this.#ifAny())?.all() ?? [];
  }

  /** @param secretsIn the secrets that stand in a text */
  async take(url: string, headers: readonly Header[], secretsIn: (text: string) => readonly string[]): Promise<readonly string[]> {
    const fields = headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [value] : []));
    if (fields.length === 0) return [];
    const rules = await this.#open();
    const refused: string[] = [];
    for (let at = 0; at < fields.length; at += mostAtOnce) {
      // Others get their turn: Ctrl+C, say.
      if (at > 0) await turn();
      refused.push(...rules.takeAll(url, fields.slice(at, at + mostAtOnce), secretsIn));
    }
    void this.#save(rules);
    return refused;
  }

  /** Keeps cookies as they are, each in the place of the one of its name. */
  async put(cookies: readonly KeptCookie[]): Promise<void> {
    const rules = await this.#open();
    for (const cookie of cookies) rules.put(cookie);
    await this.#save(rules);
  }

  /** Keeps the cookies of a file as curl writes it. The lines that are none, from 1: then nothing is kept. */
  async putNetscape(text: string): Promise<readonly number[]> {
    const { fromNetscape } = await import('../cookies/index.ts');
    const { cookies, unreadable } = fromNetscape(text);
    if (unreadable.length === 0 && cookies.length > 0) await this.put(cookies);
    return unreadable;
  }

  /** All as a file of curl. */
  async toNetscape(): Promise<string> {
    const { toNetscape } = await import('../cookies/index.ts');
    return toNetscape(await this.all());
  }

  /**
   * Takes over what somebody else has changed in a file of curl meanwhile.
   * @param before its text when we last read or wrote it
   * @param now its text
   * @param lastTheirs its text when somebody else last wrote it
   */
  async takeOverNetscape(before: string, now: string, lastTheirs = before): Promise<void> {
    const { fromNetscape, toNetscape } = await import('../cookies/index.ts');
    const rules = await this.#open();
    const [was, is, own, last] = [before, now, toNetscape(rules.all()), lastTheirs].map((text) => fromNetscape(text).cookies);
    apply(rules, theirChanges(was ?? [], is ?? [], own ?? [], last ?? []));
    await this.#save(rules);
  }

  async delete(cookies: readonly CookieName[]): Promise<void> {
    const rules = await this.#open();
    for (const cookie of cookies) rules.delete(cookie);
    await this.#save(rules);
  }

  /** Resolves when all that is to be kept so far is. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  /** Undefined where there never was a cookie: then the rules, which are large, are not read. */
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

  /** What is newest is kept last, however long the store takes. */
  #save(rules: CookieRules): Promise<void> {
    const text = textOf(lasting(rules));
    if (text !== this.#wanted) {
      this.#wanted = text;
      this.#saving = this.#saving.then(() => this.#write(rules));
    }
    return this.#saving;
  }

  /** Another window may have written meanwhile: what it has changed stays. */
  async #write(rules: CookieRules): Promise<void> {
    const theirs = await this.#store.get(this.#key);
    if (theirs !== undefined && theirs !== this.#stored)
      apply(rules, theirChanges(cookiesOf(this.#stored), cookiesOf(theirs), lasting(rules)));
    const text = textOf(lasting(rules));
    this.#stored = this.#wanted = text;
    await this.#store.set(this.#key, text === '' ? undefined : text);
  }
}

/** Those that outlive the session. */
const lasting = (rules: CookieRules): readonly KeptCookie[] => rules.all().filter((c) => c.expires !== undefined);

function apply(rules: CookieRules, { kept, deleted }: Changes): void {
  for (const cookie of kept) rules.put(cookie);
  for (const cookie of deleted) rules.delete(cookie);
}

/** Empty for none; the oldest are left out where they are too much. */
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

/** What is no cookie is left out: another version may have written it. */
function cookiesOf(text: string): readonly KeptCookie[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptCookie {
  const { name, domain, path, value: text, hides } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [name, domain, path, text].every((x) => typeof x === 'string') && Array.isArray(hides);
}

/** The cookies of every collection and environment; no two of them share any. */
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

/** Cookies that go with the process. */
export const memoryCookies = (): CookieStore => ({ get: () => Promise.resolve(undefined), set: () => Promise.resolve() });
