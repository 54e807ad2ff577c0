import type { RawRequest } from '../../scriptTypes.ts';
import { knownUrl } from '../clients/cookies.ts';
import { headerOf } from '../clients/headerList.ts';
import { writtenText } from '../clients/placeholders.ts';
import { basic, formOf, sendComposed } from '../clients/sending.ts';
import type { KitResponse } from '../kit.ts';
import { graphqlText, multipart, urlText } from './composed.ts';
import { isOwn, ownFilled } from './ownParts.ts';
import { listOf, pairsOf, type Pair } from './pairs.ts';

/** A request in the form of `pm.sendRequest`: a URL, an object of Postman's format, or `pm.request`. */
function rawRequest(given: unknown): RawRequest {
  if (typeof given === 'string') return { method: 'GET', url: filledUrl(given), headers: [], body: null };
  if (typeof given !== 'object' || given === null) throw new TypeError('pm.sendRequest takes a URL or a request');
  if (!('url' in given)) return { method: 'GET', url: filledUrl(given), headers: [], body: null };
  const { method = 'GET', url, header, headers, body, auth } = given as Readonly<Record<string, unknown>>;
  const own = [...authOf(auth), ...headersOf(header ?? headers)];
  const { text, type } = bodyOf(body);
  const isTyped = own.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: String(method).toUpperCase(),
    url: filledUrl(url),
    headers: isTyped || type === '' ? own : [...own, ['Content-Type', type]],
    body: text,
  };
}

const filled = (text: unknown): string => writtenText(String(text));

const filledUrl = (url: unknown): string => knownUrl(urlText(url), filled);

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
  const list = listOf(given)?.filter(({ disabled }) => disabled !== true);
  if (list !== undefined) {
    const fill = isOwn(given) ? ownFilled : filled;
    return list.map(headerOf).map(({ key, value }): [string, string] => [fill(key), fill(value)]);
  }
  return Object.entries(given).map(([key, value]) => [key, filled(value)]);
}

interface Written {
  readonly text: string | null;
  readonly type: string;
}

function bodyOf(body: unknown): Written {
  if (body === undefined || body === null) return { text: null, type: '' };
  if (typeof body !== 'object') return { text: filled(body), type: '' };
  const { mode, raw, urlencoded, formdata, graphql, options } = body as Readonly<Record<string, unknown>>;
  // That of the request is a text, and has its type in a header.
  if (isOwn(body)) return { text: raw === null ? null : ownFilled(raw), type: '' };
  switch (mode) {
    case 'urlencoded': {
      const text = typeof urlencoded === 'string' ? filled(urlencoded) : formOf(pairsOf(urlencoded), filled);
      return { text, type: 'application/x-www-form-urlencoded' };
    }
    case 'formdata':
      return multipart('pm.sendRequest', pairsOf(formdata), filled);
    case 'graphql':
      return { text: filled(graphqlText(graphql)), type: 'application/json' };
    case 'raw':
    case undefined: {
      if (raw === null) return { text: null, type: '' };
      const isJson = (options as { readonly raw?: { readonly language?: string } } | undefined)?.raw?.language === 'json';
      return { text: filled(typeof raw === 'object' ? JSON.stringify(raw) : (raw ?? '')), type: isJson ? 'application/json' : '' };
    }
    default:
      throw new TypeError(
        `pm.sendRequest cannot send a body of the mode ${JSON.stringify(mode)}. It can send raw, urlencoded, formdata and graphql.`,
      );
  }
}

/** The header of `auth` with a bearer token, a user and password or a key. */
function authOf(auth: unknown): [string, string][] {
  if (typeof auth !== 'object' || auth === null) return [];
  const { type } = auth as { readonly type?: string };
  const given = (auth as Readonly<Record<string, unknown>>)[type ?? ''];
  const values = Array.isArray(given) ? Object.fromEntries((given as readonly Pair[]).map(({ key, value }) => [key, value])) : given;
  const of = (key: string): string => filled(((values ?? {}) as Readonly<Record<string, unknown>>)[key] ?? '');
  switch (given === undefined && type !== undefined && type !== 'noauth' ? 'unknown' : type) {
    case undefined:
    case 'noauth':
      return [];
    case 'bearer':
      return [['Authorization', `Bearer ${of('token')}`]];
    case 'basic':
      return [['Authorization', basic(of('username'), of('password'))]];
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
