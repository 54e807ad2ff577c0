import type { AddNote } from '../import/importResult.ts';
import { piecesOf } from '../text/marks.ts';
import type { HurlFilter, HurlQuery, HurlToken } from './hurlQuery.ts';
import { hurlTemplate, hurlText, placeholderOf, textInScript } from './hurlText.ts';

/** The marked text of a text token; undefined for other tokens. */
export const textOfToken = (token: HurlToken | undefined, addNote: AddNote): string | undefined =>
  token?.kind === 'text' ? hurlText(token.text, addNote) : token?.kind === 'raw' ? hurlTemplate(token.text, addNote) : undefined;

/** A value as a JavaScript expression; undefined if there is none. */
export function valueInScript(token: HurlToken | undefined, addNote: AddNote): string | undefined {
  if (token === undefined) return undefined;
  const text = textOfToken(token, addNote);
  if (text !== undefined) return textInScript(text);
  if (token.kind === 'literal') return token.text;
  if (token.kind === 'pattern') return patternInScript(token, addNote);
  if (token.kind !== 'placeholder') return undefined;
  const path = placeholderOf(token.text, addNote);
  if (path === undefined) return undefined;
  return /^[\w.]+$/.test(path) ? `tool.getVar(${JSON.stringify(path)})` : `tool.interpolate(${JSON.stringify(`{{${path}}}`)})`;
}

/** The source and flags of a pattern; undefined if JavaScript has no such pattern. */
export function patternOf(token: HurlToken | undefined, addNote: AddNote): { readonly source: string; readonly flags: string } | undefined {
  const text = token?.kind === 'pattern' ? token.text : textOfToken(token, addNote);
  if (text === undefined || piecesOf(text).some((p) => p.kind !== 'text')) return undefined;
  const [, inline = '', source = text] = /^\(\?([imsu]+)\)([^]*)$/.exec(text) ?? [];
  const flags = inline.replace('u', '');
  try {
    void new RegExp(source, flags);
    return { source, flags };
  } catch {
    return undefined;
  }
}

function patternInScript(token: HurlToken | undefined, addNote: AddNote, more = ''): string | undefined {
  const pattern = patternOf(token, addNote);
  if (pattern === undefined) return undefined;
  const flags = pattern.flags + more;
  return `new RegExp(${JSON.stringify(pattern.source)}${flags === '' ? '' : `, "${flags}"`})`;
}

/** A value as a JavaScript expression. Bytes are a Buffer. */
export interface Read {
  readonly code: string;
  readonly isBytes: boolean;
}

/** A query with its filters; undefined if Req has no equivalent. */
export function queryInScript({ name, value, filters }: HurlQuery, addNote: AddNote): Read | undefined {
  const isCounted = filters[0]?.name === 'count';
  const path = valueInScript(value, addNote);
  // A path whose nodes are texts is counted where the nodes are known.
  if (name === 'xpath' && isCounted && filters.length === 1)
    return path === undefined
      ? undefined
      : asValue(
          `xpath(response.text, ${path.startsWith('"') ? JSON.stringify(`count(${textOfToken(value, addNote)})`) : `"count(" + ${path} + ")"`})`,
        );
  if (name === 'bytes') return isCounted && filters.length === 1 ? asValue('response.size') : undefined;
  const source = sourceOf(name, value, addNote, /^(?:nth|first|last)$/.test(filters[0]?.name ?? ''));
  let read: Read | undefined = source === undefined ? undefined : { code: source, isBytes: false };
  if (name === 'xpath') addNote('information', 'XPath reads XML in Req: HTML that is not well-formed cannot be read.');
  if (name === 'sha256' || name === 'md5')
    addNote('information', `${name} is that of the text of the body: it differs where the body is not UTF-8.`);
  for (const filter of filters) read = read === undefined ? undefined : filtered(read, filter, addNote);
  return read;
}

/** The text of bytes. */
export const asText = ({ code, isBytes }: Read): string => (isBytes ? `${code}.toString()` : code);

const asValue = (code: string): Read => ({ code, isBytes: false });

/** A JSONPath that selects at most one node. */
const definite = /^\$(?:\.[A-Za-z_][\w-]*|\[(?:\d+|-\d+|\{\{[^{}]*\}\})\]|\['[^'\\\]]*'\]|\["[^"\\\]]*"\])*$/;

/** Hurl returns a single selected value itself, and no value if nothing is selected. */
const coerced = (list: string): string => `selected(${list})`;

/** The script with the functions that its lines use. */
export const withFunctions = (lines: readonly string[]): readonly string[] =>
  lines.some((line) => line.includes('selected('))
    ? ['const selected = (nodes) => (nodes.length > 1 ? nodes : nodes[0]);', ...lines]
    : lines;

/** @param isListed whether filters apply to each value of a repeated header */
function sourceOf(name: string, value: HurlToken | undefined, addNote: AddNote, isListed: boolean): string | undefined {
  const given = valueInScript(value, addNote);
  switch (name) {
    case 'status':
      return 'response.status';
    case 'body':
      return 'response.text';
    case 'duration':
      return 'response.duration';
    case 'url':
      return 'request.url';
    case 'sha256':
    case 'md5':
      return `tool.hash("${name}", response.text)`;
    case 'header':
      return given && (isListed ? `response.headers.getAll(${given})` : `response.headers.get(${given})`);
    case 'jsonpath':
      return given && jsonPathOf('response.json()', given, value);
    case 'xpath':
      return given && `xpath(response.text, ${given})`;
    case 'variable':
      return given && `tool.getVar(${given})`;
    case 'regex': {
      const pattern = patternInScript(value, addNote);
      return pattern && `${pattern}.exec(response.text)?.[1]`;
    }
    case 'cookie': {
      const cookie = textOfToken(value, addNote);
      if (cookie === undefined || /[[\]]/.test(cookie) || piecesOf(cookie).some((p) => p.kind !== 'text')) return undefined;
      const pattern = `^${cookie.replace(/[\\^$.*+?()|{}]/g, '\\$&')}=([^;]*)`;
      return `response.headers.getAll("Set-Cookie").map((c) => new RegExp(${JSON.stringify(pattern)}).exec(c)?.[1]).findLast((v) => v !== undefined)`;
    }
    default:
      return undefined;
  }
}

function jsonPathOf(of: string, path: string, written: HurlToken | undefined): string {
  const read = `jsonPath(${of}, ${path})`;
  return written !== undefined && definite.test(written.text) ? read : coerced(read);
}

/** Filters whose result is text, a number or a list. */
const plain: Readonly<Record<string, (read: string) => string>> = {
  count: (read) => `${read}.length`,
  first: (read) => `${read}.at(0)`,
  last: (read) => `${read}.at(-1)`,
  toInt: (read) => `Number.parseInt(${read}, 10)`,
  toFloat: (read) => `Number(${read})`,
  toString: (read: string) => `String(${read})`,
  urlDecode: (read) => `decodeURIComponent(${read})`,
  urlEncode: (read) =>
    `encodeURIComponent(${read}).replaceAll("%2F", "/").replace(/[!'()*]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())`,
  htmlEscape: (read) => `${read}.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" })[c])`,
};

/** Filters that convert text to bytes. */
const toBytes: Readonly<Record<string, (read: string) => string>> = {
  base64Decode: (read) => `Buffer.from(${read}, "base64")`,
  base64UrlSafeDecode: (read) => `Buffer.from(${read}, "base64")`,
  utf8Encode: (read) => `Buffer.from(${read})`,
};

/** Filters that convert bytes to text. */
const ofBytes: Readonly<Record<string, (read: string) => string>> = {
  base64Encode: (read) => `${read}.toString("base64")`,
  base64UrlSafeEncode: (read) => `${read}.toString("base64").replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")`,
  toHex: (read) => `${read}.toString("hex")`,
  utf8Decode: (read) => `${read}.toString()`,
};

function filtered(read: Read, filter: HurlFilter, addNote: AddNote): Read | undefined {
  const { name } = filter;
  if (Object.hasOwn(toBytes, name)) return { code: toBytes[name]?.(asText(read)) ?? '', isBytes: true };
  if (Object.hasOwn(ofBytes, name)) return asValue(ofBytes[name]?.(read.isBytes ? read.code : `Buffer.from(${read.code})`) ?? '');
  const code = filteredText(asText(read), filter, addNote);
  return code === undefined ? undefined : asValue(code);
}

function filteredText(read: string, { name, values }: HurlFilter, addNote: AddNote): string | undefined {
  if (Object.hasOwn(plain, name)) return plain[name]?.(read);
  const [first, second] = values;
  const given = valueInScript(first, addNote);
  if (given === undefined) return undefined;
  switch (name) {
    case 'nth':
      return `${read}.at(${given})`;
    case 'split':
      return `${read}.split(${given})`;
    case 'jsonpath':
      return jsonPathOf(`JSON.parse(${read})`, given, first);
    case 'xpath':
      return `xpath(${read}, ${given})`;
    case 'urlQueryParam':
      return `new URL(${read}).searchParams.get(${given})`;
    case 'decode':
    case 'charsetDecode':
      return /^"utf-?8"$/i.test(given) ? read : undefined;
    case 'regex': {
      const pattern = patternInScript(first, addNote);
      return pattern && `${pattern}.exec(${read})?.[1]`;
    }
    case 'replace': {
      const by = valueInScript(second, addNote);
      return by && `${read}.replaceAll(${given}, ${by})`;
    }
    case 'replaceRegex': {
      const pattern = patternInScript(first, addNote, 'g');
      const by = valueInScript(second, addNote);
      return pattern && by && `${read}.replace(${pattern}, ${by})`;
    }
    default:
      return undefined;
  }
}
