import { parseJson } from '../../../base/json/json.ts';
import { isNumeric, valuesEqual, type Value } from '../../../base/values/value.ts';
import { schemaOfAll } from '../../../schema/infer.ts';
import { percentDecoded } from '../../../base/text/percentDecoding.ts';
import { isUnknown } from './url.ts';

/** A value of a parameter in one request. */
export interface Sent {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  /** Undefined if it is a secret or not known. */
  readonly value: Value | undefined;
  /** The elements of a list are joined with commas. */
  readonly joined?: true;
  /** Written in a comment: the request does not send it. */
  readonly optional?: true;
}

/** A named value for `examples`. */
export interface NamedValue {
  readonly title: string;
  readonly value: Value;
}

export const made = (entries: Readonly<Record<string, Value | undefined>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));

/** The value that a text looks like: a number, true, false, or the text itself. */
export function typed(text: string): Value {
  if (/^(?:true|false)$/.test(text)) return text === 'true';
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return text;
  const value = parseJson(text);
  return value !== undefined && isNumeric(value) ? value : text;
}

const known = (text: string): Value | undefined => (isUnknown(text) ? undefined : typed(text));

/** The parameters of a query. Repeated names and values with commas are lists. */
export function queryParameters(query: string): readonly Sent[] {
  const byName = new Map<string, string[]>();
  for (const pair of query.split('&').filter((p) => p !== '')) {
    const [, key = '', value = ''] = /^([^=]*)=?([^]*)$/.exec(pair) ?? [];
    const name = percentDecoded(key.replaceAll('+', ' '));
    const values = byName.get(name);
    if (values === undefined) byName.set(name, [value]);
    else values.push(value);
  }
  return Array.from(byName, ([name, values]): Sent => {
    const texts = values.map((v) => percentDecoded(v.replaceAll('+', ' ')));
    const [first = ''] = values;
    if (values.length > 1) return { in: 'query', name, value: texts.some(isUnknown) ? undefined : texts.map(typed) };
    if (/^[\w.-]+(?:,[\w.-]+)+$/.test(first)) return { in: 'query', name, value: first.split(',').map(typed), joined: true };
    return { in: 'query', name, value: known(texts[0] ?? '') };
  });
}

/** The cookies of a `Cookie` header. */
export const cookieParameters = (header: string): readonly Sent[] =>
  header.split(/;\s*/).flatMap((pair): Sent[] => {
    const [, name = '', value = ''] = /^\s*([^=]+)=([^]*)$/.exec(pair) ?? [];
    return name === '' ? [] : [{ in: 'cookie', name, value: known(value) }];
  });

export const headerParameter = (name: string, value: string): Sent => ({ in: 'header', name, value: known(value) });

export const pathParameter = (name: string, value: string | undefined): Sent => ({
  in: 'path',
  name,
  value: value === undefined ? undefined : typed(value),
});

/** `example` for one value, `examples` for several, nothing for none. */
export function examplesOf(values: readonly NamedValue[]): Readonly<Record<string, Value>> {
  const [first, ...others] = values;
  if (first === undefined) return {};
  if (others.every((o) => valuesEqual(o.value, first.value))) return { example: first.value };
  const named = new Map<string, Value>();
  for (const { title, value } of values) {
    const base = title.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '') || 'example';
    let key = base;
    for (let i = 2; named.has(key); i++) key = `${base}-${i}`;
    named.set(key, made({ summary: title, value }));
  }
  return { examples: named };
}

const keyOf = (p: Sent): string => `${p.in} ${p.in === 'header' ? p.name.toLowerCase() : p.name}`;

/**
 * The parameters of an operation of several requests. A parameter is required if each of them sends it.
 * @param requests the title of each request, with its parameters
 */
export function mergedParameters(requests: readonly { readonly title: string; readonly sent: readonly Sent[] }[]): readonly Value[] {
  const all = new Map<string, { readonly first: Sent; readonly values: NamedValue[]; count: number; isList: boolean; joined: boolean }>();
  for (const { title, sent } of requests)
    for (const p of sent) {
      const found = all.get(keyOf(p)) ?? { first: p, values: [], count: 0, isList: false, joined: false };
      all.set(keyOf(p), found);
      if (p.optional !== true) found.count++;
      found.isList ||= Array.isArray(p.value);
      found.joined ||= p.joined === true;
      if (p.value !== undefined) found.values.push({ title, value: p.value });
    }
  return Array.from(all.values(), ({ first, values, count, isList, joined }) => {
    const examples = isList ? values.map(({ title, value }) => ({ title, value: Array.isArray(value) ? value : [value] })) : values;
    const schema = examples.length === 0 ? made({ type: 'string' }) : schemaOfAll(examples.map((e) => e.value));
    return made({
      name: first.name,
      in: first.in,
      required: count === requests.length || first.in === 'path' ? true : undefined,
      explode: joined && first.in === 'query' ? false : undefined,
      schema,
      ...examplesOf(examples),
    });
  });
}
