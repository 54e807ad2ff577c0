import type { RawRequest } from '../../scriptTypes.ts';
import { facts } from '../clients/facts.ts';
import { changeableHeaders } from '../clients/headerList.ts';
import { ownBody, ownText, writtenText } from '../clients/placeholders.ts';
import { formOf, sendComposed } from '../clients/sending.ts';
import type { KitRequest, KitResponse } from '../kit.ts';

interface Pair {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

/** `pm.request`, over `request`. */
export function createRequest(request: KitRequest): object {
  const { headers } = request;
  const list = changeableHeaders(headers);
  const url = {
    toString: () => request.url,
    getRaw: () => request.url,
    get raw() {
      return request.url;
    },
    get protocol() {
      return /^([a-z][\w+.-]*):\/\//i.exec(request.url)?.[1];
    },
    get host() {
      return part(request.url).host.split('.');
    },
    get path() {
      return part(request.url).path.split('/').slice(1);
    },
    get query() {
      return queryOf(part(request.url).query);
    },
    getHost: () => part(request.url).host,
    getPath: () => part(request.url).path,
    getPathWithQuery: () => part(request.url).path + part(request.url).query,
    getQueryString: () => part(request.url).query.slice(1),
    addQueryParams: (added: string | readonly Pair[]) => {
      const query = typeof added === 'string' ? added : added.map(({ key, value }) => `${key}=${String(value)}`).join('&');
      request.url += (request.url.includes('?') ? '&' : '?') + ownText(query);
    },
    update: (given: unknown) => {
      request.url = ownText(String(given));
    },
  };
  const body = {
    get raw() {
      return request.body;
    },
    set raw(given: unknown) {
      request.body = ownBody(given);
    },
    mode: 'raw',
    update: (given: string | { readonly raw?: unknown }) => {
      request.body = ownBody(typeof given === 'string' ? given : given.raw);
    },
    isEmpty: () => request.body === null || request.body === '',
    toString: () => request.body ?? '',
  };
  return {
    get name() {
      return request.name;
    },
    get description() {
      return { content: facts().description, toString: () => facts().description };
    },
    get auth() {
      const { auth } = facts();
      return auth === '' ? undefined : { type: auth };
    },
    get method() {
      return request.method;
    },
    set method(method: unknown) {
      request.method = ownText(String(method));
    },
    get url() {
      return url;
    },
    set url(given: unknown) {
      request.url = ownText(String(given));
    },
    headers: list,
    body,
    addQueryParams: url.addQueryParams,
    addHeader: list.add,
    upsertHeader: list.upsert,
    removeHeader: list.remove,
    getHeaders: () => Object.fromEntries(headers),
  };
}

/** Parameters of a query, as written. */
function queryOf(query: string): object {
  const all = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? { key: pair, value: null } : { key: pair.slice(0, at), value: pair.slice(at + 1) };
    });
  const find = (name: string) => all.find(({ key }) => key === name);
  return {
    all: () => all,
    get: (name: string) => find(name)?.value,
    has: (name: string) => find(name) !== undefined,
    one: find,
    count: () => all.length,
    toObject: () => Object.fromEntries(all.map(({ key, value }) => [key, value])),
  };
}

function part(url: string): { readonly host: string; readonly path: string; readonly query: string } {
  const [, host = '', path = '', query = ''] = /^(?:[a-z][\w+.-]*:\/\/)?([^/?#]*)([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return { host, path: path === '' ? '/' : path, query };
}

/** A request as `pm.sendRequest` takes it: a URL or an object of Postman's format. */
function rawRequest(given: unknown): RawRequest {
  if (typeof given === 'string') return { method: 'GET', url: filled(given), headers: [], body: null };
  if (typeof given !== 'object' || given === null) throw new TypeError('pm.sendRequest takes a URL or a request');
  const { method = 'GET', url, header, headers, body } = given as Readonly<Record<string, unknown>>;
  const own = headersOf(header ?? headers);
  const { text, type } = bodyOf(body);
  const isTyped = own.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: String(method).toUpperCase(),
    url: filled(typeof url === 'object' && url !== null && 'raw' in url ? url.raw : url),
    headers: isTyped || type === '' ? own : [...own, ['Content-Type', type]],
    body: text,
  };
}

const filled = (text: unknown): string => writtenText(String(text));

function headersOf(given: unknown): [string, string][] {
  if (given === undefined || given === null) return [];
  if (typeof given === 'string')
    return given
      .split(/\r?\n/)
      .flatMap((line) =>
        (/^([^:]+):(.*)$/.exec(line)?.slice(1, 3) as [string, string] | undefined) === undefined
          ? []
          : [[line.slice(0, line.indexOf(':')).trim(), filled(line.slice(line.indexOf(':') + 1).trim())]],
      );
  if (Array.isArray(given))
    return (given as readonly Pair[]).flatMap(({ key, value, disabled }) => (disabled === true ? [] : [[key, filled(value)]]));
  return Object.entries(given).map(([key, value]) => [key, filled(value)]);
}

function bodyOf(body: unknown): { readonly text: string | null; readonly type: string } {
  if (body === undefined || body === null) return { text: null, type: '' };
  if (typeof body !== 'object') return { text: filled(body), type: '' };
  const { mode, raw, urlencoded, options } = body as Readonly<Record<string, unknown>>;
  if (mode === 'urlencoded')
    return {
      text: typeof urlencoded === 'string' ? filled(urlencoded) : formOf(pairsOf(urlencoded), filled),
      type: 'application/x-www-form-urlencoded',
    };
  if (mode === 'raw' || mode === undefined) {
    const isJson = (options as { readonly raw?: { readonly language?: string } } | undefined)?.raw?.language === 'json';
    return { text: filled(typeof raw === 'object' ? JSON.stringify(raw) : (raw ?? '')), type: isJson ? 'application/json' : '' };
  }
  throw new TypeError(`pm.sendRequest cannot send a body of the mode ${JSON.stringify(mode)}. It can send raw and urlencoded.`);
}

function pairsOf(given: unknown): readonly Pair[] {
  if (Array.isArray(given)) return (given as readonly Pair[]).filter(({ disabled }) => disabled !== true);
  return Object.entries(given as object).map(([key, value]) => ({ key, value: value as unknown }));
}

/** `pm.sendRequest`. */
export const sendRequest = <R>(given: unknown, done: unknown, made: (of: KitResponse) => R): Promise<R> | undefined =>
  sendComposed('pm.sendRequest', () => rawRequest(given), done, made);
