import { headersOnUse, readableHeaders } from '../clients/headerList.ts';
import { bodyBuffer, facts, setResponseBody } from '../clients/facts.ts';
import type { KitRequest, KitResponse } from '../kit.ts';
import { headersOf, type HeaderTexts } from './axios.ts';
import { valueAt } from './query.ts';

/** The body before this script: parsed, unless a script has requested the text. */
function firstBody(response: KitResponse): { readonly body: unknown } {
  const { isRaw, hasNoBody } = facts();
  return { body: hasNoBody ? undefined : isRaw ? response.text : response.body };
}

/** `res`, based on `response`. `res(path, ...filters)` selects from the body. */
export function createResponse(response: KitResponse, request: KitRequest): unknown {
  const { status, duration: responseTime, size } = response;
  let listed: HeaderTexts | undefined;
  const headers = (): HeaderTexts => (listed ??= headersOf(response));
  let own: { readonly body: unknown } | undefined;
  const body = (): unknown => (own ??= firstBody(response)).body;
  const setBody = (value: unknown): void => {
    // The next script sees it too.
    setResponseBody(value);
    own = { body: typeof value === 'object' && value !== null ? structuredClone(value) : value };
  };
  const res = (path: unknown, ...filters: readonly unknown[]): unknown => valueAt(body(), String(path), filters);
  const members = {
    status,
    get statusText() {
      return response.statusText;
    },
    get headers() {
      return headers();
    },
    responseTime,
    get url() {
      return request.url;
    },
    getStatus: () => status,
    getStatusText: () => response.statusText,
    getHeader: (name: unknown) => headers()[String(name).toLowerCase()],
    getHeaders: headers,
    headerList: readableHeaders(headersOnUse(response), (name) => name.toLowerCase()),
    getBody: body,
    setBody,
    getResponseTime: () => responseTime,
    getUrl: () => request.url,
    getSize: () => ({ header: 0, headers: 0, body: size, total: size }),
    getDataBuffer: bodyBuffer,
  };
  return Object.defineProperties(res, {
    ...Object.getOwnPropertyDescriptors(members),
    body: { get: body, set: setBody, enumerable: true },
  });
}
