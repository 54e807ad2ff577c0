/** A parameter of a query, or a field of a form. */
export interface Pair {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

/** The text of a value in a URL or a form; empty for none. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Parts of a URL as written. `start` is the text before the query. */
export function partsOf(url: string): Readonly<Record<'start' | 'host' | 'path' | 'query' | 'hash', string>> {
  const [, start = '', host = '', path = '', query = '', hash = ''] =
    /^((?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*))(\?[^#]*)?(#.*)?$/is.exec(url) ?? [];
  return { start, host, path: path === '' ? '/' : path, query, hash };
}

/** Parameters of a query with its question mark, as written. */
export const readQuery = (query: string): readonly Pair[] =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? { key: pair, value: null } : { key: pair.slice(0, at), value: pair.slice(at + 1) };
    });

/** A query without its question mark. */
export const queryText = (pairs: readonly Pair[]): string =>
  pairs
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => (value === null || value === undefined ? key : `${key}=${textOf(value)}`))
    .join('&');

/** Fields from a list, an object or the text of a form. */
export function pairsOf(given: unknown): readonly Pair[] {
  if (typeof given === 'string') return readQuery(given).map(({ key, value }) => ({ key: decoded(key), value: decoded(value) }));
  const list = listOf(given);
  if (list !== undefined) return list.filter(({ disabled }) => disabled !== true);
  return Object.entries(given ?? {}).map(([key, value]) => ({ key, value: value as unknown }));
}

/** The members of an array, or of a list such as `pm.request.headers`; undefined for other values. */
export function listOf(given: unknown): readonly Pair[] | undefined {
  if (Array.isArray(given)) return given as readonly Pair[];
  const { all } = (given ?? {}) as { readonly all?: unknown };
  return typeof all === 'function' ? (all as () => readonly Pair[])() : undefined;
}

/** The text of a part of a form. */
function decoded(value: unknown): string {
  const text = textOf(value).replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A pair from an object, or those of a text such as `a=1`. */
const added = (given: Pair | string): readonly Pair[] => (typeof given === 'string' ? readQuery(given) : [given]);

type Visit<R> = (pair: Pair, index: number) => R;

/**
 * A list of parameters with the methods of Postman's lists. Each call reads the parameters again.
 * @param write replaces them; absent if they cannot be changed
 */
export function pairList(all: () => readonly Pair[], write?: (pairs: readonly Pair[]) => void): object {
  const one = (name: unknown): Pair | undefined => all().findLast(({ key }) => key === name);
  const change = (pairs: readonly Pair[]): void => {
    if (write === undefined) throw new TypeError('this list cannot be changed');
    write(pairs);
  };
  const add = (given: Pair | string): void => change([...all(), ...added(given)]);
  return {
    all: () => [...all()],
    one,
    get: (name: unknown) => one(name)?.value,
    has: (name: unknown, value?: unknown) => all().some((p) => p.key === name && (value === undefined || p.value === value)),
    idx: (index: number) => all()[index],
    count: () => all().length,
    each: (visit: Visit<unknown>) => all().forEach((p, i) => void visit(p, i)),
    map: <R>(make: Visit<R>) => all().map((p, i) => make(p, i)),
    filter: (holds: Visit<unknown>) => all().filter((p, i) => holds(p, i)),
    find: (holds: Visit<unknown>) => all().find((p, i) => holds(p, i)),
    reduce: <R>(join: (sum: R, pair: Pair, index: number) => R, first: R) => all().reduce((sum, p, i) => join(sum, p, i), first),
    toObject: () => Object.fromEntries(all().map(({ key, value }) => [key, value])),
    toJSON: () => [...all()],
    toString: () => queryText(all()),
    add,
    append: add,
    upsert: (given: Pair | string) =>
      added(given).forEach((pair) =>
        change(one(pair.key) === undefined ? [...all(), pair] : all().map((p) => (p.key === pair.key ? pair : p))),
      ),
    remove: (name: unknown) =>
      change(all().filter((p, i) => (typeof name === 'function' ? !(name as Visit<unknown>)(p, i) : p.key !== name))),
    clear: () => change([]),
  };
}
