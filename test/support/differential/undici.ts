/** One exchange by undici and by Req, with results in the same form. */
import { Readable } from 'node:stream';
import { Agent, fetch, interceptors, type Dispatcher } from 'undici';
import type { Header } from '../../../src/language/index.ts';
import { resolved, send } from '../exchange.ts';

export interface Asked {
  readonly method: string;
  readonly headers: readonly Header[];
  readonly body: string | undefined;
  readonly isChunked?: boolean;
}

export interface Exchanged {
  readonly informationals: readonly (readonly [status: number, headers: readonly Header[]])[];
  readonly status: number | undefined;
  readonly statusText: string;
  readonly headers: readonly Header[];
  /** Decoded. */
  readonly body: Buffer;
  readonly trailers: readonly Header[];
  /** Whether it reported the end of a complete response. */
  readonly isWhole: boolean;
}

export async function exchangeByReq(url: string, { method, headers, body = '', isChunked = false }: Asked): Promise<Exchanged> {
  const coding: readonly Header[] = isChunked ? [['Transfer-Encoding', 'chunked']] : [];
  const { reported, error } = await send(resolved(url, { method, headers: [...headers, ...coding], body }));
  return {
    informationals: reported.informationals.map((head) => [head.status, head.headers]),
    status: reported.response?.status,
    statusText: reported.response?.statusText ?? '',
    headers: reported.response?.headers ?? [],
    body: Buffer.concat(reported.chunks),
    trailers: reported.trailing,
    isWhole: error === undefined,
  };
}

/** One connection to an origin, and redirects as its own interceptor follows them. */
export const undiciAgent = (): Dispatcher => new Agent({ connections: 1 }).compose(interceptors.redirect({ maxRedirections: 10 }));

export function exchangeByUndici(agent: Dispatcher, url: string, { method, headers, body, isChunked }: Asked): Promise<Exchanged> {
  const { origin, pathname, search } = new URL(url);
  const informationals: (readonly [number, Header[]])[] = [];
  const chunks: Buffer[] = [];
  let head: Pick<Exchanged, 'status' | 'statusText' | 'headers'> = { status: undefined, statusText: '', headers: [] };
  return new Promise((resolve) => {
    const end = (trailers: readonly Header[], isWhole: boolean): void =>
      resolve({ ...head, informationals, body: Buffer.concat(chunks), trailers, isWhole });
    agent.dispatch(
      {
        origin,
        path: pathname + search,
        method,
        headers: headers.flat(),
        body: isChunked === true ? Readable.from([body]) : (body ?? null),
      },
      {
        onRequestStart: () => undefined,
        onResponseStart(controller, status, _headers, statusText = '') {
          const raw = pairs(controller.rawHeaders);
          if (status < 200) informationals.push([status, raw]);
          else head = { status, statusText, headers: raw };
        },
        onResponseData: (_controller, chunk) => chunks.push(chunk),
        onResponseEnd: (controller) => end(pairs(controller.rawTrailers), true),
        onResponseError: () => end([], false),
      },
    );
  });
}

/** By `fetch`, the part of undici that decodes. It has other forms of headers, and no trailers. */
export async function fetchByUndici(
  agent: Dispatcher,
  url: string,
  { method, headers, body }: Asked,
): Promise<Pick<Exchanged, 'status' | 'body'>> {
  const response = await fetch(url, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    body: body ?? null,
    dispatcher: agent,
  });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

function pairs(raw: unknown): Header[] {
  const all = Array.isArray(raw) ? raw.map(String) : [];
  const out: Header[] = [];
  for (let i = 0; i + 1 < all.length; i += 2) out.push([all[i] as string, all[i + 1] as string]);
  return out;
}
