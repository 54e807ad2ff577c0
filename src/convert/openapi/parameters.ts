import { valueToJson, type Value } from '../../base/values/value.ts';
import { plainText, writtenInPath, writtenInQuery, type ParameterStyle } from '../../language/index.ts';
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
  /** Named examples after the first, as `title: name = value`. */
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

/** Encodes characters that would end a part of a query. Req encodes other invalid characters. */
const encoded = (part: string): string => part.replace(/[%&#+,\s]/g, encodeURIComponent);

const styleNames: readonly ParameterStyle['name'][] = [
  'form',
  'spaceDelimited',
  'tabDelimited',
  'pipeDelimited',
  'deepObject',
  'simple',
  'label',
  'matrix',
];

/** Converts the parameters of a path and of its operation, which take precedence. */
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
        if (has(other, 'value')) examples.push(`${text(other, 'summary') || key}: ${name} = ${plainText(at(other, 'value') as Value)}`);
      }
    const isInUrl = text(p, 'in') === 'query' || text(p, 'in') === 'cookie';
    const styleName = styleNames.find((known) => known === text(p, 'style')) ?? (isInUrl ? 'form' : 'simple');
    const style = { name: styleName, explode: has(p, 'explode') ? text(p, 'explode') === 'true' : styleName === 'form' };
    switch (text(p, 'in')) {
      case 'path': {
        const variable = variableName(name).replaceAll('.', '_');
        if (!written.includes(`{${name}}`)) break;
        written = written.replaceAll(`{${name}}`, placeholderMark(variable));
        variables.push([variable, writtenInPath(name, value, style)]);
        break;
      }
      case 'query': {
        const pair = writtenInQuery(name, value, style, encoded);
        if (required) query.push(pair);
        else optional.push(`?${pair}`);
        break;
      }
      case 'header':
        if (!/^(?:accept|content-type|authorization)$/i.test(name))
          headers.push({
            name,
            value: writtenInPath(name, value, { name: 'simple', explode: style.explode }),
            disabled: !required,
            example: true,
          });
        break;
      case 'cookie':
        if (required) cookies.push(`${name}=${plainText(value)}`);
        else optional.push(`Cookie: ${name}=${plainText(value)}`);
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
