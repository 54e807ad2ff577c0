import { changeableHeaders, headersOnUse } from '../clients/headerList.ts';
import { facts, keepText, pathParams, setLimit } from '../clients/facts.ts';
import { ownBody, ownHeader, ownText } from '../clients/placeholders.ts';
import { refused } from '../clients/sending.ts';
import type { KitRequest } from '../kit.ts';

/** The body for Bruno's scripts: the value of JSON, otherwise its text. */
function parsed(body: string | null): unknown {
  if (body === null) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** The body of a form, from an object or a list of `{ name, value }`. */
function form(value: object): string {
  const pairs = Array.isArray(value)
    ? (value as readonly { readonly name: string; readonly value: unknown }[]).map((p) => [p.name, p.value] as const)
    : Object.entries(value as Readonly<Record<string, unknown>>);
  const all = pairs.flatMap(([name, given]) => (Array.isArray(given) ? given : [given]).map((one: unknown) => [name, one ?? ''] as const));
  return ownText(all.map(([name, one]) => `${encoded(name)}=${encoded(one)}`).join('&'));
}

/** Placeholders are not encoded here; their values are encoded when they are filled in. */
const encoded = (value: unknown): string =>
  String(value)
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, i) => (i % 2 === 1 ? part : encodeURIComponent(part)))
    .join('');

const parts = (url: string): readonly string[] => /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url) ?? [];

/** Names of authentication that differ in Bruno. */
const modes: Readonly<Record<string, string>> = { '': 'none', aws: 'awsv4' };

function authMode(authorization: string): string {
  const { auth } = facts();
  if (auth !== '' && auth !== 'none') return modes[auth] ?? auth;
  const scheme = /^(bearer|basic|digest)\b/i.exec(authorization)?.[1];
  return scheme?.toLowerCase() ?? 'none';
}

/** `req`, based on `request`. */
export function createRequest(request: KitRequest): object {
  const headers = headersOnUse(request);
  const headerObject = (): Readonly<Record<string, string>> =>
    Object.fromEntries([...headers].map(([name]) => [name, headers.get(name) ?? '']));
  const setBody = (value: unknown): void => {
    const isObject = typeof value === 'object' && value !== null;
    const isForm = isObject && /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
    request.body = isForm ? form(value) : ownBody(value);
  };
  const setUrl = (url: unknown): void => {
    request.url = ownText(String(url));
  };
  const setMethod = (method: unknown): void => {
    request.method = ownText(String(method));
  };
  return {
    get url() {
      return request.url;
    },
    set url(url: string) {
      setUrl(url);
    },
    get method() {
      return request.method;
    },
    set method(method: string) {
      setMethod(method);
    },
    get headers() {
      return headerObject();
    },
    get body() {
      return parsed(request.body);
    },
    set body(body: unknown) {
      setBody(body);
    },
    name: request.name,
    getUrl: () => request.url,
    setUrl,
    getHost: () => parts(request.url)[1] ?? '',
    getPath: () => parts(request.url)[2] || '/',
    getQueryString: () => parts(request.url)[3] ?? '',
    getMethod: () => request.method,
    setMethod,
    getName: () => request.name,
    getHeader: (name: unknown) => headers.get(String(name)) ?? undefined,
    getHeaders: headerObject,
    headerList: changeableHeaders(headers),
    setHeader: (name: unknown, value: unknown) => headers.set(ownText(String(name)), ownHeader(value)),
    setHeaders: (given: object) => {
      for (const [name, value] of Object.entries(given)) headers.set(ownText(name), ownHeader(value));
    },
    deleteHeader: (name: unknown) => void headers.delete(String(name)),
    deleteHeaders: (names: readonly string[]) => names.forEach((name) => headers.delete(name)),
    getBody: (options?: { readonly raw?: boolean }) => (options?.raw === true ? (request.body ?? undefined) : parsed(request.body)),
    setBody,
    getExecutionMode: () => 'standalone',
    getExecutionPlatform: () => 'app',
    getAuthMode: () => authMode(headers.get('authorization') ?? ''),
    getPathParams: pathParams,
    getTags: () => facts().tags,
    getTimeout: () => facts().timeoutMs,
    setTimeout: (ms: unknown) => setLimit('timeout', ms),
    setMaxRedirects: (most: unknown) => setLimit('max-redirects', most),
    disableParsingResponseJson: keepText,
    get timeout() {
      return facts().timeoutMs;
    },
    get tags() {
      return facts().tags;
    },
    get pathParams() {
      return pathParams();
    },
    onFail: refused('req.onFail', 'a script after the response is not run without a response.'),
  };
}
