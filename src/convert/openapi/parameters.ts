import { isArrayValue, isObjectValue, valueToJson, valueToText, type Value } from '../../base/values/value.ts';
import type { HeaderDraft } from '../import/draft.ts';
import { variableName } from '../import/layout/fileNames.ts';
import { at, has, object, text } from '../import/reading/importedValues.ts';
import { placeholderMark } from '../text/marks.ts';
import { exampleOf } from './example.ts';
import type { References } from './references.ts';

export interface Parameters {
  /** The path with placeholders for its parameters. */
  readonly path: string;
  readonly query: string;
  readonly variables: readonly (readonly [string, string])[];
  readonly headers: readonly HeaderDraft[];
  /** Optional parameters as `?name=value`. */
  readonly optional: readonly string[];
  /** Named examples behind the first, as `title: name = value`. */
  readonly examples: readonly string[];
}

/** Maximum examples of one parameter. */
const mostExamples = 20;

/** A parameter's example: its own, the first of several, or one from its schema. */
export function exampleFor(described: Value | undefined, references: References): Value {
  if (has(described, 'example')) return at(described, 'example') as Value;
  for (const [, e] of object(at(described, 'examples'))) {
    const resolved = references.resolve(e);
    if (has(resolved, 'value')) return at(resolved, 'value') as Value;
  }
  return exampleOf(at(described, 'schema'), references);
}

const plain = (v: Value): string => (isArrayValue(v) || isObjectValue(v) ? valueToJson(v) : valueToText(v));

/** Encodes characters that would end a part of a query. Req encodes other invalid characters. */
const encoded = (part: string): string => part.replace(/[%&#+,\s]/g, encodeURIComponent);

/** Serializes a value by OpenAPI's styles (3.1, §4.8.12.2). */
function inQuery(name: string, value: Value, style: string, explode: boolean): string {
  const key = encoded(name).replaceAll('=', '%3D');
  const one = (v: Value): string => encoded(plain(v));
  if (isArrayValue(value)) {
    if (explode && style === 'form') return value.map((v) => `${key}=${one(v)}`).join('&');
    return `${key}=${value.map(one).join({ spaceDelimited: '%20', tabDelimited: '%09', pipeDelimited: '%7C' }[style] ?? ',')}`;
  }
  if (isObjectValue(value)) {
    const fields = [...value];
    if (style === 'deepObject') return fields.map(([k, v]) => `${key}[${encoded(k)}]=${one(v)}`).join('&');
    if (explode) return fields.map(([k, v]) => `${encoded(k)}=${one(v)}`).join('&');
    return `${key}=${fields.flatMap(([k, v]) => [encoded(k), one(v)]).join(',')}`;
  }
  return `${key}=${one(value)}`;
}

function inPath(name: string, value: Value, style: string, explode: boolean): string {
  const items = isArrayValue(value)
    ? value.map(plain)
    : isObjectValue(value)
      ? [...value].map(([k, v]) => (explode ? `${k}=${plain(v)}` : `${k},${plain(v)}`))
      : [plain(value)];
  if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
  if (style === 'matrix')
    return isObjectValue(value) && explode
      ? `;${items.join(';')}`
      : explode
        ? items.map((i) => `;${name}=${i}`).join('')
        : `;${name}=${items.join(',')}`;
  return items.join(',');
}

/** Converts the parameters of a path and of its operation; those of the operation override. */
export function parametersOf(path: string, own: readonly Value[], references: References): Parameters {
  const byKey = new Map<string, Value>();
  for (const p of own) {
    const found = references.resolve(p);
    if (found !== undefined) byKey.set(`${text(found, 'in')} ${text(found, 'name')}`, found);
  }
  const variables: (readonly [string, string])[] = [];
  const query: string[] = [];
  const headers: HeaderDraft[] = [];
  const optional: string[] = [];
  const examples: string[] = [];
  const cookies: string[] = [];
  let written = path;
  for (const p of byKey.values()) {
    const name = text(p, 'name');
    const [content] = object(at(p, 'content'));
    const value = content === undefined ? exampleFor(p, references) : valueToJson(exampleFor(content[1], references));
    const required = text(p, 'required') === 'true';
    if (!has(p, 'example'))
      for (const [key, e] of [...object(at(p, 'examples'))].slice(1, mostExamples)) {
        const other = references.resolve(e);
        if (has(other, 'value')) examples.push(`${text(other, 'summary') || key}: ${name} = ${plain(at(other, 'value') as Value)}`);
      }
    const style = text(p, 'style');
    const explode = has(p, 'explode') ? text(p, 'explode') === 'true' : style === '' || style === 'form';
    switch (text(p, 'in')) {
      case 'path': {
        const variable = variableName(name).replaceAll('.', '_');
        if (!written.includes(`{${name}}`)) break;
        written = written.replaceAll(`{${name}}`, placeholderMark(variable));
        variables.push([variable, inPath(name, value, style, has(p, 'explode') && explode)]);
        break;
      }
      case 'query': {
        const pair = inQuery(name, value, style === '' ? 'form' : style, explode);
        if (required) query.push(pair);
        else optional.push(`?${pair}`);
        break;
      }
      case 'header':
        if (!/^(?:accept|content-type|authorization)$/i.test(name))
          headers.push({ name, value: inPath(name, value, 'simple', explode), disabled: !required, example: true });
        break;
      case 'cookie':
        if (required) cookies.push(`${name}=${plain(value)}`);
        else optional.push(`Cookie: ${name}=${plain(value)}`);
    }
  }
  // Path parameters without a description.
  written = written.replace(/\{([^{}/]+)\}/g, (_, name: string) => {
    const variable = variableName(name).replaceAll('.', '_');
    if (!variables.some(([known]) => known === variable)) variables.push([variable, 'string']);
    return placeholderMark(variable);
  });
  if (cookies.length > 0) headers.push({ name: 'Cookie', value: cookies.join('; '), example: true });
  return { path: written, query: query.filter((q) => q !== '').join('&'), variables, headers, optional, examples };
}
