/** A word, text, pattern or value of a line in `[Asserts]` or `[Captures]`. */
export type HurlToken =
  | { readonly kind: 'word'; readonly text: string }
  /** As written, with escapes and placeholders. */
  | { readonly kind: 'text'; readonly text: string }
  /** A raw text in backticks, without escapes. */
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'pattern'; readonly text: string }
  /** A number, `true`, `false` or `null`. */
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'placeholder'; readonly text: string }
  | { readonly kind: 'bytes'; readonly coding: string; readonly text: string };

export interface HurlFilter {
  readonly name: string;
  readonly values: readonly HurlToken[];
}

/** The value of a response that a line reads. */
export interface HurlQuery {
  readonly name: string;
  readonly value: HurlToken | undefined;
  readonly filters: readonly HurlFilter[];
  /** The tokens after the query: a predicate. */
  readonly rest: readonly HurlToken[];
}

const token =
  /\s*(?:"((?:\\.|[^"\\])*)"|```(?:[\w-]*\r?\n)?([^]*?)```|`((?:\\.|[^`\\])*)`|\/((?:\\.|[^/\\\n])+)\/|\{\{([^{}]*)\}\}|(hex|base64|file)\s*,([^;]*);|([^\s"`]+))/y;

/** Splits a line into tokens; undefined if a part of it cannot be read. */
export function hurlTokens(text: string): readonly HurlToken[] | undefined {
  const found: HurlToken[] = [];
  for (token.lastIndex = 0; token.lastIndex < text.trimEnd().length;) {
    const m = token.exec(text);
    if (m === null) return undefined;
    const [, quoted, block, raw, pattern, placeholder, coding, data, word = ''] = m;
    if (quoted !== undefined) found.push({ kind: 'text', text: quoted });
    else if (block !== undefined || raw !== undefined) found.push({ kind: 'raw', text: block ?? raw ?? '' });
    else if (pattern !== undefined) found.push({ kind: 'pattern', text: pattern.replaceAll('\\/', '/') });
    else if (placeholder !== undefined) found.push({ kind: 'placeholder', text: placeholder.trim() });
    else if (coding !== undefined) found.push({ kind: 'bytes', coding, text: (data ?? '').trim() });
    else if (/^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word)) found.push({ kind: 'literal', text: word });
    else found.push({ kind: 'word', text: word });
  }
  return found;
}

/** Queries, and whether they have an argument. */
const queries: Readonly<Record<string, boolean>> = {
  status: false,
  version: false,
  url: false,
  ip: false,
  body: false,
  duration: false,
  bytes: false,
  rawbytes: false,
  sha256: false,
  md5: false,
  redirects: false,
  header: true,
  cookie: true,
  xpath: true,
  jsonpath: true,
  regex: true,
  variable: true,
  certificate: true,
};

/** Filters, and their number of arguments. */
const filters: Readonly<Record<string, number>> = {
  base64Decode: 0,
  base64Encode: 0,
  base64UrlSafeDecode: 0,
  base64UrlSafeEncode: 0,
  charsetDecode: 1,
  count: 0,
  dateFormat: 1,
  daysAfterNow: 0,
  daysBeforeNow: 0,
  decode: 1,
  first: 0,
  format: 1,
  htmlEscape: 0,
  htmlUnescape: 0,
  jsonpath: 1,
  last: 0,
  location: 0,
  nth: 1,
  regex: 1,
  replace: 2,
  replaceRegex: 2,
  split: 1,
  toDate: 1,
  toFloat: 0,
  toHex: 0,
  toInt: 0,
  toString: 0,
  urlDecode: 0,
  urlEncode: 0,
  urlQueryParam: 1,
  utf8Decode: 0,
  utf8Encode: 0,
  xpath: 1,
};

/** Reads the query at the start of a line; undefined if it is not known. */
export function hurlQuery(tokens: readonly HurlToken[]): HurlQuery | undefined {
  const [first, second] = tokens;
  if (first?.kind !== 'word' || !Object.hasOwn(queries, first.text)) return undefined;
  const hasValue = queries[first.text] === true;
  if (hasValue && second === undefined) return undefined;
  const found: HurlFilter[] = [];
  let at = hasValue ? 2 : 1;
  for (;;) {
    const filter = tokens[at];
    const count = filter?.kind === 'word' && Object.hasOwn(filters, filter.text) ? filters[filter.text] : undefined;
    if (filter === undefined || count === undefined) break;
    found.push({ name: filter.text, values: tokens.slice(at + 1, at + 1 + count) });
    at += 1 + count;
  }
  return { name: first.text, value: hasValue ? second : undefined, filters: found, rest: tokens.slice(at) };
}
