import type { UrlParts } from '../../calls/webCalls.ts';
import { kit } from '../kit.ts';
import { call, textOf } from './calls.ts';

// `URL` and `URLSearchParams` of the WHATWG URL standard. Node.js parses; the objects live in the sandbox.

type Pair = [name: string, value: string];

const changeable = ['href', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'] as const;

const lists = new WeakMap<object, Pair[]>();
/** Called when the parameters of a URL change. */
const owners = new WeakMap<object, () => void>();
const urls = new WeakMap<object, { parts: UrlParts; params?: URLSearchParams }>();

function listOf(params: object): Pair[] {
  const list = lists.get(params);
  if (list === undefined) throw new TypeError('Value of "this" must be of type URLSearchParams');
  return list;
}

function change(params: object, list: Pair[]): void {
  lists.set(params, list);
  owners.get(params)?.();
}

export class URLSearchParams {
  constructor(init: unknown = '') {
    lists.set(this, pairsOf(init));
    kit().printAs(this, () => Object.fromEntries(listOf(this)));
  }
  get size(): number {
    return listOf(this).length;
  }
  append(name: unknown, value: unknown): void {
    change(this, [...listOf(this), [textOf(name), textOf(value)]]);
  }
  delete(name: unknown, value?: unknown): void {
    change(
      this,
      listOf(this).filter((pair) => !isNamed(pair, name, value)),
    );
  }
  get(name: unknown): string | null {
    return listOf(this).find((pair) => isNamed(pair, name))?.[1] ?? null;
  }
  getAll(name: unknown): string[] {
    return listOf(this).flatMap((pair) => (isNamed(pair, name) ? [pair[1]] : []));
  }
  has(name: unknown, value?: unknown): boolean {
    return listOf(this).some((pair) => isNamed(pair, name, value));
  }
  set(name: unknown, value: unknown): void {
    const list = listOf(this);
    const at = list.findIndex((pair) => isNamed(pair, name));
    const added: Pair = [textOf(name), textOf(value)];
    change(this, at < 0 ? [...list, added] : list.flatMap((old, i) => (i === at ? [added] : isNamed(old, name) ? [] : [old])));
  }
  sort(): void {
    change(
      this,
      listOf(this).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    );
  }
  forEach(visit: (value: string, name: string, params: URLSearchParams) => void, self?: unknown): void {
    for (const [name, value] of listOf(this)) visit.call(self, value, name, this);
  }
  *keys(): Generator<string> {
    for (const [name] of listOf(this)) yield name;
  }
  *values(): Generator<string> {
    for (const [, value] of listOf(this)) yield value;
  }
  *entries(): Generator<Pair> {
    for (const [name, value] of listOf(this)) yield [name, value];
  }
  [Symbol.iterator](): Generator<Pair> {
    return this.entries();
  }
  toString(): string {
    return call('queryText', listOf(this));
  }
}

const isNamed = ([name, value]: Pair, wanted: unknown, valueWanted?: unknown): boolean =>
  name === textOf(wanted) && (valueWanted === undefined || value === textOf(valueWanted));

function pairsOf(init: unknown): Pair[] {
  if (init === null || (typeof init !== 'object' && typeof init !== 'function')) return call('query', textOf(init)) as Pair[];
  if (!(Symbol.iterator in init)) return Object.entries(init).map(([name, value]) => [name, textOf(value)]);
  return [...(init as Iterable<Iterable<unknown>>)].map((given) => {
    const pair = [...given];
    if (pair.length !== 2) throw new TypeError('Each query pair must be an iterable [name, value] tuple');
    return [textOf(pair[0]), textOf(pair[1])];
  });
}

function own(url: object): { parts: UrlParts; params?: URLSearchParams } {
  const found = urls.get(url);
  if (found === undefined) throw new TypeError('Value of "this" must be of type URL');
  return found;
}

function changePart(url: object, name: string, value: string): void {
  const state = own(url);
  state.parts = call('urlChanged', state.parts.href, name, value);
  if (state.params !== undefined && (name === 'href' || name === 'search'))
    lists.set(state.params, call('query', state.parts.search) as Pair[]);
}

export class URL {
  constructor(url: unknown, base?: unknown) {
    urls.set(this, { parts: call('url', textOf(url), base === undefined ? null : textOf(base)) });
    kit().printAs(this, () => ({ ...own(this).parts, searchParams: this.searchParams }));
  }
  static canParse(url: unknown, base?: unknown): boolean {
    return URL.parse(url, base) !== null;
  }
  static parse(url: unknown, base?: unknown): URL | null {
    try {
      return new URL(url, base);
    } catch {
      return null;
    }
  }
  get origin(): string {
    return own(this).parts.origin;
  }
  get searchParams(): URLSearchParams {
    const state = own(this);
    if (state.params !== undefined) return state.params;
    const params = new URLSearchParams(state.parts.search);
    owners.set(params, () => {
      state.parts = call('urlChanged', state.parts.href, 'search', params.toString());
    });
    return (state.params = params);
  }
  toString(): string {
    return own(this).parts.href;
  }
  toJSON(): string {
    return own(this).parts.href;
  }
}

for (const name of changeable)
  Object.defineProperty(URL.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: URL) {
      return own(this).parts[name];
    },
    set(this: URL, value: unknown) {
      changePart(this, name, textOf(value));
    },
  });
for (const type of [URL, URLSearchParams])
  Object.defineProperty(type.prototype, Symbol.toStringTag, { configurable: true, value: type.name });
