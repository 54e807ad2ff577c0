import { headerValue } from '../../base/text/headerValue.ts';
import { formDecoded } from '../../base/text/percentDecoding.ts';
import type { Header } from '../../language/index.ts';
import { onlyText } from './literals.ts';
import type { Writer } from './model.ts';

export interface HarExchange {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly comment: string;
  /** Address of the server; empty if unknown. */
  readonly address: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** For example `HTTP/1.1`. */
    readonly httpVersion: string;
    readonly headers: readonly Header[];
    /** Undefined for no body; null for a body that is not text. */
    readonly text: string | null | undefined;
    /** Bytes of the body; -1 if unknown. */
    readonly size: number;
  };
  /** Undefined if there was no response. */
  readonly response: HarResponse | undefined;
  /** In milliseconds. */
  readonly timings: Readonly<Record<'blocked' | 'dns' | 'connect' | 'ssl' | 'send' | 'wait' | 'receive', number>> | undefined;
}

export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly Header[];
  /** Bytes of the body, encoded and decoded; -1 if unknown. */
  readonly size: number;
  readonly decoded: number;
  /** Undefined if the body is omitted. */
  readonly body: { readonly text: string; readonly encoding?: 'base64' } | undefined;
}

const pair = ([name, value]: readonly [string, string]): object => ({ name, value });
const valueOf = (headers: readonly Header[], name: string): string => headerValue(headers, name) ?? '';

/** HTTP Archive 1.2. A missing response gets the status 0, as browsers write it. */
export const writeHar: Writer = (requests, note) =>
  harOf(
    requests.map((r) => {
      const { method, wireUrl: url, body } = r.resolved;
      const text = onlyText(body);
      if (text === undefined) note(r, 'HAR contains only text: the body with files is left out.');
      const size = text === undefined ? -1 : new TextEncoder().encode(text).length;
      const { headers, httpVersion } = r.sent;
      return {
        time: 0,
        comment: r.title,
        address: '',
        request: { method, url, httpVersion: `HTTP/${httpVersion}`, headers, text: body.length === 0 ? undefined : (text ?? null), size },
        response: undefined,
        timings: undefined,
      };
    }),
  );

/** HTTP Archive 1.2 of exchanges, in order. */
export const harOf = (exchanges: readonly HarExchange[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'Req', version: '' }, entries: exchanges.map(entryOf) } }, null, 2);

function entryOf({ time, comment, address, request, response, timings }: HarExchange): object {
  const { method, url, httpVersion, headers, text, size } = request;
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const message = { cookies: [], headersSize: -1 };
  const { ssl = -1, ...phases } = timings ?? { send: 0, wait: 0, receive: 0 };
  return {
    startedDateTime: new Date(time).toISOString(),
    time: Object.values(phases).reduce((sum, ms) => sum + Math.max(0, ms), 0),
    request: {
      method,
      url,
      httpVersion,
      ...message,
      headers: headers.map(pair),
      queryString:
        query === ''
          ? []
          : query.split('&').map((q) => pair([formDecoded(q.replace(/=[^]*$/, '')), formDecoded(/=([^]*)$/.exec(q)?.[1] ?? '')])),
      ...(text === undefined ? {} : { postData: { mimeType: valueOf(headers, 'content-type'), params: [], text: text ?? '' } }),
      bodySize: size,
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.statusText ?? '',
      httpVersion: response?.httpVersion ?? httpVersion,
      ...message,
      headers: (response?.headers ?? []).map(pair),
      content: {
        size: Math.max(0, response?.decoded ?? 0),
        mimeType: valueOf(response?.headers ?? [], 'content-type'),
        ...response?.body,
      },
      redirectURL: valueOf(response?.headers ?? [], 'location'),
      bodySize: response?.size ?? -1,
    },
    cache: {},
    timings: timings === undefined ? phases : { ...phases, ssl },
    ...(address === '' ? {} : { serverIPAddress: address }),
    comment,
  };
}
