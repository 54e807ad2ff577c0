import type { Header } from '../../../language/index.ts';
import {
  append,
  hasOwn,
  isArray,
  iteratorSymbol,
  ProxyCtor,
  reflectGet,
  regExpExec,
  toLowerCase,
  toText,
  TypeErrorCtor,
} from './primordials.ts';
import { words } from './chaiWords.ts';

/** A token (RFC 9110 §5.6.2). Names in a template may also contain placeholders. */
const fieldName = /^(?:[!#$%&'*+\-.^_`|~\w]|\{\{[^{}]*\}\})+$/;

interface Field {
  name: string;
  value: string;
}

export interface Headers {
  /** The object for scripts: `headers['Content-Type']`, `headers.get(name)`, iterable. Names are case-insensitive. */
  readonly view: object;
  /** Current fields, in order and with repetitions. */
  list(): Header[];
}

/** @param changeable whether scripts may write; otherwise writing throws a TypeError */
export function createHeaders(given: readonly Header[], changeable: boolean): Headers {
  const fields = createFieldList(given, changeable);
  const methods = methodsOf(fields, () => view);
  const view: object = new ProxyCtor({}, proxyHandler(fields, methods));
  return { view, list: () => fields.pairs() };
}

interface FieldList {
  all(name: string): string[];
  /** The value; repeated fields are joined with a comma (RFC 9110 §5.3). Null if there is none. */
  get(name: string): string | null;
  /** Replaces the first field of that name and drops its repetitions; a new name is appended. */
  set(name: string, value: unknown): void;
  /** @throws {TypeError} if the name is not text */
  append(name: unknown, value: unknown): void;
  /** Returns whether there was one. */
  remove(name: string): boolean;
  pairs(): [string, string][];
  /** Without repetitions. */
  names(): string[];
}

function createFieldList(given: readonly Header[], changeable: boolean): FieldList {
  let fields: Field[] = [];
  for (let i = 0; i < given.length; i++) {
    const field = given[i] as Header;
    append(fields, { name: field[0], value: field[1] });
  }

  const mayChange = (): void => {
    if (!changeable) throw new TypeErrorCtor('headers can only be changed by a script before the request, in request.headers');
  };

  const all = (name: string): string[] => {
    const out: string[] = [];
    for (let i = 0; i < fields.length; i++) if (same(fields[i] as Field, name)) append(out, (fields[i] as Field).value);
    return out;
  };

  return {
    all,
    get(name) {
      const values = all(name);
      if (values.length === 0) return null;
      let out = values[0] as string;
      for (let i = 1; i < values.length; i++) out += ', ' + (values[i] as string);
      return out;
    },
    set(name, value) {
      mayChange();
      checkName(name);
      fields = replaced(fields, name, fieldValue(name, value));
    },
    append(name, value) {
      mayChange();
      const text = named(name);
      checkName(text);
      append(fields, { name: text, value: fieldValue(text, value) });
    },
    remove(name) {
      mayChange();
      const kept: Field[] = [];
      for (let i = 0; i < fields.length; i++) if (!same(fields[i] as Field, name)) append(kept, fields[i] as Field);
      const removed = kept.length < fields.length;
      fields = kept;
      return removed;
    },
    pairs() {
      const out: [string, string][] = [];
      for (let i = 0; i < fields.length; i++) append(out, [(fields[i] as Field).name, (fields[i] as Field).value]);
      return out;
    },
    names() {
      const listed: Record<string, true> = { __proto__: null } as never;
      const names: string[] = [];
      for (let i = 0; i < fields.length; i++) {
        const { name } = fields[i] as Field;
        if (listed[toLowerCase(name)] === undefined) append(names, name);
        listed[toLowerCase(name)] = true;
      }
      return names;
    },
  };
}

const same = (field: Field, name: string): boolean => toLowerCase(field.name) === toLowerCase(name);

function replaced(fields: readonly Field[], name: string, value: string): Field[] {
  const kept: Field[] = [];
  let found = false;
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field;
    if (!same(field, name)) append(kept, field);
    else if (!found) {
      found = true;
      append(kept, { name: field.name, value });
    }
  }
  if (!found) append(kept, { name, value });
  return kept;
}

type Methods = Readonly<Record<string, (...args: unknown[]) => unknown>>;

function methodsOf(fields: FieldList, view: () => object): Methods {
  return {
    __proto__: null,
    get: (name: unknown) => fields.get(named(name)),
    getAll: (name: unknown) => fields.all(named(name)),
    has: (name: unknown) => fields.get(named(name)) !== null,
    set: (name: unknown, value: unknown) => fields.set(named(name), value),
    append: (name: unknown, value: unknown) => fields.append(name, value),
    delete: (name: unknown) => fields.remove(named(name)),
    entries: () => listIterator(fields.pairs()),
    forEach: (visit: (value: string, name: string) => void) => {
      const list = fields.pairs();
      for (let i = 0; i < list.length; i++) visit((list[i] as [string, string])[1], (list[i] as [string, string])[0]);
    },
    // Names from JetBrains response handlers.
    valueOf: (name?: unknown) => (name === undefined ? view() : fields.get(named(name))),
    valuesOf: (name: unknown) => fields.all(named(name)),
  } as unknown as Methods;
}

function proxyHandler(fields: FieldList, methods: Methods): ProxyHandler<object> {
  return {
    __proto__: null,
    get: (target: object, key: string | symbol) => {
      if (key === iteratorSymbol) return methods['entries'];
      if (typeof key === 'symbol') return reflectGet(target, key);
      if (hasOwn(methods, key)) return methods[key];
      return fields.get(key) ?? reflectGet(target, key);
    },
    set: (_: object, key: string | symbol, value: unknown) => {
      if (typeof key === 'symbol' || hasOwn(methods, key))
        throw new TypeErrorCtor(words`headers.${toText(key)} cannot be replaced; use headers.set(name, value)`);
      if (value === undefined || value === null) fields.remove(key);
      else fields.set(key, value);
      return true;
    },
    defineProperty: () => {
      throw new TypeErrorCtor('a header is set by headers[name] = value');
    },
    deleteProperty: (_: object, key: string | symbol) => {
      if (typeof key === 'string') fields.remove(key);
      return true;
    },
    has: (_: object, key: string | symbol) => typeof key === 'string' && fields.get(key) !== null,
    ownKeys: () => fields.names(),
    getOwnPropertyDescriptor: (_: object, key: string | symbol) => {
      const value = typeof key === 'string' ? fields.get(key) : null;
      return value === null ? undefined : { __proto__: null, value, writable: true, enumerable: true, configurable: true };
    },
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  } as unknown as ProxyHandler<object>;
}

function named(name: unknown): string {
  if (typeof name !== 'string') throw new TypeErrorCtor(words`the name of a header must be text, not ${typeof name}`);
  return name;
}

function checkName(name: string): void {
  if (regExpExec(fieldName, name) === null) throw new TypeErrorCtor(words`"${name}" cannot be the name of a header`);
}

/** Accepts text, numbers and booleans. @throws {TypeError} on other values, which would be sent as "[object Object]" */
function fieldValue(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return toText(value);
  throw new TypeErrorCtor(
    words`the header ${name} must be text, not ${value === null ? 'null' : isArray(value) ? 'an array' : typeof value}`,
  );
}

/** Iterates with its own counter, because a script may have replaced the array's iterator. */
function listIterator<T>(list: readonly T[]): Iterator<T> & Iterable<T> {
  let at = 0;
  const iterator = {
    next: (): IteratorResult<T> => (at < list.length ? { value: list[at++] as T, done: false } : { value: undefined, done: true }),
    [iteratorSymbol]: () => iterator,
  };
  return iterator;
}
