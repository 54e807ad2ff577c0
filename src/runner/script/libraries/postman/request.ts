import type { RawRequest } from '../../scriptTypes.ts';
import { kit, type KitRequest } from '../kit.ts';
import { headerList } from './response.ts';
import { replaceIn } from './variables.ts';

interface Pair {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

/** `pm.request`, over `request`. */
export function createRequest(request: KitRequest): object {
  const { headers } = request;
  const set = ({ key, value }: Pair): void => headers.set(key, value);
  const url = {
    toString: () => request.url,
    getRaw: () => request.url,
    getHost: () => part(request.url).host,
    getPath: () => part(request.url).path,
    getPathWithQuery: () => part(request.url).path + part(request.url).query,
    getQueryString: () => part(request.url).query.slice(1),
    addQueryParams: (added: string | readonly Pair[]) => {
      const text = typeof added === 'string' ? added : added.map(({ key, value }) => `${key}=${String(value)}`).join('&');
      request.url += (request.url.includes('?') ? '&' : '?') + text;
    },
    update: (text: unknown) => {
      request.url = String(text);
    },
  };
  const body = {
    get raw() {
      return request.body;
    },
    set raw(text: string | null) {
      request.body = text;
    },
    mode: 'raw',
    update: (given: string | { readonly raw?: string }) => {
      request.body = typeof given === 'string' ? given : (given.raw ?? null);
    },
    isEmpty: () => request.body === null || request.body === '',
    toString: () => request.body ?? '',
  };
  return {
    get name() {
      return request.name;
    },
    get method() {
      return request.method;
    },
    set method(method: string) {
      request.method = method;
    },
    get url() {
      return url;
    },
    set url(text: unknown) {
      request.url = String(text);
    },
    headers: {
      ...headerList(headers),
      add: (header: Pair) => headers.append(header.key, header.value),
      upsert: set,
      update: set,
      remove: (name: string) => void headers.delete(name),
    },
    body,
    addQueryParams: url.addQueryParams,
    addHeader: (header: Pair) => headers.append(header.key, header.value),
    upsertHeader: set,
    removeHeader: (name: string) => void headers.delete(name),
    getHeaders: () => Object.fromEntries(headers),
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

const filled = (text: unknown): string => String(replaceIn(String(text)));

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
  if (mode === 'urlencoded') return { text: formOf(urlencoded), type: 'application/x-www-form-urlencoded' };
  if (mode === 'raw' || mode === undefined) {
    const isJson = (options as { readonly raw?: { readonly language?: string } } | undefined)?.raw?.language === 'json';
    return { text: filled(typeof raw === 'object' ? JSON.stringify(raw) : (raw ?? '')), type: isJson ? 'application/json' : '' };
  }
  throw new TypeError(`pm.sendRequest cannot send a body of the mode ${JSON.stringify(mode)}. It can send raw and urlencoded.`);
}

function formOf(given: unknown): string {
  if (typeof given === 'string') return filled(given);
  const pairs = Array.isArray(given)
    ? (given as readonly Pair[]).filter(({ disabled }) => disabled !== true)
    : Object.entries(given as object).map(([key, value]) => ({ key, value: value as unknown }));
  return pairs.map(({ key, value }) => `${encodeURIComponent(filled(key))}=${encodeURIComponent(filled(value))}`).join('&');
}

/** `pm.sendRequest`: sends through the runner. Calls `done(error, response)`, or returns a promise. */
export function sendRequest<R>(
  given: unknown,
  done: unknown,
  made: (of: Awaited<ReturnType<ReturnType<typeof kit>['send']>>) => R,
): Promise<R> | undefined {
  const { send, fail } = kit();
  const sent = Promise.resolve()
    .then(() => send('pm.sendRequest', rawRequest(given)))
    .then(made);
  if (typeof done !== 'function') return sent;
  const call = done as (error: unknown, response?: R) => unknown;
  const guarded = async (run: () => unknown): Promise<void> => {
    try {
      await run();
    } catch (e) {
      fail(e);
    }
  };
  void sent.then(
    (response) => guarded(() => call(null, response)),
    (error: unknown) => guarded(() => call(error)),
  );
  return undefined;
}
