import type { Tell } from '../import/importResult.ts';
import { piecesOf } from '../text/marks.ts';
import type { HurlFilter, HurlQuery, HurlToken } from './hurlQuery.ts';
import { hurlTemplate, hurlText, placeholderOf, textInScript } from './hurlText.ts';

/** The marked text of a token that is one; undefined for others. */
export const textOfToken = (token: HurlToken | undefined, tell: Tell): string | undefined =>
  token?.kind === 'text' ? hurlText(token.text, tell) : token?.kind === 'raw' ? hurlTemplate(token.text, tell) : undefined;

/** A value as a JavaScript expression; undefined if there is none. */
export function valueInScript(token: HurlToken | undefined, tell: Tell): string | undefined {
  if (token === undefined) return undefined;
  const text = textOfToken(token, tell);
  if (text !== undefined) return textInScript(text);
  if (token.kind === 'literal') return token.text;
  if (token.kind === 'pattern') return patternInScript(token, tell);
  if (token.kind !== 'placeholder') return undefined;
  const path = placeholderOf(token.text, tell);
  if (path === undefined) return undefined;
  return /^[\w.]+$/.test(path) ? `tool.getVar(${JSON.stringify(path)})` : `tool.interpolate(${JSON.stringify(`{{${path}}}`)})`;
}

/** The source and flags of a pattern; undefined if JavaScript has no such pattern. */
export function patternOf(token: HurlToken | undefined, tell: Tell): { readonly source: string; readonly flags: string } | undefined {
  const text = token?.kind === 'pattern' ? token.text : textOfToken(token, tell);
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

function patternInScript(token: HurlToken | undefined, tell: Tell, more = ''): string | undefined {
  const pattern = patternOf(token, tell);
  if (pattern === undefined) return undefined;
  const flags = pattern.flags + more;
  return `new RegExp(${JSON.stringify(pattern.source)}${flags === '' ? '' : `, "${flags}"`})`;
}

/** A query with its filters as a JavaScript expression; undefined if Req has no equivalent. */
export function queryInScript({ name, value, filters }: HurlQuery, tell: Tell): string | undefined {
  const isCounted = filters[0]?.name === 'count';
  const path = valueInScript(value, tell);
  // A path whose nodes are texts is counted where the nodes are known.
  if (name === 'xpath' && isCounted && filters.length === 1)
    return path === undefined
      ? undefined
      : `xpath(response.text, ${path.startsWith('"') ? JSON.stringify(`count(${textOfToken(value, tell)})`) : `"count(" + ${path} + ")"`})`;
  if (name === 'bytes') return isCounted && filters.length === 1 ? 'response.size' : undefined;
  let read = sourceOf(name, value, tell);
  if (name === 'xpath') tell('information', 'XPath reads XML in Req: HTML that is not well-formed cannot be read.');
  if (name === 'sha256' || name === 'md5')
    tell('information', `${name} is that of the text of the body: it differs where the body is not UTF-8.`);
  for (const filter of filters) read = read === undefined ? undefined : filtered(read, filter, tell);
  return read;
}

function sourceOf(name: string, value: HurlToken | undefined, tell: Tell): string | undefined {
  const given = valueInScript(value, tell);
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
      return given && `response.headers.get(${given})`;
    case 'jsonpath':
      return given && `jsonPath(response.json(), ${given})`;
    case 'xpath':
      return given && `xpath(response.text, ${given})`;
    case 'variable':
      return given && `tool.getVar(${given})`;
    case 'regex': {
      const pattern = patternInScript(value, tell);
      return pattern && `${pattern}.exec(response.text)?.[1]`;
    }
    case 'cookie': {
      const cookie = textOfToken(value, tell);
      if (cookie === undefined || /[[\]]/.test(cookie) || piecesOf(cookie).some((p) => p.kind !== 'text')) return undefined;
      const pattern = `^${cookie.replace(/[\\^$.*+?()|{}]/g, '\\$&')}=([^;]*)`;
      return `response.headers.getAll("Set-Cookie").map((c) => new RegExp(${JSON.stringify(pattern)}).exec(c)?.[1]).findLast((v) => v !== undefined)`;
    }
    default:
      return undefined;
  }
}

const plain: Readonly<Record<string, (read: string) => string>> = {
  count: (read) => `${read}.length`,
  first: (read) => `${read}.at(0)`,
  last: (read) => `${read}.at(-1)`,
  toInt: (read) => `Number.parseInt(${read}, 10)`,
  toFloat: (read) => `Number(${read})`,
  toString: (read: string) => `String(${read})`,
  urlDecode: (read) => `decodeURIComponent(${read})`,
  urlEncode: (read) => `encodeURIComponent(${read})`,
  base64Decode: (read) => `tool.fromBase64(${read})`,
  base64Encode: (read) => `tool.base64(${read})`,
  utf8Decode: String,
  utf8Encode: String,
};

function filtered(read: string, { name, values }: HurlFilter, tell: Tell): string | undefined {
  if (Object.hasOwn(plain, name)) return plain[name]?.(read);
  const [first, second] = values;
  const given = valueInScript(first, tell);
  if (given === undefined) return undefined;
  switch (name) {
    case 'nth':
      return `${read}.at(${given})`;
    case 'split':
      return `${read}.split(${given})`;
    case 'jsonpath':
      return `jsonPath(JSON.parse(${read}), ${given})`;
    case 'xpath':
      return `xpath(${read}, ${given})`;
    case 'urlQueryParam':
      return `new URL(${read}).searchParams.get(${given})`;
    case 'decode':
    case 'charsetDecode':
      return /^"utf-?8"$/i.test(given) ? read : undefined;
    case 'regex': {
      const pattern = patternInScript(first, tell);
      return pattern && `${pattern}.exec(${read})?.[1]`;
    }
    case 'replace': {
      const by = valueInScript(second, tell);
      return by && `${read}.replaceAll(${given}, ${by})`;
    }
    case 'replaceRegex': {
      const pattern = patternInScript(first, tell, 'g');
      const by = valueInScript(second, tell);
      return pattern && by && `${read}.replace(${pattern}, ${by})`;
    }
    default:
      return undefined;
  }
}
