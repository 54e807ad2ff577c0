import type { RawRequest } from '../../scriptTypes.ts';
import { basic, formOf, type Filled } from '../clients/sending.ts';
import { kit, type KitResponse } from '../kit.ts';

/** A response in the form of axios. */
export interface Result {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderTexts;
  readonly data: unknown;
  readonly config: object;
  readonly responseTime: number;
}

type Config = Readonly<Record<string, unknown>>;

export type HeaderTexts = Readonly<Record<string, string | readonly string[]>>;

/** Headers by their names in lower case. `set-cookie` is a list, as in Node.js. */
export const headersOf = ({ headers }: KitResponse): HeaderTexts =>
  Object.fromEntries(
    [...headers].map(([written]) => {
      const name = written.toLowerCase();
      return [name, name === 'set-cookie' ? headers.getAll(name) : (headers.get(name) ?? '')];
    }),
  );

export const resultOf = (response: KitResponse, config: object = {}): Result => ({
  status: response.status,
  statusText: response.statusText,
  headers: headersOf(response),
  data: response.body,
  config,
  responseTime: response.duration,
});

/**
 * A request in the form of axios: a URL, or an object.
 * @param filled fills in placeholders; axios has none
 * @throws {TypeError} if its body is not text, JSON or a form
 */
export function rawRequest(given: unknown, filled: Filled = String): RawRequest {
  const config: Config = typeof given === 'string' ? { url: given } : (given as Config);
  if (typeof config !== 'object' || config === null || typeof config['url'] !== 'string')
    throw new TypeError('a request is a URL, or an object with url');
  const { method = 'GET', url, headers = {}, data, params, baseURL, auth } = config;
  const own = Object.entries(headers as object)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]): [string, string] => [name, filled(value)]);
  const typed = own.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const { text, type } = bodyOf(data, typed ?? '', filled);
  if (text !== null && typed === undefined && type !== '') own.push(['Content-Type', type]);
  if (typeof auth === 'object' && auth !== null) {
    const { username = '', password = '' } = auth as { readonly username?: string; readonly password?: string };
    own.push(['Authorization', basic(filled(username), filled(password))]);
  }
  return { method: String(method).toUpperCase(), url: urlOf(filled(url), baseURL, params, filled), headers: own, body: text };
}

function urlOf(url: string, base: unknown, params: unknown, filled: Filled): string {
  const whole =
    typeof base === 'string' && !/^[a-z][\w+.-]*:/i.test(url) ? `${filled(base).replace(/\/$/, '')}/${url.replace(/^\//, '')}` : url;
  if (typeof params !== 'object' || params === null) return whole;
  const pairs = params instanceof URLSearchParams ? [...params] : Object.entries(params);
  const query = formOf(
    pairs.filter(([, value]) => value !== undefined && value !== null).map(([key, value]) => ({ key, value: value as unknown })),
    filled,
  );
  return query === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query}`;
}

function bodyOf(data: unknown, typed: string, filled: Filled): { readonly text: string | null; readonly type: string } {
  if (data === undefined || data === null) return { text: null, type: '' };
  if (typeof data === 'string') return { text: filled(data), type: 'application/x-www-form-urlencoded' };
  if (data instanceof URLSearchParams) return { text: data.toString(), type: 'application/x-www-form-urlencoded' };
  if (typeof data === 'object' && !ArrayBuffer.isView(data)) {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(typed);
    return isForm ? { text: formOf(fieldsOf(data), filled), type: '' } : { text: filled(JSON.stringify(data)), type: 'application/json' };
  }
  throw new TypeError('the body of a request is text, an object or a URLSearchParams');
}

/** The fields of a form as axios names them: `a[b]` of objects, and `a[]` of lists of plain values. */
function fieldsOf(data: object, before = ''): readonly { readonly key: string; readonly value: unknown }[] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const isFlat = Array.isArray(data) && !data.some((item) => typeof item === 'object' && item !== null);
    const key = before === '' ? name : isFlat ? `${before}[]` : `${before}[${name}]`;
    if (value === undefined) return [];
    if (value instanceof Date) return [{ key, value: value.toISOString() }];
    return typeof value === 'object' && value !== null ? fieldsOf(value, key) : [{ key, value: value ?? '' }];
  });
}

/** The result of a response. @throws {Error} for a status that the configuration does not accept: by default, all but 2xx */
export function validResult(response: KitResponse, config: Config): Result {
  const result = resultOf(response, config);
  const { validateStatus = (status: number) => status >= 200 && status < 300 } = config as {
    validateStatus?: ((status: number) => boolean) | null;
  };
  if (validateStatus === null || validateStatus(result.status)) return result;
  const error = new Error(`Request failed with status code ${result.status}`);
  throw Object.assign(error, { name: 'AxiosError', isAxiosError: true, config, response: result, status: result.status });
}

/** `axios`, which sends through the runner. */
export function createAxios(): unknown {
  return instanceOf({});
}

function instanceOf(defaults: Config): unknown {
  const send = async (config: Config): Promise<Result> => {
    const all = { ...defaults, ...config, headers: { ...(defaults['headers'] as object), ...(config['headers'] as object) } };
    return validResult(await kit().send('axios', rawRequest(all)), all);
  };
  const axios = (given: unknown, more: Config = {}): Promise<Result> =>
    send(typeof given === 'string' ? { ...more, url: given } : (given as Config));
  const plain =
    (method: string) =>
    (url: string, config: Config = {}) =>
      send({ ...config, method, url });
  const withBody =
    (method: string) =>
    (url: string, data?: unknown, config: Config = {}) =>
      send({ ...config, method, url, data });
  return Object.assign(axios, {
    request: axios,
    ...Object.fromEntries(['get', 'delete', 'head', 'options'].map((method) => [method, plain(method)])),
    ...Object.fromEntries(['post', 'put', 'patch'].map((method) => [method, withBody(method)])),
    create: (config: Config = {}) => instanceOf({ ...defaults, ...config }),
    all: (all: readonly unknown[]) => Promise.all(all),
    isAxiosError: (e: unknown) => typeof e === 'object' && e !== null && 'isAxiosError' in e,
    defaults,
    default: axios,
  });
}
