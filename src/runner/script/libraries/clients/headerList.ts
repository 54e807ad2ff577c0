import type { KitHeaders } from '../kit.ts';
import { facts } from './facts.ts';
import { ownHeader, ownText } from './placeholders.ts';

/** A header in the form of Postman's and Bruno's lists. */
export interface ListedHeader {
  readonly key: string;
  readonly value: string;
  /** Set for a comment, which is not sent. */
  readonly disabled?: true;
}

interface Given {
  readonly key: unknown;
  readonly value: unknown;
}

/** The headers of a message, read on use: after reading a message with a secret, values that a script sets are marked as secret. */
export function headersOnUse(message: { readonly headers: KitHeaders }): KitHeaders {
  return {
    get: (name) => message.headers.get(name),
    getAll: (name) => message.headers.getAll(name),
    has: (name) => message.headers.has(name),
    set: (name, value) => message.headers.set(name, value),
    append: (name, value) => message.headers.append(name, value),
    delete: (name) => message.headers.delete(name),
    [Symbol.iterator]: () => message.headers[Symbol.iterator](),
  };
}

/** A header from an object or a line such as `Accept: text/plain`. */
export function headerOf(given: Given | string): Given {
  if (typeof given !== 'string') return given;
  const at = given.indexOf(':');
  return at < 0 ? { key: given.trim(), value: '' } : { key: given.slice(0, at).trim(), value: given.slice(at + 1).trim() };
}

type Visit<R> = (header: ListedHeader, index: number) => R;
type Wanted = string | ListedHeader | Visit<unknown>;

/**
 * A list of headers with case-insensitive search, with the methods of Postman's and Bruno's lists.
 * @param shown how names are listed
 * @param off headers that are comments
 */
export function readableHeaders(
  headers: KitHeaders,
  shown: (name: string) => string = String,
  off: () => readonly ListedHeader[] = () => [],
) {
  const sent = (): ListedHeader[] => [...headers].map(([name, value]) => ({ key: shown(name), value }));
  const all = (): ListedHeader[] => [...off(), ...sent()];
  const indexOf = (wanted: string | ListedHeader): number => {
    const { key, value } = typeof wanted === 'string' ? { key: wanted, value: undefined } : wanted;
    return all().findIndex((h) => h.key.toLowerCase() === key.toLowerCase() && (value === undefined || h.value === value));
  };
  const one = (name: string): ListedHeader | undefined => all().findLast(({ key }) => key.toLowerCase() === name.toLowerCase());
  return {
    get: (name: string): string | undefined => headers.get(name) ?? one(name)?.value,
    has: (wanted: string | ListedHeader, value?: string): boolean =>
      typeof wanted === 'string' ? indexOf(value === undefined ? wanted : { key: wanted, value }) >= 0 : indexOf(wanted) >= 0,
    one,
    idx: (index: number): ListedHeader | undefined => all()[index],
    indexOf,
    all,
    count: (): number => all().length,
    each: (visit: Visit<unknown>, self?: unknown): void => all().forEach((h, i) => visit.call(self, h, i)),
    map: <R>(make: Visit<R>, self?: unknown): R[] => all().map((h, i) => make.call(self, h, i)),
    filter: (holds: Visit<unknown>, self?: unknown): ListedHeader[] => all().filter((h, i) => holds.call(self, h, i)),
    find: (holds: Visit<unknown>, self?: unknown): ListedHeader | undefined => all().find((h, i) => holds.call(self, h, i)),
    reduce: <R>(join: (sum: R, header: ListedHeader, index: number) => R, first: R): R =>
      all().reduce((sum, h, i) => join(sum, h, i), first),
    toObject: (isSent = false): Readonly<Record<string, string>> =>
      Object.fromEntries((isSent ? sent() : all()).map(({ key, value }) => [key, value])),
    toJSON: all,
    toString: (): string =>
      sent()
        .map(({ key, value }) => `${key}: ${value}\n`)
        .join(''),
  };
}

export type ReadableHeaders = ReturnType<typeof readableHeaders>;

/** The same for a request before it is sent. In text that a script writes, only permitted placeholders are filled in. */
export function changeableHeaders(headers: KitHeaders) {
  let off: readonly ListedHeader[] | undefined;
  const headersOff = (): readonly ListedHeader[] => (off ??= facts().off.map(([key, value]) => ({ key, value, disabled: true as const })));
  const list = readableHeaders(headers, String, headersOff);
  const append = (given: Given | string): void => {
    const { key, value } = headerOf(given);
    headers.append(ownText(String(key)), ownHeader(value));
  };
  const upsert = (given: Given | string): void => {
    const { key, value } = headerOf(given);
    headers.set(ownText(String(key)), ownHeader(value));
  };
  const clear = (): void => {
    [...headers].forEach(([key]) => headers.delete(key));
    off = [];
  };
  const remove = (wanted: Wanted): void => {
    const isNamed = ({ key }: ListedHeader): boolean => typeof wanted === 'string' && key.toLowerCase() === wanted.toLowerCase();
    const isKept = (h: ListedHeader, i: number): boolean => {
      if (typeof wanted === 'string') return !isNamed(h);
      return typeof wanted === 'function' ? !wanted(h, i) : h.key !== wanted.key || h.value !== wanted.value;
    };
    const kept = list.all().filter(isKept);
    clear();
    off = kept.filter(({ disabled }) => disabled === true);
    kept.filter(({ disabled }) => disabled !== true).forEach(({ key, value }) => headers.append(key, value));
  };
  const populate = (given: readonly Given[]): void => given.filter(({ key }) => !headers.has(String(key))).forEach(append);
  return { ...list, add: append, append, upsert, update: upsert, remove, clear, populate, assimilate: populate };
}
