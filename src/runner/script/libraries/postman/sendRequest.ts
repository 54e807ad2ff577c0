import type { RawRequest } from '../../scriptTypes.ts';
import { writtenText } from '../clients/placeholders.ts';
import { formOf, sendComposed } from '../clients/sending.ts';
import { kit, type KitResponse } from '../kit.ts';
import { pairsOf } from './body.ts';
import { queryText, readQuery, textOf, type Pair } from './pairs.ts';

/** A request as `pm.sendRequest` takes it: a URL or an object of Postman's format. */
function rawRequest(given: unknown): RawRequest {
  if (typeof given === 'string') return { method: 'GET', url: filled(given), headers: [], body: null };
  if (typeof given !== 'object' || given === null) throw new TypeError('pm.sendRequest takes a URL or a request');
  const { method = 'GET', url, header, headers, body, auth } = given as Readonly<Record<string, unknown>>;
  const own = [...authOf(auth), ...headersOf(header ?? headers)];
  const { text, type } = bodyOf(body);
  const isTyped = own.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: String(method).toUpperCase(),
    url: urlOf(url),
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

/** The URL of a text, or of an object with its parts. */
function urlOf(url: unknown): string {
  if (typeof url !== 'object' || url === null) return filled(url);
  const { raw, protocol = 'http', host, port, path, query } = url as Readonly<Record<string, unknown>>;
  if (typeof raw === 'string') return filled(raw);
  if (host === undefined) return filled(url);
  const joined = (part: unknown, by: string): string => (Array.isArray(part) ? part.join(by) : textOf(part));
  const text = `${textOf(protocol).replace(/:?\/*$/, '')}://${joined(host, '.')}${port === undefined ? '' : `:${textOf(port)}`}/${joined(path, '/').replace(/^\//, '')}`;
  const pairs = query === undefined ? '' : queryText(typeof query === 'string' ? readQuery(query) : pairsOf(query));
  return filled(pairs === '' ? text : `${text}?${pairs}`);
}

interface Written {
  readonly text: string | null;
  readonly type: string;
}

function bodyOf(body: unknown): Written {
  if (body === undefined || body === null) return { text: null, type: '' };
  if (typeof body !== 'object') return { text: filled(body), type: '' };
  const { mode, raw, urlencoded, formdata, graphql, options } = body as Readonly<Record<string, unknown>>;
  switch (mode) {
    case 'urlencoded': {
      const text = typeof urlencoded === 'string' ? filled(urlencoded) : formOf(pairsOf(urlencoded), filled);
      return { text, type: 'application/x-www-form-urlencoded' };
    }
    case 'formdata':
      return multipart(pairsOf(formdata));
    case 'graphql':
      return { text: filled(graphqlText(graphql)), type: 'application/json' };
    case 'raw':
    case undefined: {
      const isJson = (options as { readonly raw?: { readonly language?: string } } | undefined)?.raw?.language === 'json';
      return { text: filled(typeof raw === 'object' ? JSON.stringify(raw) : (raw ?? '')), type: isJson ? 'application/json' : '' };
    }
    default:
      throw new TypeError(
        `pm.sendRequest cannot send a body of the mode ${JSON.stringify(mode)}. It can send raw, urlencoded, formdata and graphql.`,
      );
  }
}

function graphqlText(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify({ query: given });
  const { query = '', variables, operationName } = (given ?? {}) as Readonly<Record<string, unknown>>;
  const values: unknown = typeof variables === 'string' ? (variables.trim() === '' ? undefined : JSON.parse(variables)) : variables;
  return JSON.stringify({ query, variables: values, operationName });
}

/** A form in parts (RFC 7578), of texts. */
function multipart(pairs: readonly Pair[]): Written {
  const boundary = `form-${kit().tool.uuid()}`;
  const name = (key: string): string => filled(key).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const parts = pairs.map((pair) => {
    if ((pair as { readonly type?: string }).type === 'file')
      throw new TypeError('pm.sendRequest cannot send a file: write the form in a request, and send it with tool.send(name).');
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name(pair.key)}"\r\n\r\n${filled(pair.value)}\r\n`;
  });
  return { text: `${parts.join('')}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}

/** The header of `auth` with a bearer token, a user and password or a key. */
function authOf(auth: unknown): [string, string][] {
  if (typeof auth !== 'object' || auth === null) return [];
  const { type } = auth as { readonly type?: string };
  const given = (auth as Readonly<Record<string, unknown>>)[type ?? ''];
  const values = Array.isArray(given) ? Object.fromEntries((given as readonly Pair[]).map(({ key, value }) => [key, value])) : given;
  const of = (key: string): string => filled(((values ?? {}) as Readonly<Record<string, unknown>>)[key] ?? '');
  switch (type) {
    case undefined:
    case 'noauth':
      return [];
    case 'bearer':
      return [['Authorization', `Bearer ${of('token')}`]];
    case 'basic':
      return [['Authorization', `Basic ${btoa(`${of('username')}:${of('password')}`)}`]];
    case 'apikey':
      if (of('in') !== 'query') return [[of('key'), of('value')]];
  }
  throw new TypeError(
    `pm.sendRequest cannot send with the auth ${JSON.stringify(type)}: write it in a request, and send it with tool.send(name).`,
  );
}

/** `pm.sendRequest`. */
export const sendRequest = <R>(given: unknown, done: unknown, made: (of: KitResponse) => R): Promise<R> | undefined =>
  sendComposed('pm.sendRequest', () => rawRequest(given), done, made);
