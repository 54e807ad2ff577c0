import type { Header } from '../../../language/index.ts';
import type { Target } from '../exchange/checkRequest.ts';

/** Connection-specific header fields, which HTTP/2 forbids: RFC 9113 §8.2.2. */
const connectionSpecific = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

export interface Http2Head {
  /** In wire order, from `:authority` on. `:method`, `:scheme` and `:path`, which precede it, are not included. */
  readonly headers: readonly Header[];
  /** Names of the headers that HTTP/2 forbids, as written in the request. */
  readonly dropped: readonly string[];
}

/**
 * Converts headers to HTTP/2 (RFC 9113 §8.2, §8.3): lower-case names, `Host` as `:authority`, no connection-specific fields.
 * Keeps order and repetition.
 * @param headers all headers to be sent
 */
export function toHttp2(headers: readonly Header[], target: Target): Http2Head {
  const dropped: string[] = [];
  const kept: Header[] = [];
  let authority: string | undefined;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    if (lower === 'host' && authority === undefined) authority = value;
    else if (lower === 'host' || connectionSpecific.has(lower) || (lower === 'te' && value.trim().toLowerCase() !== 'trailers'))
      dropped.push(name);
    else kept.push([lower, value]);
  }
  return { headers: [[':authority', authority ?? target.host], ...kept], dropped };
}
