import type { KitHeaders } from '../kit.ts';
import { ownHeader, ownText } from './placeholders.ts';

/** A header as Postman and Bruno list it. */
export interface ListedHeader {
  readonly key: string;
  readonly value: string;
}

/** A header as scripts give it. */
interface Given {
  readonly key: unknown;
  readonly value: unknown;
}

type Visit<R> = (header: ListedHeader, index: number) => R;
type Wanted = string | ListedHeader | Visit<unknown>;

/**
 * A list of headers that is searched without case, with the methods of Postman's and Bruno's lists.
 * @param shown how names are listed
 */
export function readableHeaders(headers: KitHeaders, shown: (name: string) => string = String) {
  const all = (): ListedHeader[] => [...headers].map(([name, value]) => ({ key: shown(name), value }));
  const indexOf = (wanted: string | ListedHeader): number => {
    const { key, value } = typeof wanted === 'string' ? { key: wanted, value: undefined } : wanted;
    return all().findIndex((h) => h.key.toLowerCase() === key.toLowerCase() && (value === undefined || h.value === value));
  };
  const one = (name: string): ListedHeader | undefined => all().find(({ key }) => key.toLowerCase() === name.toLowerCase());
  return {
    get: (name: string): string | undefined => headers.get(name) ?? undefined,
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
    toObject: (): Readonly<Record<string, string>> => Object.fromEntries(all().map(({ key, value }) => [key, value])),
    toJSON: all,
    toString: (): string =>
      all()
        .map(({ key, value }) => `${key}: ${value}\n`)
        .join(''),
  };
}

export type ReadableHeaders = ReturnType<typeof readableHeaders>;

/** The same for a request before it is sent. */
export function changeableHeaders(headers: KitHeaders) {
  const list = readableHeaders(headers);
  const append = ({ key, value }: Given): void => headers.append(ownText(String(key)), ownHeader(value));
  /** In its place, with the spelling of the new name. */
  const upsert = ({ key, value }: Given): void => {
    if (!headers.has(String(key))) append({ key, value });
    else headers.set(ownText(String(key)), ownHeader(value));
  };
  const clear = (): void => list.all().forEach(({ key }) => headers.delete(key));
  const remove = (wanted: Wanted): void => {
    if (typeof wanted === 'string') return void headers.delete(wanted);
    const kept = list
      .all()
      .filter((h, i) => (typeof wanted === 'function' ? !wanted(h, i) : h.key !== wanted.key || h.value !== wanted.value));
    clear();
    kept.forEach(append);
  };
  const populate = (given: readonly ListedHeader[]): void => given.filter(({ key }) => !headers.has(key)).forEach(append);
  return { ...list, add: append, append, upsert, update: upsert, remove, clear, populate, assimilate: populate };
}
