import { formDecoded } from '../../../base/text/percentDecoding.ts';
import { parseJson } from '../../../base/json/json.ts';
import { isArrayValue, isObjectValue, valueToJson, valueToText, type Value } from '../../../base/values/value.ts';
import type { ApiParameter, ApiShape, ParameterStyle } from './apiIndex.ts';

// How values of parameters are written and read (OpenAPI 3.1, §4.8.12.2): the one place that knows the styles.

/** Characters between the parts of a value in one pair. */
export const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', tabDelimited: '\t', pipeDelimited: '|' };

/** Separators as they may occur in a URL: encoded or not. */
const writtenSeparators: Readonly<Record<string, RegExp>> = {
  spaceDelimited: /%20|[+ ]/,
  tabDelimited: /%09|\t/,
  pipeDelimited: /%7c|\|/i,
};

export const plainText = (v: Value): string => (isArrayValue(v) || isObjectValue(v) ? valueToJson(v) : valueToText(v));

/**
 * The pairs of a query for a value.
 * @param encoded encodes a name or a part of a value
 */
export function writtenInQuery(name: string, value: Value, style: ParameterStyle, encoded: (part: string) => string): string {
  const key = encoded(name).replaceAll('=', '%3D');
  const one = (v: Value): string => encoded(plainText(v));
  const separator = style.name in separators ? encodeURIComponent(separators[style.name] as string) : ',';
  if (style.name === 'json') return `${key}=${encoded(valueToJson(value))}`;
  if (isArrayValue(value)) {
    if (style.explode && style.name === 'form') return value.map((v) => `${key}=${one(v)}`).join('&');
    return `${key}=${value.map(one).join(separator)}`;
  }
  if (isObjectValue(value)) {
    const fields = [...value];
    if (style.name === 'deepObject') return fields.map(([k, v]) => `${key}[${encoded(k)}]=${one(v)}`).join('&');
    if (style.explode) return fields.map(([k, v]) => `${encoded(k)}=${one(v)}`).join('&');
    return `${key}=${fields.flatMap(([k, v]) => [encoded(k), one(v)]).join(separator)}`;
  }
  return `${key}=${one(value)}`;
}

/** A value in a path or a header. */
export function writtenInPath(name: string, value: Value, { name: style, explode }: ParameterStyle): string {
  if (style === 'json') return valueToJson(value);
  const items = isArrayValue(value)
    ? value.map(plainText)
    : isObjectValue(value)
      ? [...value].map(([k, v]) => (explode ? `${k}=${plainText(v)}` : `${k},${plainText(v)}`))
      : [plainText(value)];
  if (style === 'label') return `.${items.join(explode ? '.' : ',')}`;
  if (style === 'matrix')
    return isObjectValue(value) && explode
      ? `;${items.join(';')}`
      : explode
        ? items.map((i) => `;${name}=${i}`).join('')
        : `;${name}=${items.join(',')}`;
  return items.join(',');
}

/** The texts of a parameter in a request: the pairs of a query or of cookies with values as written, or one text. */
export type GivenTexts = readonly (readonly [name: string, value: string])[] | string;

export type StyledValue =
  | { readonly kind: 'absent' }
  /** Part of a form whose parts have no clear boundaries. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed'; readonly message: string }
  /** A value that is neither a list nor an object. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: Value };

type Styled = Pick<ApiParameter, 'name' | 'shape' | 'style' | 'open'>;

const absent: StyledValue = { kind: 'absent' };
const unknown: StyledValue = { kind: 'unknown' };
const malformed = (message: string): StyledValue => ({ kind: 'malformed', message });
const whole = (value: Value): StyledValue => ({ kind: 'value', value });

/**
 * Reads the value of a parameter by its style.
 * @param isUnknown whether a text is only known when sending
 */
export function styledValue(parameter: Styled, given: GivenTexts, isUnknown: (text: string) => boolean): StyledValue {
  const { name, shape, style } = parameter;
  if (style.name === 'content') return unknown;
  const form = formOf(shape);
  if (typeof given === 'string') return isUnknown(given) && form !== 'scalar' ? unknown : readText(given, parameter, form);
  if (form === 'object' && parameter.open !== undefined) return readMembers(given, parameter);
  const own = given.filter(([n]) => n === name || n === `${name}[]`);
  const [first] = own;
  if (first === undefined) return absent;
  if (style.name === 'json') return isUnknown(first[1]) ? unknown : readJsonText(formDecoded(first[1]));
  if (form === 'either') return unknown;
  if (form === 'list' && style.explode && (style.name === 'form' || own.length > 1))
    return whole(own.map(([, v]) => textValue(formDecoded(v), shape.items)));
  if (form !== 'scalar' && isUnknown(first[1])) return unknown;
  if (form === 'scalar') return { kind: 'text', text: formDecoded(first[1]) };
  const parts = first[1].split(writtenSeparators[style.name] ?? ',').map(formDecoded);
  if (form === 'list') return whole(first[1] === '' ? [] : parts.map((part) => textValue(part, shape.items)));
  return pairs(parts, shape);
}

type Form = 'scalar' | 'list' | 'object' | 'either';

/** The possible form of a value. A list with one item may look like a text, so `either` is not checked. */
export function formOf({ types, items, members }: ApiShape): Form {
  const known = types.filter((t) => t !== 'null');
  const isList = known.includes('array') || (known.length === 0 && items !== undefined);
  const isObject = known.includes('object') || (known.length === 0 && members !== undefined);
  if (!isList && !isObject) return 'scalar';
  return known.length > 1 || (isList && isObject) ? 'either' : isList ? 'list' : 'object';
}

function readText(given: string, { name, shape, style }: Styled, form: Form): StyledValue {
  if (style.name === 'json') return readJsonText(given);
  if (form === 'either') return unknown;
  const { explode } = style;
  let text = given;
  if (style.name === 'label') {
    if (!given.startsWith('.')) return malformed('must begin with a dot');
    text = given.slice(1);
  }
  if (style.name === 'matrix') {
    const start = form === 'object' && explode ? ';' : `;${name}=`;
    if (!given.startsWith(start)) return malformed(`must begin with ${start}`);
    text = form === 'list' && explode ? given.slice(1) : given.slice(start.length);
  }
  if (form === 'scalar') return { kind: 'text', text };
  const isApart = explode && style.name !== 'simple';
  const parts = text === '' ? [] : text.split(isApart ? (style.name === 'label' ? '.' : ';') : ',').map((part) => part.trim());
  if (form === 'list') {
    const items = style.name === 'matrix' && explode ? parts.map((part) => part.replace(/^[^=]*=/, '')) : parts;
    return whole(items.map((item) => textValue(item, shape.items)));
  }
  return explode
    ? pairs(
        parts.flatMap((part) => (part.includes('=') ? [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] : [part])),
        shape,
      )
    : pairs(parts, shape);
}

function readJsonText(text: string): StyledValue {
  const value = parseJson(text);
  return value === undefined ? malformed('must be JSON') : whole(value);
}

/** An object with alternating names and values. */
function pairs(parts: readonly string[], shape: ApiShape): StyledValue {
  if (parts.length % 2 === 1) return malformed('must have a value after each name');
  const members = new Map<string, Value>();
  for (let i = 0; i < parts.length; i += 2) {
    const name = parts[i] as string;
    members.set(name, textValue(parts[i + 1] as string, memberOf(shape, name)));
  }
  return whole(members);
}

const memberOf = (shape: ApiShape, name: string): ApiShape | undefined => shape.members?.find((m) => m.name === name)?.shape;

/** An object whose members are pairs of the query: `size=1`, or `filter[size]=1`. */
function readMembers(given: Exclude<GivenTexts, string>, { name, shape, open }: Styled): StyledValue {
  const members = new Map<string, Value>();
  for (const [written, raw] of given) {
    const member = open === 'brackets' ? bracketed(written, name) : memberOf(shape, written) === undefined ? undefined : written;
    if (member === undefined) continue;
    // Deeper levels are not a part of the style.
    if (member.includes('[')) return unknown;
    const of = memberOf(shape, member);
    const text = formDecoded(raw);
    const before = members.get(member);
    const isList = of !== undefined && formOf(of) === 'list';
    const item = textValue(text, isList ? of.items : of);
    members.set(member, isList ? [...(before !== undefined && isArrayValue(before) ? before : []), item] : item);
  }
  return members.size === 0 ? absent : whole(members);
}

const bracketed = (written: string, name: string): string | undefined =>
  written.startsWith(`${name}[`) && written.endsWith(']') ? written.slice(name.length + 1, -1) : undefined;

const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value of a text if a schema describes its type; else the text itself. */
export function textValue(text: string, shape: ApiShape | undefined): Value {
  if (shape === undefined) return text;
  const { types, values } = shape;
  const given = values?.find((v) => textOfJson(v) === text);
  if (given !== undefined) return parseJson(given) ?? text;
  if (types.length === 0 || types.includes('string')) return text;
  if ((types.includes('integer') || types.includes('number')) && numberText.test(text)) return parseJson(text) ?? text;
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return types.includes('null') && (text === '' || text === 'null') ? null : text;
}

/** A JSON value as the text of a parameter. */
export function textOfJson(json: string): string {
  const value = parseJson(json);
  return typeof value === 'string' ? value : json;
}
