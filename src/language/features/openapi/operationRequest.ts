import { valueToJson, type Value } from '../../../base/values/value.ts';
import { formatJson } from '../../../base/json/jsonFormat.ts';
import { parseJson } from '../../../base/json/json.ts';
import { writtenInPath, writtenInQuery } from '../../semantics/api/parameterStyles.ts';
import {
  operationName,
  type ApiContent,
  type ApiOperation,
  type ApiShape,
  type ParameterStyle,
  type ShapeLimits,
} from '../../semantics/api/apiIndex.ts';
import { isJsonType } from '../../semantics/request/requestBody.ts';

/**
 * The text of a request for an operation: its required parameters and members, with examples.
 * @param base the beginning of the URL, such as `{{host}}`
 */
export function operationRequest(operation: ApiOperation, base: string): string {
  const { method, path, parameters, body, summary, id } = operation;
  const required = parameters.filter((p) => p.required);
  const inPath = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const pathText = (name: string): string => {
    const described = parameters.find((p) => p.in === 'path' && p.name === name);
    return described === undefined ? 'text' : writtenInPath(name, exampleOf(described.shape), described.style);
  };
  const variables = inPath.map((name) => `@${variableOf(name)} = ${pathText(name)}`);
  const query = required
    .filter((p) => p.in === 'query')
    .map((p) => writtenInQuery(p.name, exampleOf(p.shape), p.style, encodeURIComponent))
    .filter((pair) => pair !== '');
  const url = `${base}${path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{{${variableOf(name)}}}`)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const headers = required.filter((p) => p.in === 'header').map((p) => `${p.name}: ${writtenInPath(p.name, exampleOf(p.shape), p.style)}`);
  const cookies = required.filter((p) => p.in === 'cookie').map((p) => `${p.name}=${encodeURIComponent(textOf(p.shape))}`);
  if (cookies.length > 0) headers.push(`Cookie: ${cookies.join('; ')}`);
  const content = body?.content.find((c) => isJsonType(c.type)) ?? body?.content[0];
  const title = (summary || operationName(operation)).replace(/\s+/g, ' ').trim();
  const lines = [
    `### ${title}`,
    ...(/^[A-Za-z_][\w-]*$/.test(id) ? [`# @name ${id}`] : []),
    ...variables,
    `${method} ${url}`,
    ...headers,
    ...(content === undefined || content.type.includes('*') ? [] : [`Content-Type: ${content.type}`]),
  ];
  const written = content === undefined ? '' : bodyText(content);
  if (written !== '') lines.push('', written);
  return `${lines.join('\n')}\n\n?? response conforms\n`;
}

/** The body with the required members, as JSON or as a form; empty for other media types. */
function bodyText({ type, shape, fields = [] }: ApiContent): string {
  if (isJsonType(type)) return formatJson(valueToJson(exampleOf(shape)));
  if (type !== 'application/x-www-form-urlencoded') return '';
  const styles = new Map(fields);
  return (shape.members ?? [])
    .filter((m) => m.required && !m.readOnly)
    .map((m) => writtenInQuery(m.name, exampleOf(m.shape), styles.get(m.name) ?? ordinaryField, encodeURIComponent))
    .filter((pair) => pair !== '')
    .join('\n&');
}

/** The style of a field of a form without an Encoding Object. */
export const ordinaryField: ParameterStyle = { name: 'form', explode: true };

const variableOf = (name: string): string => name.replace(/[^\w-]/g, '_');

/** An example of a parameter. */
export function textOf(shape: ApiShape): string {
  const value = exampleOf(shape);
  return typeof value === 'string' ? value : valueToJson(value);
}

/** Maximum depth and number of the values in an example. */
const deepest = 5;
const mostValues = 2000;

/** An example with the required members of objects. */
export const exampleOf = (shape: ApiShape): Value => exampleAt(shape, 0, { values: mostValues });

/** @param left what is left of the limit: a schema may refer to itself, and lists contain lists */
function exampleAt(shape: ApiShape, depth: number, left: { values: number }): Value {
  if (depth > deepest || left.values-- <= 0) return null;
  const { example, values, types, members, items, format, limits = {} } = shape;
  const given = example ?? values?.[0];
  const read = given === undefined ? undefined : parseJson(given);
  if (read !== undefined) return read;
  const type = types.find((t) => t !== 'null') ?? (members === undefined ? 'string' : 'object');
  switch (type) {
    case 'object':
      return new Map((members ?? []).filter((m) => m.required && !m.readOnly).map((m) => [m.name, exampleAt(m.shape, depth + 1, left)]));
    case 'array':
      return items === undefined ? [] : Array.from({ length: itemsOf(limits) }, () => exampleAt(items, depth + 1, left));
    case 'integer':
    case 'number':
      return numberIn(limits);
    case 'boolean':
      return true;
    default:
      return (format === undefined ? undefined : examples[format]) ?? textIn(limits);
  }
}

/** The largest part of a limit that an example fills. */
const longestExample = { text: 200, list: 20 };

const itemsOf = ({ minItems = 0, maxItems = 1 }: ShapeLimits): number =>
  Math.min(Math.max(minItems, Math.min(1, maxItems)), longestExample.list);

function textIn({ minLength = 0, maxLength = Infinity }: ShapeLimits): string {
  return 'text'.padEnd(Math.min(minLength, longestExample.text), 'x').slice(0, Math.max(minLength, maxLength));
}

/** A number within its limits, 1 if possible. */
function numberIn({ minimum, above, maximum, below }: ShapeLimits): number {
  const least = Math.max(minimum ?? -Infinity, above === undefined ? -Infinity : Math.floor(above) + 1);
  const most = Math.min(maximum ?? Infinity, below === undefined ? Infinity : Math.ceil(below) - 1);
  return least > most ? (minimum ?? maximum ?? 1) : Math.min(Math.max(1, least), most);
}

const examples: Readonly<Record<string, string>> = {
  date: '2026-01-02',
  'date-time': '2026-01-02T03:04:05Z',
  email: 'user@example.com',
  uri: 'https://example.com/',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
};
