// The paths of Bruno's `res(path)`: `a.b[0]`, `..name` at any depth, `[-1]`, `[0,2]`, `[1:3]`, and `[?]` with a function or an object.

const step = /(\.\.?)([^.[\]]+)|\[([^\]]*)\]/gy;

type Filter = (value: unknown) => unknown;

/** The value of a path; undefined if there is none. @throws {TypeError} if the path is not one */
export function valueAt(root: unknown, path: string, filters: readonly unknown[]): unknown {
  const left = [...filters];
  const text = path.startsWith('[') || path.startsWith('.') ? path : `.${path}`;
  let value = root;
  let end = 0;
  for (const [found, dots, name = '', index = ''] of text.matchAll(step)) {
    end += found.length;
    if (dots === '..') value = flat(deep(value, name));
    else if (dots === '.') value = Array.isArray(value) ? flat(value.map((item) => member(item, name))) : member(value, name);
    else if (index === '?' || index === '(?)') value = filtered(value, left.shift());
    else value = items(value, index);
  }
  if (end !== text.length) throw new TypeError(`res(${JSON.stringify(path)}): this is not a path`);
  return value;
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Lists of lists as one list, without missing values. */
const flat = (found: readonly unknown[]): unknown => {
  const all = found.flat().filter((value) => value !== undefined);
  return all.length === 0 ? undefined : all;
};

function deep(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = member(value, name);
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap((inner) => deep(inner, name))];
}

function filtered(value: unknown, filter: unknown): unknown {
  if (typeof filter !== 'function' && (typeof filter !== 'object' || filter === null))
    throw new TypeError('res(path, filter): [?] takes a function or an object');
  const holds: Filter =
    typeof filter === 'function'
      ? (filter as Filter)
      : (item) => Object.entries(filter).every(([name, wanted]) => member(item, name) === wanted);
  if (Array.isArray(value)) return typeof filter === 'function' ? value.flatMap((item) => kept(item, holds(item))) : value.filter(holds);
  return holds(value) ? value : undefined;
}

/** A callback that returns true or false filters the items; any other result replaces the item. */
const kept = (item: unknown, result: unknown): readonly unknown[] => (result === true ? [item] : result === false ? [] : [result]);

function items(value: unknown, index: string): unknown {
  const key = /^(["'])(.*)\1$/.exec(index)?.[2];
  if (key !== undefined) return member(value, key);
  if (!Array.isArray(value)) return undefined;
  const [, from, to] = /^\s*(-?\d*)\s*:\s*(-?\d*)\s*$/.exec(index) ?? [];
  if (from !== undefined) return value.slice(from === '' ? 0 : Number(from), to === undefined || to === '' ? undefined : Number(to));
  const numbers = index.split(',').map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
  if (!numbers.every(Number.isInteger)) throw new TypeError(`res(path): [${index}] is not an index`);
  const found = numbers.map((n) => value.at(n) as unknown);
  return found.length === 1 ? found[0] : found;
}
